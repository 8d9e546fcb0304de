import Foundation
import Testing

@testable import PhotoCore

@Suite("Later records of another shape")
struct LaterShapeTests {
    private let first = (0..<200).map {
        #"{"id":\#($0),"kind":"t3","pic":{"file_url":"https://m.example/\#($0).jpg"}},"#
    }.joined()

    private func later(_ records: String) -> TreeReading { TreeReading("[" + first + records + "]") }

    @Test func `Have their photo at a path of their own`() {
        let reading = later(
            #"""
            {"id":900,"title":"Boats","media":[{"src":"https://m.example/s/900.jpg","width":320,"height":240},
             {"src":"https://m.example/l/900.jpg","width":1600,"height":1200}]},
            {"id":901,"kind":"t3","pic":{"file_url":"https://m.example/901.jpg"}},
            """#)
        #expect(reading.rows.count == 202)
        #expect(
            reading.texts(.location).suffix(2) == ["https://m.example/l/900.jpg", "https://m.example/901.jpg"])
        #expect(reading.texts(.thumbnail)[200] == "https://m.example/s/900.jpg")
        #expect(reading.texts(.name)[200] == "Boats")
    }

    @Test func `Have addresses without endings whose type follows them`() {
        let records = (0..<3).map {
            #"{"id":\#($0),"asset":{"href":"https://m.example/a/\#($0)","mime_type":"image/jpeg"}},"#
        }
        let reading = later(records.joined())
        #expect(reading.texts(.location).suffix(3) == ["0", "1", "2"].map { "https://m.example/a/\($0)" })
    }

    @Test func `Are a gallery within a record`() {
        let reading = later(
            #"""
            {"id":900,"gallery":{"title":"Fair","pictures":[{"title":"One","file_url":"https://m.example/g/1.jpg"},
             {"title":"Two","file_url":"https://m.example/g/2.jpg"}]}},
            """#)
        #expect(
            reading.texts(.location).suffix(2) == ["https://m.example/g/1.jpg", "https://m.example/g/2.jpg"])
        #expect(reading.texts(.name).suffix(2) == ["One", "Two"])
    }

    @Test func `Have no photo that the evidence does not show`() {
        let reading = later(
            #"""
            {"id":900,"card":{"url":"https://n.example/news","title":"News","image":"https://n.example/news.jpg"}},
            {"id":901,"author":{"name":"Ann","avatar_url":"https://m.example/ann.jpg"}},
            {"id":902,"links":[{"href":"https://n.example/1"},{"href":"https://n.example/2.html"}]},
            {"id":903,"video":{"url":"https://m.example/1.mp4","poster":"https://m.example/1.jpg"}},
            """#)
        #expect(reading.rows.count == 200)
    }

    @Test func `Have further pictures next to the known one`() {
        let reading = later(
            #"""
            {"id":900,"kind":"t3","pic":{"file_url":"https://m.example/900.jpg"},
             "additional_images":[{"url":"https://m.example/900a.jpg"},{"url":"https://m.example/900b.jpg"}]},
            """#)
        #expect(
            reading.texts(.location).suffix(3) == ["900", "900a", "900b"].map { "https://m.example/\($0).jpg" })
    }

    @Test func `Are judged by several texts where the first says little`() {
        let plain = (0..<200).map { #"{"id":\#($0),"kind":"t3","picture_file":"https://m.example/\#($0).jpg"},"# }
            .joined()
        let reading = TreeReading(
            "[" + plain
                + #"{"id":1,"media":[{"src":"none"}]},{"id":2,"media":[{"src":""}]},"#
                + #"{"id":3,"media":[{"src":"https://m.example/x.jpg"}]}]"#)
        #expect(reading.rows.count == 201 && reading.texts(.location).last == "https://m.example/x.jpg")
    }

    @Test func `Are JSON's outermost values, and values under names`() {
        let lines = (0..<200).map { #"{"id":\#($0),"kind":"t3","pic":{"file_url":"https://m.example/\#($0).jpg"}}"# }
        let other = #"{"id":900,"media":[{"src":"https://m.example/900.jpg"}]}"#
        let outermost = TreeReading((lines + [other]).joined(separator: "\n"))
        #expect(outermost.texts(.location).last == "https://m.example/900.jpg" && outermost.rows.count == 201)
        let named = TreeReading(
            "{" + lines.enumerated().map { #""Photo no \#($0)":\#($1)"# }.joined(separator: ",")
                + #","A boat":\#(other)}"#)
        #expect(named.texts(.location).last == "https://m.example/900.jpg" && named.rows.count == 201)
        #expect(named.texts(.name).last == "A boat")
    }

    @Test func `Lie in a list of records that hold others`() {
        let photos = (0..<200).map { #"{"id":\#($0),"kind":"t3","pic":{"file_url":"https://m.example/\#($0).jpg"}},"# }
            .joined()
        let reading = TreeReading(
            #"{"albums":[{"title":"A","author":"Ann","photos":["# + photos
                + #"{"id":900,"media":[{"src":"https://m.example/900.jpg"}]}]}]}"#)
        #expect(reading.texts(.location).last == "https://m.example/900.jpg" && reading.rows.count == 201)
        #expect(reading.texts(.author).last == "Ann")
    }

    @Test func `Are explained`() throws {
        let reading = later(#"{"id":900,"media":[{"src":"https://m.example/900.jpg"}]},"#)
        let shape = try #require(reading.shape)
        #expect(shape.later.count == 1)
        let lines = shape.explanation
        let place = try #require(lines.firstIndex(of: "a later record has no photo there and is judged by itself:"))
        #expect(lines[place...].contains { $0.hasPrefix("  address [].media[].src: ") })
    }

    @Test func `Of a person's own list are judged where its words name no address`() throws {
        let usual = (0..<200).map { #"{"name":"Boat \#($0)","image":"https://m.example/\#($0).jpg"},"# }.joined()
        let reading = TreeReading(
            "[" + usual
                + #"""
                {"name":"Fair","gallery":{"pictures":[{"file_url":"https://m.example/f1.jpg"},
                 {"file_url":"https://m.example/f2.jpg"}]}},{"name":"Lost"},
                {"name":"Pier","images":["https://m.example/p1.jpg","https://m.example/p2.jpg",
                 "https://m.example/p1.jpg"],"author":"Ann"},
                {"name":"Quay","image":"https://m.example/q.jpg","photos":[{"url":"https://m.example/q1.jpg",
                 "title":"Quay, left","width":300},{"url":"https://m.example/q.jpg"}]}]
                """#)
        #expect(
            reading.texts(.location).dropFirst(200) == [
                "https://m.example/f1.jpg", "https://m.example/f2.jpg", "-", "https://m.example/p1.jpg",
                "https://m.example/p2.jpg", "https://m.example/q.jpg", "https://m.example/q1.jpg",
            ])
        #expect(
            reading.texts(.name).dropFirst(200) == ["Fair", "Fair", "Lost", "Pier", "Pier", "Quay", "Quay, left"])
        #expect(reading.texts(.author)[204] == "Ann" && reading.texts(.width)[206] == "300")
    }

    /// A person's own list of 200 photos in the usual words, and these entries after them.
    private func usual(_ entries: String) -> TreeReading {
        let first = (0..<200).map { #"{"name":"Boat \#($0)","image":"https://m.example/\#($0).jpg"},"# }
        return TreeReading("[" + first.joined() + entries + "]")
    }

    @Test func `Of a person's own list may be as long as what is stored of one`() throws {
        var tree = PhotoTree()
        var builder = CatalogueBuilder()
        func add(_ fields: [(key: String, value: String)]) throws {
            try tree.startObject(into: &builder)
            for field in fields {
                try Array(field.key.utf8).withUnsafeBytes { try tree.key($0, into: &builder) }
                try Array(field.value.utf8).withUnsafeBytes { try tree.string($0, into: &builder) }
            }
            try tree.endObject(into: &builder)
        }
        try tree.startArray(into: &builder)
        for number in 0..<200 {
            try add([("name", "Boat \(number)"), ("image", "https://m.example/\(number).jpg")])
        }
        // Nine events and the other texts stand before its end.
        let others = 9 * MemoryLayout<EventTape.Event>.stride + "nameLostabc".utf8.count
        for length in (StoredRecord.longest - 64)...StoredRecord.longest {
            let (words, rest) = (length - others).quotientAndRemainder(dividingBy: 3)
            let text = String(repeating: "w", count: words)
            try add([
                ("name", "Lost"), ("a", text), ("b", text), ("c", text + String(repeating: "w", count: rest)),
            ])
        }
        try add([("name", "Quay"), ("image", "https://m.example/q.jpg")])
        try tree.endArray(into: &builder)
        try tree.finish(into: &builder)
        #expect(builder.count == 200 + 65 + 1)
    }

    @Test func `Of a person's own list have one photo where the first have lists of its sizes`() {
        func entry(_ number: Int) -> String {
            #"{"name":"Song \#(number)","images":[{"url":"https://m.example/9f\#(number)a.jpg","width":640,"#
                + #""height":640},{"url":"https://m.example/1c\#(number)b.jpg","width":300,"height":300}]},"#
        }
        let reading = TreeReading("[" + (0..<400).map(entry).joined() + "]")
        #expect(reading.texts(.location) == (0..<400).map { "https://m.example/9f\($0)a.jpg" })
    }

    @Test func `Of a person's own list have further pictures of other proportions, or as large`() {
        func picture(_ name: String, _ width: String, _ height: String) -> String {
            #"{"url":"https://m.example/\#(name).jpg","width":\#(width),"height":\#(height)}"#
        }
        func names(_ pictures: [String]) -> [String] {
            usual(#"{"name":"Pier","images":[\#(pictures.joined(separator: ","))]}"#).texts(.location).dropFirst(200)
                .map { String($0.dropFirst("https://m.example/".count).dropLast(".jpg".count)) }
        }
        #expect(
            names([
                picture("sea", "640", "427"), picture("small", "320", "214"), picture("tall", "427", "640"),
                picture("fort", "640", "427"), picture("tiny", "\"64\"", "43"), picture("dune", "0", "0"),
            ]) == ["sea", "tall", "fort", "dune"])
        for large in ["1e308", "1e999", "9223372036854775807", "\"nan\"", "\"-inf\"", "-1"] {
            #expect(names([picture("sea", large, "1"), picture("fort", "1", large)]) == ["sea", "fort"])
            #expect(names([picture("sea", large, large), picture("fort", "30", "2")]) == ["sea", "fort"])
        }
    }

    @Test func `Of a person's own list repeat no more of a long text than a row has`() {
        let long = String(repeating: " ", count: 200_000) + String(repeating: "w", count: 200_000)
        let reading = usual(
            #"{"name":"Pier","description":"\#(long)","author":"\#(long)","images":["#
                + (0..<20).map { #""https://m.example/p\#($0)p.jpg""# }.joined(separator: ",") + "]}")
        #expect(reading.rows.count == 220)
        #expect(Set(reading.texts(.description).dropFirst(200)).count == 1)
        #expect(reading.texts(.description).last?.utf8.count == CatalogueField.description.maximumByteCount)
        #expect(reading.texts(.author).last?.utf8.count == CatalogueField.author.maximumByteCount)
        var draft = EntryDraft()
        for field in [CatalogueField.name, .description, .author, .page] {
            Array(long.utf8).withUnsafeBytes { draft.set(.last(field), $0) }
        }
        for field in CatalogueField.allCases {
            let most = field.maximumByteCount + 1
            #expect(draft.shortened.text(of: field).count == (draft.has(field) ? most : 0))
            #expect(draft.shortened.with(draft).text(of: field).count == (draft.has(field) ? most : 0))
        }
    }

    /// Whether entries in the usual words without an address have rows.
    private func haveRows(
        _ entries: [[(key: String, value: String)]], mostJudged: Int = ShapeGrowth.mostJudged,
        isCancelled: Bool = false
    ) throws -> [Bool] {
        var later = LaterEntries(isAbsolute: true, origin: .server, mostJudged: mostJudged)
        var builder = CatalogueBuilder(isCancelled: { isCancelled })
        var have: [Bool] = []
        for entry in entries {
            later.begin(frame: 0, name: [])
            later.append(.startObject, nil, line: nil)
            for field in entry {
                Array(field.key.utf8).withUnsafeBytes { later.append(.key, $0, line: nil) }
                Array(field.value.utf8).withUnsafeBytes { later.append(.string, $0, line: nil) }
            }
            later.append(.endObject, nil, line: nil)
            have.append(try later.addRows(to: &builder))
            later.drop()
        }
        return have
    }

    @Test func `Are judged up to a limit for the whole document, and then read like those that are known`() throws {
        let photo = [(key: "id", value: "1"), (key: "image_url", value: "https://m.example/1.jpg")]
        let other = photo + [(key: "web_page", value: "https://n.example/page/1")]
        let pages = (0..<20).map {
            [(key: "id", value: "1"), (key: "p\($0)q", value: "https://n.example/page/\($0)")]
        }
        let none = [Bool](repeating: false, count: 20)
        #expect(try haveRows(pages + [photo]) == none + [true])
        #expect(try haveRows(pages + [photo], mostJudged: 2000) == none + [false])
        #expect(try haveRows([photo] + pages + [photo, other], mostJudged: 2000) == [true] + none + [true, true])
        #expect(try haveRows([photo], isCancelled: true) == [false])
    }

    @Test func `Of one kind are read as they arrive`() {
        let others = (0..<3000).map { #"{"id":\#($0),"media":[{"src":"https://m.example/o\#($0).jpg"}]},"# }.joined()
        let reading = later(others)
        #expect(reading.rows.count == 3200 && reading.countBeforeEnd >= 3199)
        #expect(reading.shape?.later.count == 1)
    }

    @Test(arguments: [17, LaterShapes.most, LaterShapes.most + 40])
    func `Of many shapes are all read, also those that come back`(_ count: Int) {
        let rounds = (0..<3).flatMap { round in
            (0..<count).map { #"{"id":\#($0),"m\#($0)q":[{"src":"https://m.example/o\#($0)r\#(round).jpg"}]},"# }
        }
        let reading = later(rounds.joined())
        #expect(reading.rows.count == 200 + rounds.count)
        #expect(reading.shape?.later.count == min(count, LaterShapes.most))
    }

    @Test(arguments: [40, ReferringRows.most + 10])
    func `Are larger pictures of the photos that refer to them, if these are few enough to wait`(_ count: Int) {
        let photos = (0..<count).map {
            #"{"thumbnail_url":"https://m.example/\#($0)-s.jpg","uris":{"sizes":{"uri":"/image/\#($0)!sizes"}}}"#
        }
        let sizes = (0..<count).map { #""/image/\#($0)!sizes":{"large":{"url":"https://m.example/\#($0)-l.jpg"}}"# }
        let reading = TreeReading(
            #"{"images":[\#(photos.joined(separator: ","))],"expansions":{\#(sizes.joined(separator: ","))}}"#)
        let ending = count > ReferringRows.most ? "s" : "l"
        #expect(reading.texts(.location) == (0..<count).map { "https://m.example/\($0)-\(ending).jpg" })
    }

    @Test(arguments: [false, true])
    func `Are no pictures of an owner or of an album that photos refer to as well`(isOwnerFirst: Bool) {
        let photos = (0..<40).map { number in
            #"{"thumbnail_url":"https://m.example/\#(number)-s.jpg","uris":{"image_owner":{"uri":"/user/\#(number)"},"#
                + #""sizes":{"uri":"/image/\#(number)!sizes"},"user":{"uri":"/user/anna"}}}"#
        }
        let sizes = (0..<40).map { #""/image/\#($0)!sizes":{"large":{"url":"https://m.example/\#($0)-l.jpg"}}"# }
        let others = ["user/anna", "user/3", "album/7"].map {
            #""/\#($0)":{"large":{"url":"https://m.example/\#($0).jpg","width":9000,"height":9000}}"#
        }
        let objects = (isOwnerFirst ? others + sizes : sizes + others).joined(separator: ",")
        let reading = TreeReading(#"{"images":[\#(photos.joined(separator: ","))],"expansions":{\#(objects)}}"#)
        let found = reading.texts(.location)
        #expect(found.prefix(40) == (0..<40).map { "https://m.example/\($0)-l.jpg" }[...])
        if !isOwnerFirst { #expect(found.count == 40) }
    }

    @Test func `Join photos whose addresses take more memory than may wait, and are never rows of their own`() {
        let signature = String(repeating: "s", count: 800)
        let photos = (0..<700).map {
            #"{"thumbnail_url":"https://m.example/\#($0)-s.jpg?\#(signature)","uris":{"sizes":"/image/\#($0)!sizes"}}"#
        }
        let sizes = (0..<700).map {
            #""/image/\#($0)!sizes":{"large":{"url":"https://m.example/\#($0)-l.jpg?\#(signature)"}}"#
        }
        let reading = TreeReading(
            #"{"images":[\#(photos.joined(separator: ","))],"expansions":{\#(sizes.joined(separator: ","))}}"#)
        #expect(reading.rows.count == 700)
    }

    @Test(
        arguments: [
            ("file:///a/list.json", .file), ("https://h.example/list.json", .server),
            ("https://h.example/list.json?v=3", .server), ("https://h.example/api", .server),
            ("https://h.example/api?action=parse", .reply), ("https://h.example/w/api.php?action=parse", .reply),
        ] as [(String, DocumentOrigin)])
    func `A query to a program makes a document a reply, and one of a file does not`(
        address: String, origin: DocumentOrigin
    ) { #expect(DocumentOrigin(URL(string: address)) == origin) }

    @Test func `Have more paths than all shapes may have, and are read all the same`() {
        let count = LaterShapes.mostPaths / 1000 + 2
        let records = (0..<count).map { number in
            let fields = (0..<1000).map { #""f\#(number)x\#($0)":\#($0)"# }.joined(separator: ",")
            return #"{"m\#(number)q":[{"src":"https://m.example/o\#(number).jpg"}],\#(fields)},"#
        }
        #expect(later(records.joined()).rows.count == 200 + count)
    }

    @Test func `Of any length lose none of the photos in their lists`() {
        let words = String(repeating: "w", count: 60)
        let count = 2 * StoredRecord.longest / 60
        let media = (0..<count).map { #"{"media":[{"src":"https://m.example/m\#($0).jpg"}],"t":"\#(words)"}"# }
        let reading = later(#"{"id":900,"list":[\#(media.joined(separator: ","))]},"#)
        #expect(reading.rows.count == 200 + count)
        #expect(Set(reading.texts(.location)).count == 200 + count)
    }

    @Test func `Are left as they are beyond the limits`() {
        // One record that is too long, and the next one of its kind.
        let words = String(repeating: "words ", count: StoredRecord.longest / 6)
        let reading = later(
            #"{"id":900,"body":"\#(words)","text":"\#(words)","body2":"\#(words)","#
                + (0..<3000).map { #""k\#($0)":"\#($0) and some more words, which make it long"# + #"","# }.joined()
                + #""media":[{"src":"https://m.example/900.jpg"}]},"#
                + #"{"id":901,"media":[{"src":"https://m.example/901.jpg"}]},"#)
        #expect(reading.texts(.location).last == "https://m.example/901.jpg")
        // Many kinds without photos: the records of all of them are not kept.
        let count = ShapeGrowth.mostKinds + 50
        let kinds = (0..<count).map { #"{"id":1,"p\#($0)q":"https://n.example/page/\#($0)"},"# }.joined()
        #expect(later(kinds).rows.count == 200)
        let long = String(repeating: "w", count: 60_000)
        let kept = (0..<(2 * ShapeGrowth.mostBytes / 60_000)).map {
            #"{"id":1,"text":"\#(long)","p\#($0)q":"https://n.example/page/\#($0)"},"#
        }
        #expect(later(kept.joined()).rows.count == 200)
    }
}
