import Testing

@testable import PhotoCore

@Suite("The pictures of a record")
struct RecordPicturesTests {
    private static let records: [(String, [String])] = [
        (
            #"""
            [{"name":"H","id":1,"mainImage":"https://m.example/o.jpg","gallery":["https://m.example/p.jpg",
             "https://m.example/q.jpg"]}]
            """#, ["o", "p", "q"]
        ),
        (
            #"""
            [{"name":"H","id":1,"image":"https://m.example/o.jpg","images":["https://m.example/p.jpg",
             "https://m.example/q.jpg"]}]
            """#, ["o", "p", "q"]
        ),
        (
            #"""
            [{"name":"H","id":1,"image":{"url":"https://m.example/o.jpg"},"photos":[{"url":"https://m.example/p.jpg"},
             {"url":"https://m.example/q.jpg"}]}]
            """#, ["o", "p", "q"]
        ),
        // Its own picture stands in the list, in another size.
        (
            #"""
            [{"name":"H","id":1,"image_url":"https://m.example/o.jpg","photos":["https://m.example/p.jpg",
             "https://m.example/o.jpg?width=320"]}]
            """#, ["o", "p"]
        ),
        // A series, told apart by letters.
        (
            #"""
            [{"name":"H","id":1,"image":"https://m.example/mug-102438571_a.jpg",
             "images":["https://m.example/mug-102438571_d.jpg","https://m.example/mug-102438571_e.jpg"]}]
            """#, ["mug-102438571_a", "mug-102438571_d", "mug-102438571_e"]
        ),
        (
            #"""
            [{"name":"H","id":1,"thumbnail":"https://m.example/o.jpg","images":["https://m.example/p.jpg",
             "https://m.example/q.jpg"]}]
            """#, ["p", "q"]
        ),
        (
            #"""
            [{"name":"H","id":1,"image":"https://m.example/o.jpg","relatedImages":["https://m.example/p.jpg",
             "https://m.example/q.jpg"]}]
            """#, ["o"]
        ),
    ]

    @Test(arguments: records)
    func `Are its own and those of its gallery, each once`(json: String, names: [String]) {
        let reading = TreeReading(json)
        let expected = names.map { "https://m.example/\($0).jpg" }
        #expect(reading.texts(.location) == expected, "\(reading.shape?.explanation ?? [])")
    }

    @Test func `Keep their order in records within others`() {
        let reading = TreeReading(
            #"""
            [{"id":1,"shelf":"A","goods":[
             {"id":1,"image":"https://m.example/1.jpg","images":["https://m.example/1a.jpg"]},
             {"id":2,"image":"https://m.example/2.jpg","images":["https://m.example/2a.jpg"]}]}]
            """#)
        let expected = ["1", "1a", "2", "2a"].map { "https://m.example/\($0).jpg" }
        #expect(reading.texts(.location) == expected)
    }

    /// More and fewer than what is held back until a record ends.
    @Test(arguments: [1, 62, 63, 64, 65, 130])
    func `Are its own, however many follow`(count: Int) {
        let gallery = (0..<count).map { #""https://m.example/\#($0).jpg""# }.joined(separator: ",")
        let reading = TreeReading(
            #"[{"id":1,"headline":"H","image":"https://m.example/o.jpg","images":[\#(gallery)]}]"#)
        #expect(
            reading.texts(.location) == (["o"] + (0..<count).map(String.init)).map { "https://m.example/\($0).jpg" })
        #expect(reading.texts(.name).allSatisfy { $0 == "H" })
    }

    @Test func `Are in the collections of a shop as in its list`() {
        let products = (0..<100).map { product in
            let more = (0..<5).map { #""https://m.example/\#(product)-\#($0).jpg""# }.joined(separator: ",")
            return #"{"id":\#(product),"headline":"P","image":"https://m.example/\#(product).jpg","images":[\#(more)]}"#
        }.joined(separator: ",")
        let reading = TreeReading(#"{"collections":[{"id":1,"headline":"All","products":[\#(products)]}]}"#)
        #expect(Set(reading.texts(.location)).count == 600 && reading.rows.count == 600)
        #expect(reading.texts(.location).prefix(2) == ["https://m.example/0.jpg", "https://m.example/0-0.jpg"])
    }

    @Test func `Are those of each variant, though the others show them`() {
        let reading = TreeReading(
            #"""
            {"products":[
             {"id":1,"headline":"red","image":"https://m.example/red.jpg","images":["https://m.example/blue.jpg"]},
             {"id":2,"headline":"blue","image":"https://m.example/blue.jpg","images":["https://m.example/red.jpg"]}]}
            """#)
        let expected = ["red", "blue", "blue", "red"].map { "https://m.example/\($0).jpg" }
        #expect(reading.texts(.location) == expected)
    }

    @Test(
        arguments: [
            (
                #""url":"https://m.example/a.jpg","width":3000,"height":2000,"cropped":false"#,
                #""url":"https://m.example/b.jpg","width":1000,"height":1000,"cropped":false"#, 2
            ),
            (
                #""url":"https://m.example/a.jpg","width":3000,"height":2000"#,
                #""url":"https://m.example/b.jpg","width":1000,"height":1000,"cropped":true"#, 1
            ),
            (
                #""url":"https://m.example/get.php?id=a","width":3000,"height":2000"#,
                #""url":"https://m.example/get.php?id=b","width":1000,"height":1000"#, 2
            ),
            (
                #""url":"https://m.example/1/original.jpg","width":3000,"height":2000"#,
                #""url":"https://m.example/2/original.jpg","width":1000,"height":1000"#, 2
            ),
            (
                #""url":"https://m.example/1/sea/original.jpg","width":3000,"height":2000"#,
                #""url":"https://m.example/1/sea/s75x75/original.jpg","width":1000,"height":1000"#, 1
            ),
        ] as [(String, String, Int)])
    func `Are photos or their squares, which say that they are cut or name the same file`(
        one: String, other: String, count: Int
    ) {
        let record = #"{"headline":"T","photos":[{\#(one)},{\#(other)}]}"#
        #expect(TreeReading("[\(record),\(record),\(record)]").rows.count == 3 * count)
    }

    @Test func `Are at addresses without endings, some of them without a type`() {
        let records = (0..<9).map {
            let type = $0 == 5 ? "" : #""mime_type":"image/jpeg","#
            return #"{"id":\#($0),\#(type)"blob_url":"https://m.example/get/\#($0)","zed":"y","x_id":3}"#
        }
        #expect(TreeReading(#"{"files":[\#(records.joined(separator: ","))]}"#).rows.count == 9)
    }

    @Test(
        arguments: [
            ("https://h/sea.jpg", "https://h/sea.jpg?width=80", true),
            ("https://h/s320/sea.jpg", "https://h/s1600/sea.jpg", true),
            ("https://h/1029384756_0a1b_b.jpg", "https://h/1029384756_0a1b_m.jpg", true),
            ("https://h/mug-102438571_a.jpg", "https://h/mug-102438571_d.jpg", false),
            ("https://h/mug-102438571.jpg", "https://h/mug-102438571_d.jpg", false),
            ("https://h/sea.jpg", "https://h/quay.jpg", false),
        ] as [(String, String, Bool)])
    func `Are one in two sizes, or several of a series`(one: String, other: String, isOne: Bool) {
        #expect(PictureSameness.isPicture(Array(one.utf8), of: Array(other.utf8)) == isOne)
    }
}
