import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("The albums and tags of a gallery")
struct GalleryFillerTests {
    private static func albums(
        _ answer: String, mostListed: Int = ListedParts.most, part: String = GalleryAddress.albums
    ) throws -> (catalogue: Catalogue, failure: CatalogueFailure?, base: URL) {
        let server = try LoopbackServer { _ in .ok(Data(answer.utf8)) }
        defer { server.stop() }
        let url = server.url("/photos/" + part)
        let filler = GalleryFiller(DataFetcher(), mostListed: mostListed)
        #expect(filler.fills(url) && !filler.fills(server.url("/photos/" + GalleryAddress.someone)))
        var builder = CatalogueBuilder()
        var failure: CatalogueFailure?
        do throws(CatalogueFailure) {
            try filler.fill(&builder, from: url) { _ throws(CatalogueFailure) in }
        } catch {
            failure = error
        }
        return (builder.finish(from: url), failure, server.url("/photos/"))
    }

    @Test func `Each opens once, but those without photos`() throws {
        let read = try Self.albums(
            """
            {"stat": "ok", "result": {"categories": [
            {"id": 3, "name": "A & b", "total_nb_images": 7, "url": "x"}, {"id": "5", "name": "Zürich"},
            {"id": 3, "name": "Again"}, {"id": 6, "name": "Empty", "total_nb_images": "0"}, {"id": -1, "name": "No"},
            {"id": "../x", "name": "No"}, {"id": 7, "name": ""}, {"id": 8}, {"name": "No"}, 9, null]}}
            """)
        #expect(read.failure == nil)
        #expect(read.catalogue.count == 2)
        let albums = [GalleryAddress.album(3, name: "A & b"), GalleryAddress.album(5, name: "Zürich")]
        for (row, album) in albums.enumerated() {
            let location = try #require(read.catalogue.folder(at: row))
            #expect(location.absoluteString == read.base.absoluteString + album)
        }
    }

    @Test func `An album within others has their names`() throws {
        let read = try Self.albums(
            """
            {"stat": "ok", "result": {"categories": [{"id": 1, "name": "Trips", "uppercats": "1"},
            {"id": 2, "name": "Lisbon", "uppercats": "1,2"}, {"id": 3, "name": "Sea", "uppercats": "1,2,3"},
            {"id": 4, "name": "Alone", "uppercats": "9,4"}, {"id": 5, "name": "Odd", "uppercats": 7}]}}
            """)
        let names = (0..<read.catalogue.count).map(read.catalogue.name)
        #expect(names == ["Trips", "Trips / Lisbon", "Trips / Lisbon / Sea", "Alone", "Odd"])
        let location = try #require(read.catalogue.folder(at: 2)).absoluteString
        #expect(location == read.base.absoluteString + GalleryAddress.album(3, name: "Sea"))
    }

    @Test func `Tags open, but those without photos`() throws {
        let read = try Self.albums(
            """
            {"stat": "ok", "result": {"tags": [{"id": "3", "name": "Sea &amp; sand", "counter": 7},
            {"id": 4, "name": "None", "counter": "0"}, {"id": 5, "name": "Winter"}]}}
            """, part: GalleryAddress.tags)
        #expect(read.failure == nil && read.catalogue.count == 2)
        let tags = [GalleryAddress.tag(3, name: "Sea & sand"), GalleryAddress.tag(5, name: "Winter")]
        for (row, tag) in tags.enumerated() {
            #expect(read.catalogue.folder(at: row)?.absoluteString == read.base.absoluteString + tag)
        }
    }

    @Test func `No more are listed than the most`() throws {
        let albums = (1...5).map { #"{"id": \#($0), "name": "\#($0)"}"# }.joined(separator: ",")
        let read = try Self.albums(#"{"stat": "ok", "result": {"categories": [\#(albums)]}}"#, mostListed: 3)
        #expect(read.catalogue.count == 3)
    }

    @Test func `The list of albums has as many bytes as it may have, and not one more`() throws {
        let answer = #"{"stat": "ok", "result": {"categories": [{"id": 3, "name": "Sea"}]}}"#
        for more in 0...1 {
            let room = GalleryFiller.mostBytes + more - answer.utf8.count
            let read = try Self.albums(answer + String(repeating: " ", count: room))
            #expect(read.failure == (more == 0 ? nil : .fetch(.tooLarge(limit: GalleryFiller.mostBytes))))
            #expect(read.catalogue.count == 1 - more)
        }
    }

    @Test func `A page of photos has as many bytes as it may have, and not one more`() throws {
        let answer =
            #"{"stat": "ok", "result": {"paging": {"total_count": 1}, "images": [{"id": 3, "element_url": "a.jpg"}]}}"#
        for more in 0...1 {
            let room = GalleryFiller.mostBytes + more - answer.utf8.count
            let read = try Self.albums(answer + String(repeating: " ", count: room), part: GalleryAddress.photos)
            #expect(read.failure == (more == 0 ? nil : .fetch(.tooLarge(limit: GalleryFiller.mostBytes))))
            #expect(read.catalogue.count == 1 - more)
        }
    }

    @Test func `An answer without albums is short`() throws {
        let answer = #"{"stat": "ok", "result": {"categories": []}}"#
        for more in 0...1 {
            let room = GalleryLogin.mostBytes + more - answer.utf8.count
            let read = try Self.albums(answer + String(repeating: " ", count: room))
            #expect((read.failure == nil) == (more == 0) && read.catalogue.count == 0)
        }
    }

    @Test func `A gallery without albums has none`() throws {
        let read = try Self.albums(#"{"stat": "ok", "result": {"categories": []}}"#)
        #expect(read.failure == nil && read.catalogue.count == 0)
    }

    @Test(arguments: ["", "<html>", "{}", "[]", #"{"stat": "fail", "err": 501, "message": "No such method"}"#])
    func `Another answer is no list of albums`(_ text: String) throws {
        guard case .notACatalogue = try Self.albums(text).failure else {
            Issue.record("\(text)")
            return
        }
    }
}
