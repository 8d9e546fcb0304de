import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// What the servers of libraries answer, what stores refuse, and what is remembered of both.
extension FuzzTarget {
    static let libraries = [months, assets, refusals, profiles, recents, hashes] + nameLists

    private static let library = LibraryLocation(.immich, interface: URL(string: "https://host/api/") ?? nowhere)
    private static let other = LibraryLocation(.photoPrism, interface: URL(string: "https://host/api/v1/") ?? nowhere)
    private static let nowhere = URL(fileURLWithPath: "/")

    /// The number of photos in each month, as old servers and new ones of both kinds tell it.
    private static let months = FuzzTarget(name: "months") { document in
        guard let library, let other else { return }
        let body = Data(document)
        let answers = [
            try? ImmichInterface.months(in: body, of: library, false),
            try? ImmichInterface.months(in: body, of: library, true),
            try? PhotoPrismInterface.months(in: body, of: other),
        ]
        for case let months? in answers {
            let all = LibraryMonths(.immich, months)
            expect(all.photoCount >= all.months.count, "A month is empty")
            _ = TimelineSections(all.months.map { ($0.month, $0.count) })
        }
    }

    /// The photos of a month, and what is known of one.
    private static let assets = FuzzTarget(name: "assets") { document in
        let body = Data(document)
        let month = LibraryMonths.Month(month: TimelineMonth(year: 2024, month: 5), count: 3, address: nowhere)
        let readers: [any MonthReading] = [ImmichMonthReader(), PhotoPrismMonthReader()]
        for reader in readers {
            guard let content = try? reader.read(body, of: month, isCancelled: { false }) else { continue }
            let days = content.timeline.days
            expect(content.timeline.ratios.count == content.segment.count, "A photo has no ratio")
            expect(days.reduce(0) { $0 + Int($1.count) } == content.segment.count, "A photo has no day")
            expect(days.allSatisfy { $0.day <= 31 && $0.width.isFinite }, "\(days)")
            expect(content.timeline.reversed.reversed.days == days, "Turned twice, it differs")
            use(content)
        }
        if let library { _ = ImmichFacts.facts(in: body, of: library) }
        if let other {
            let picture = LibraryLocation.Picture(hash: "2f", photo: "p", isVideo: false)
            _ = PhotoPrismFacts.facts(in: body, about: picture, of: other)
        }
        if let facts = CloudFacts.facts(in: body) {
            expect([facts.camera.latitude, facts.camera.longitude].allSatisfy { $0?.isFinite != false }, "No degrees")
        }
    }

    private static func use(_ content: MonthContent) {
        var catalogue = Catalogue(from: nowhere)
        catalogue.append(content.segment)
        for row in 0..<catalogue.count {
            _ = (catalogue.details(at: row), catalogue.url(of: .location, at: row), catalogue.name(at: row))
        }
    }

    /// A store's, a library's or a gallery's reasons: the first line is a field of the head.
    private static let refusals = FuzzTarget(name: "refusals") { document in
        let text = Data(document.prefix { $0 != 0x0A })
        let body = Data(document.dropFirst(text.count + 1))
        let sides = String(decoding: text, as: UTF8.self).split(separator: ":", maxSplits: 1).map { String($0).trimmed }
        let fields = sides.count == 2 ? [sides[0].lowercased(): sides[1]] : [:]
        for status in [301, 400, 403, 503] {
            let head = ReplyHead(status: status, fields: fields, url: nowhere, times: 1...2)
            let refusal = StoreRefusal(body, head)
            _ = (StoreRefusal.mayBe(head), refusal.asksForKey(hadKey: false, status: status))
            expect(refusal.skew?.isFinite != false, "A clock is ahead by no number")
            if let skew = refusal.skew { _ = RequestSignature.time(skew + 1) }
            for place in refusing {
                _ = PlaceRefusal.mayBe(head, at: place)
                _ = PlaceRefusal(body, head, at: place).asksForKey(hadKey: true, status: status)
            }
        }
    }

    /// A place of each kind.
    private static let refusing: [LibraryPlace] = {
        let kinds: [LibraryPlace.Authorization] = [.signature(region: "a", key: nil), .key(field: "x-key"), .session]
        guard let address = URL(string: "https://host/") else { return [] }
        return kinds.compactMap { LibraryPlace(address, $0, name: "Photos") }
    }()

    /// Files that configure stores, edited by hand; and addresses of buckets.
    private static let profiles = FuzzTarget(name: "profiles") { document in
        let text = String(decoding: document, as: UTF8.self)
        let configuration = S3Configuration(environment: [:], config: text, credentials: text)
        for address in ["s3://bucket/a", "s3://bucket.with.dots/", "s3://bucket/?profile=a", text] {
            guard let location = URL(string: address).flatMap({ S3Location($0) }) else { continue }
            guard let access = try? configuration.access(to: location) else { continue }
            expect(access.store.webAddress != nil, "\(access.store)")
        }
        let path = RequestSignature.canonical(path: text)
        expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, path)
        _ = RequestSignature.canonical(query: text)
    }

    /// The file of remembered catalogues.
    private static let recents = FuzzTarget(name: "recents") { document in
        let recents = RecentCatalogues(fileBytes: Data(document))
        let again = RecentCatalogues(fileBytes: recents.fileBytes)
        expect(again.fileBytes == recents.fileBytes, "It is stored otherwise")
    }

    /// The colours of a picture that is yet to come.
    private static let hashes = FuzzTarget(name: "hashes") { document in
        for text in [String(decoding: document, as: UTF8.self), Data(document).base64EncodedString()] {
            guard let pixels = ThumbHash(base64: text)?.pixels else { continue }
            expect(pixels.width > 0 && pixels.height > 0, "A picture without pixels")
        }
    }
}
