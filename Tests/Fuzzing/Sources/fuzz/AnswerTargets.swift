import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// What servers answer before they show a library, and what galleries list.
extension FuzzTarget {
    static let answers = [logins, probes, galleries]

    private static let server = URL(string: "https://host/photos/")

    /// Answers to those who sign in: the first line is a reply's cookies.
    private static let logins = FuzzTarget(name: "logins") { document in
        let cookies = document.prefix { $0 != 0x0A }
        let body = Data(document.dropFirst(cookies.count + 1))
        switch GalleryLogin.answer(body, ["set-cookie": String(decoding: cookies, as: UTF8.self)]) {
        case .signedIn(let session):
            expect(session.field.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "A session has other characters")
        case .failed(let failure): _ = failure.description
        case .wrong: break
        }
        _ = (GalleryLogin.isGuest(body), GalleryLogin.isEmpty(body), GalleryLogin.isAnswer(body))
        guard let server else { return }
        var login = BrowserLogin(at: server)
        if case .success(let page) = login.began(.success(body)) {
            for address in [page, login.question?.url] {
                expect(address?.host?.lowercased() == server.host, "\(address.map { "\($0)" } ?? "nothing") is opened")
                expect(address?.scheme?.lowercased() == "https", "The secret is sent without encryption")
            }
        }
        if case .signedIn(let credential) = login.asked(.success(body), after: 1) {
            expect(!credential.name.isEmpty && !credential.password.isEmpty, "Nobody has signed in")
        }
    }

    /// Which library is at an address. All questions have one answer.
    private static let probes = FuzzTarget(name: "probes") { document in
        for address in ["https://host", "http://bucket.host/photos"] {
            guard let site = URL(string: address) else { continue }
            _ = LibraryProbe(OneAnswer(body: Data(document))).find(at: site) { found in
                guard let found else { return }
                let isLibrary =
                    LibraryLocation(found) != nil || DAVFolder(found) != nil || S3Location(found) != nil
                    || GalleryAddress.place(of: found) != nil
                expect(isLibrary, "\(found) is no library")
            }
        }
    }

    /// Photos, albums and tags of a gallery. All requests have one answer.
    private static let galleries = FuzzTarget(name: "galleries") { document in
        let body = Data(document)
        for part in [GalleryAddress.photos, GalleryAddress.albums, GalleryAddress.tags] {
            guard let url = URL(string: part, relativeTo: server)?.absoluteURL else { continue }
            var builder = CatalogueBuilder()
            do throws(CatalogueFailure) {
                try GalleryFiller(OneAnswer(body: body)).fill(&builder, from: url) { _ throws(CatalogueFailure) in }
            } catch {
                _ = error.description
            }
            let catalogue = builder.finish(from: url)
            for row in 0..<catalogue.count {
                _ = (catalogue.details(at: row), catalogue.name(at: row))
                _ = catalogue.thumbnailLocation(at: row).flatMap { GalleryPicture($0) }
            }
        }
        if let page = try? GalleryPhotos(in: body) {
            expect(page.photos.count <= GalleryPhotos.mostPhotos, "There are too many photos")
            expect((page.total ?? 0) >= 0, "There are fewer photos than none")
        }
        _ = GalleryFacts.facts(in: body)
    }
}
