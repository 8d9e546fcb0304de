import Testing

@testable import PhotoCore

/// Lists that people and their programs write, which have words of other documents by accident.
@Suite("Lists whose words also mean other things")
struct OwnListTests {
    private static func records(_ count: Int, _ fields: (Int) -> String) -> String {
        (0..<count).map { "{" + fields($0) + "}" }.joined(separator: ",")
    }

    @Test func `The size of a dog is not that of its picture`() {
        let sizes = ["Large", "Small", "Medium", "Large", "Small"]
        let dogs = Self.records(5) {
            #""name":"Dog \#($0)","size":"\#(sizes[$0])","photo":"https://m.example/dog\#($0).jpg""#
        }
        for json in [#"{"dogs":[\#(dogs)]}"#, #"[{"shelter":"A","id":1,"dogs":[\#(dogs)]}]"#] {
            let reading = TreeReading(json)
            #expect(reading.rows.count == 5, "\(reading.shape?.explanation ?? [])")
            #expect(reading.texts(.name) == (0..<5).map { "Dog \($0)" })
        }
    }

    @Test(arguments: ["image", "foto", "img", "url"])
    func `Names that are numbered on and on are names`(word: String) {
        let map = (1...40).map { #""\#(word)\#($0)":"https://m.example/\#($0).jpg""# }.joined(separator: ",")
        let reading = TreeReading(#"{"photos":{\#(map)}}"#)
        #expect(reading.texts(.location) == (1...40).map { "https://m.example/\($0).jpg" })
    }

    @Test func `A type that is a kind of photo says nothing of a person`() {
        let kinds = ["trip", "profile", "wall", "account"]
        let photos = Self.records(40) {
            #""id":\#($0),"type":"\#(kinds[$0 % 4])","image_url":"https://m.example/\#($0).jpg""#
        }
        #expect(TreeReading(#"{"photos":[\#(photos)]}"#).rows.count == 40)
    }

    @Test func `What is listed of a film is no still`() {
        let slides = Self.records(5) { #""headline":"S\#($0)","image_url":"https://m.example/slide\#($0).jpg""# }
        let reading = TreeReading(#"{"title":"Talk","format":"mp4","duration":"12:00","slides":[\#(slides)]}"#)
        #expect(reading.rows.count == 5)
    }

    @Test func `A picture of no series precedes those of one`() {
        let houses = Self.records(3) { house in
            let names = [("main_image", "main"), ("image_1", "one"), ("image_2", "two")]
            let pictures = names.map { #""\#($0)":"https://m.example/\#(house)-\#($1)-room.jpg""# }
            return #""headline":"H\#(house)","area":9,"# + pictures.joined(separator: ",")
        }
        let reading = TreeReading(#"{"total":3,"items":[\#(houses)]}"#)
        let expected = (0..<3).flatMap { house in
            ["main", "one", "two"].map { "https://m.example/\(house)-\($0)-room.jpg" }
        }
        #expect(reading.texts(.location) == expected, "\(reading.shape?.explanation ?? [])")
    }

    @Test(arguments: [
        ("sea-square", "sea-wide"), ("sea@1x", "sea@2x"), ("thumb_sea", "large_sea"), ("sea-s", "sea-l"),
        ("sea", "sea-scaled"),
    ])
    func `Files that differ in a word for a size or a cut are one picture`(one: String, other: String) {
        let pictures = Self.records(3) {
            #""headline":"A\#($0)","area":1,"image":["https://m.example/\#($0)/\#(one).jpg","#
                + #""https://m.example/\#($0)/\#(other).jpg"]"#
        }
        #expect(TreeReading(#"{"total":3,"items":[\#(pictures)]}"#).rows.count == 3)
    }

    @Test(arguments: ["Paris, France 1.jpg", "Screenshot from 2024-05-01 10:20:30.png", "one two three four five.jpg"])
    func `A file's name may hold spaces, commas and colons`(name: String) {
        let photos = Self.records(3) { #""headline":"A\#($0)","x_id":3,"image":"https://m.example/\#($0)/\#(name)""# }
        #expect(TreeReading(#"{"items":[\#(photos)]}"#).rows.count == 3)
    }
}
