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
