import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("Albums, people, places and folders of a server")
struct ListedPartsTests {
    @Test func `Each counts once, and there are as many as there may be, and not one more`() {
        var parts = ListedParts(upTo: 2)
        #expect(parts.takes("a") && !parts.takes("a") && !parts.takes("") && parts.takes("b"))
        #expect(parts.count == 2 && !parts.isFull)
        #expect(!parts.takes("b") && !parts.isFull)
        #expect(!parts.takes("c") && parts.isFull && parts.count == 2)
    }

    @Test func `All names have as many bytes as they may have, and not one more`() {
        for (name, isLast) in [("éa", false), ("éab", true)] {
            var parts = ListedParts(upTo: 9, bytes: 5)
            #expect(parts.takes("ab") && parts.takes(name) != isLast && parts.isFull == isLast)
        }
    }

    @Test(arguments: [ListedParts.longestName, ListedParts.longestPath])
    func `A name has as many bytes as it may have, and not one more`(_ longest: Int) {
        var parts = ListedParts(longest: longest)
        let isTaken = [0, 1].map { parts.takes(String(repeating: "x", count: longest + $0)) }
        #expect(isTaken == [true, false])
        #expect(parts.count == 1 && !parts.isFull)
    }

    /// How many rows the list in a server's answer becomes.
    private static func rows(
        _ kind: LibraryKind, _ part: LibraryLocation.Part, upTo most: Int, in answer: String
    ) throws -> Int {
        let server = try LoopbackServer { _ in .ok(Data(answer.utf8)) }
        defer { server.stop() }
        let rig = LibraryRig(kind)
        let library = try #require(LibraryLocation(rig.url(of: server, part: "/")))
        let immich = ImmichLists(library, fetcher: rig.catalogues, mostListed: most)
        let photoPrism = PhotoPrismLists(library, fetcher: rig.catalogues, mostListed: most)
        let pause: ImmichLists.Pause = { _ in }
        var builder = CatalogueBuilder()
        switch (kind, part) {
        case (.immich, .albums): try immich.addAlbums(to: &builder, pause)
        case (.immich, .people): try immich.addPeople(to: &builder, pause)
        case (.immich, .places): try immich.addPlaces(to: &builder, pause)
        case (.immich, _): try immich.addFolder(nil, to: &builder, pause)
        case (.photoPrism, .albums): try photoPrism.addAlbums(to: &builder, pause)
        case (.photoPrism, .people): try photoPrism.addPeople(to: &builder, pause)
        case (.photoPrism, .places): try photoPrism.addPlaces(to: &builder, pause)
        case (.photoPrism, _): try photoPrism.addFolder(nil, to: &builder, pause)
        }
        return builder.count
    }

    @Test(
        arguments: [
            (.immich, .albums, #"{"id": "%", "albumName": "x"}"#), (.immich, .people, #"{"id": "%", "name": "x"}"#),
            (.immich, .places, #"{"id": "%", "exifInfo": {"city": "%"}}"#), (.immich, .folders, "\"%\""),
            (.photoPrism, .albums, #"{"UID": "%", "Title": "x"}"#),
            (.photoPrism, .people, #"{"UID": "%", "Name": "x"}"#), (.photoPrism, .places, #"{"State": "%"}"#),
            (.photoPrism, .folders, #"{"Path": "%"}"#),
        ] as [(LibraryKind, LibraryLocation.Part, String)])
    func `As many are read as are shown, and what follows is not`(
        _ kind: LibraryKind, _ part: LibraryLocation.Part, _ object: String
    ) throws {
        func answer(_ count: Int, _ end: String) -> String {
            let objects = (0..<count).map { object.replacingOccurrences(of: "%", with: "n\($0)") }
            return "[" + objects.joined(separator: ",") + end
        }
        #expect(try Self.rows(kind, part, upTo: 3, in: answer(2, "]")) == 2)
        #expect(try Self.rows(kind, part, upTo: 3, in: answer(3, "]")) == 3)
        #expect(try Self.rows(kind, part, upTo: 3, in: answer(4, "]")) == 3)
        #expect(try Self.rows(kind, part, upTo: 3, in: answer(4, ", no JSON")) == 3)
        #expect(throws: CatalogueFailure.self) { try Self.rows(kind, part, upTo: 9, in: answer(4, ", no JSON")) }
    }

    @Test(arguments: [LibraryLocation.Part.albums, .people, .places, .folders])
    func `What is no name is left out`(_ part: LibraryLocation.Part) throws {
        let numbers = Array(repeating: "0", count: 10_000).joined(separator: ",")
        for kind in [LibraryKind.immich, .photoPrism] {
            #expect(try Self.rows(kind, part, upTo: 3, in: "[[[\(numbers)]], {}, null, \(numbers), \"\"]") == 0)
        }
    }

    @Test func `Photos are read on as many pages as they may have, and on not one more`() throws {
        let pages = Counter()
        let server = try LoopbackServer.answering { request in
            let page = pages.next()
            let name = request.method == "POST" ? "id" : "UID"
            let photos = (0..<1000).map { #"{"\#(name)": "p\#(page)-\#($0)", "Hash": "2f"}"# }
            return .ok(Data("[\(photos.joined(separator: ","))]".utf8))
        }
        defer { server.stop() }
        let pause: ImmichLists.Pause = { _ in }
        for kind in [LibraryKind.immich, .photoPrism] {
            let rig = LibraryRig(kind)
            let library = try #require(LibraryLocation(rig.url(of: server, part: "/")))
            var builder = CatalogueBuilder()
            let before = server.requests.count
            switch kind {
            case .immich:
                try ImmichLists(library, fetcher: rig.catalogues, mostPagesOfAll: 2).addAll(to: &builder, pause)
            case .photoPrism:
                try PhotoPrismLists(library, fetcher: rig.catalogues, mostPages: 2).addPhotos(to: &builder, pause)
            }
            #expect(server.requests.count == before + 2 && builder.count == 2000)
        }
    }
}
