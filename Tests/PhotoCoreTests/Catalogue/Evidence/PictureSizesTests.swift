import Testing

@testable import PhotoCore

@Suite("The sizes of a picture in a list")
struct PictureSizesTests {
    @Test(
        arguments: [
            ("small", 320), ("Original", 8000), ("extra-large", 2000), ("Large Square", 75), ("FullHD", 1920),
            ("Thumbnail Image", 160), ("image", nil), ("Sea", nil), ("a small boat", nil), ("", nil),
            ("small small small small", nil), (String(repeating: "small", count: 99), nil),
        ] as [(String, Int?)])
    func `Are named by words alone`(text: String, size: Int?) { #expect(PictureSize.named(by: text.utf8) == size) }

    @Test(
        arguments: [
            ("https://h/i/34s/a.png", 34), ("https://h/i/300x300/a.png", 300), ("https://h/s1600/a.png", 1600),
            ("https://h/640px/a.png", 640), ("https://h/2024/05/a.png", nil), ("https://h/300x300.png", nil),
            ("https://h/x/xx/s/px/a.png", nil), ("https://h/99999x1/a.png", nil), ("https://h/?/300x300/a", nil),
        ] as [(String, Int?)])
    func `Are told by a folder of the address`(address: String, size: Int?) {
        #expect(Array(address.utf8).withUnsafeBytes { PictureSize.folder(in: $0) } == size)
    }

    @Test(arguments: [("16_9", true), ("3:2", true), ("4x3", true), ("1.78", false), ("16_9_1", false), ("x", false)])
    func `Proportions are two small numbers`(text: String, isRatio: Bool) {
        #expect(PictureSize.isRatio(text.utf8) == isRatio)
    }

    @Test(arguments: [
        // Each element says which size it is.
        (#"{"size":"small","u":"https://m.example/NAME1.jpg"},{"size":"large","u":"https://m.example/NAME2.jpg"}"#, 1),
        // The same word twice.
        (#"{"size":"small","u":"https://m.example/NAME1.jpg"},{"size":"small","u":"https://m.example/NAME2.jpg"}"#, 2),
        // Names of photos.
        (#"{"name":"Sea","u":"https://m.example/NAME1.jpg"},{"name":"Large","u":"https://m.example/NAME2.jpg"}"#, 2),
        // Cuts of one picture, and photos that have a number each.
        (
            #"""
            {"ratio":"16_9","url":"https://m.example/NAME1.jpg","width":160,"height":90},
            {"ratio":"3_2","url":"https://m.example/NAME2.jpg","width":300,"height":200}
            """#, 1
        ),
        (
            #"""
            {"id":1,"ratio":"16_9","url":"https://m.example/NAME1.jpg","width":160,"height":90},
            {"id":2,"ratio":"3_2","url":"https://m.example/NAME2.jpg","width":300,"height":200}
            """#, 2
        ),
    ])
    func `Are one row where each says which it is`(elements: String, count: Int) {
        let records = ["a", "b", "c"].map { name in
            #"{"note":"\#(name)","image":[\#(elements.replacing("NAME", with: name))]}"#
        }
        let reading = TreeReading(#"{"total":3,"items":[\#(records.joined(separator: ","))]}"#)
        #expect(reading.rows.count == 3 * count, "\(reading.shape?.explanation ?? [])")
    }

    @Test(arguments: [
        (["https://m.example/NAME/16x9.jpg", "https://m.example/NAME/4x3.jpg"], 1),
        (["https://m.example/1x1/NAME.jpg", "https://m.example/4x3/NAME.jpg"], 1),
        (["https://m.example/NAME-door.jpg", "https://m.example/NAME-roof.jpg"], 2),
        (["https://m.example/NAME1.jpg", "https://m.example/NAME2.jpg"], 2),
    ])
    func `Are one row under a key in the singular, unless their files are several`(addresses: [String], count: Int) {
        let list = addresses.map { "\"\($0)\"" }.joined(separator: ",")
        let records = ["sea", "pier", "quay"].map { name in
            #"{"note":"\#(name)","image":[\#(list.replacing("NAME", with: name))]}"#
        }
        let reading = TreeReading(#"{"total":3,"items":[\#(records.joined(separator: ","))]}"#)
        #expect(reading.rows.count == 3 * count, "\(reading.shape?.explanation ?? [])")
    }

    @Test func `Are told by keys that are widths`() {
        let records = ["a", "b"].map { name in
            let widths = ["115", "202", "404", "original"].map { #""\#($0)":"https://m.example/\#($0)/\#(name).jpg""# }
            return #"{"note":"\#(name)","covers":{\#(widths.joined(separator: ","))}}"#
        }
        let reading = TreeReading(#"{"total":2,"items":[\#(records.joined(separator: ","))]}"#)
        #expect(reading.texts(.location) == ["https://m.example/original/a.jpg", "https://m.example/original/b.jpg"])
        #expect(reading.texts(.thumbnail) == ["https://m.example/202/a.jpg", "https://m.example/202/b.jpg"])
    }

    @Test func `Are pairs of numbers as well`() {
        let reading = TreeReading(
            #"""
            {"items":[{"title":"A","files":[
             {"dimensions":[60,60],"type":"icon","url":"https://m.example/a1.jpg"},
             {"dimensions":[300,200],"type":"preview","url":"https://m.example/a2.jpg"},
             {"dimensions":[3000,2000],"type":"original","url":"https://m.example/a3.jpg"}]},
             {"title":"B","files":[
             {"url":"https://m.example/b3.jpg","type":"original","dimensions":[3000,2000]},
             {"url":"https://m.example/b2.jpg","type":"preview","dimensions":[300,200]}]}]}
            """#)
        #expect(reading.texts(.location) == ["https://m.example/a3.jpg", "https://m.example/b3.jpg"])
        #expect(reading.texts(.thumbnail) == ["https://m.example/a2.jpg", "https://m.example/b2.jpg"])
        #expect(reading.texts(.width) == ["3000", "3000"])
    }
}

@Suite("Pictures next to a record's own")
struct OtherPicturesTests {
    @Test(arguments: [
        // The artist's, and the record's own.
        (#""artist":{"picture":"https://m.example/NAME-x.jpg"},"album":{"image":"https://m.example/NAME.jpg"}"#, true),
        // Nothing but the artist's.
        (#""artist":{"picture":"https://m.example/NAME.jpg"}"#, true),
        // The poster of a film, and the still of one.
        (#""type":"movie","poster":"https://m.example/NAME.jpg""#, true),
        (#""type":"movie","thumbnail":"https://m.example/NAME.jpg""#, false),
        (#""type":"video","poster":"https://m.example/NAME.jpg""#, false),
        // An address that ends like a film.
        (#""url":"https://m.example/NAME.jpg","preview_url":"https://m.example/t/NAME.jpg""#, true),
        // A service's address, and a request to it.
        (
            #"""
            "image_iiif_id":"https://m.example/iiif/NAME.tif","image_native":"https://m.example/NAME.jpg"
            """#.replacing("example/NAME.jpg", with: "example/iiif/NAME.tif/full/full/0/native.jpg"), true
        ),
    ])
    func `Are none of its photo`(fields: String, isShown: Bool) {
        let records = ["a", "b"].map { #"{"id":"\#($0)","title":"T",\#(fields.replacing("NAME", with: $0))}"# }
        let reading = TreeReading(#"{"total":2,"items":[\#(records.joined(separator: ","))]}"#)
        let places = reading.texts(.location)
        let expected = ["a", "b"].map { name in
            fields.contains("iiif")
                ? "https://m.example/iiif/\(name).tif/full/full/0/native.jpg" : "https://m.example/\(name).jpg"
        }
        #expect(places == (isShown ? expected : []), "\(reading.shape?.explanation ?? [])")
    }

    @Test(arguments: [
        (#""image1":"https://m.example/NAME-door.jpg","image2":"https://m.example/NAME-roof.jpg""#, 2),
        (#""photo_0_url":"https://m.example/NAME-door.jpg","photo_1_url":"https://m.example/NAME-roof.jpg""#, 2),
        (#""front_image":"https://m.example/NAME-door.jpg","back_image":"https://m.example/NAME-roof.jpg""#, 2),
        // The same file at two sizes, the same picture twice, and one of no series.
        (#""image1":"https://m.example/s320/NAME.jpg","image2":"https://m.example/s1600/NAME.jpg""#, 1),
        (#""image1":"https://m.example/NAME.jpg","image2":"https://m.example/NAME.jpg""#, 1),
        (#""image1":"https://m.example/NAME.jpg","image2":"""#, 1),
        (#""image1":"https://m.example/NAME.jpg","thumb1":"https://m.example/t/NAME.jpg""#, 1),
    ])
    func `Are a series where their keys have numbers or sides`(fields: String, count: Int) {
        let records = ["sea", "pier", "quay"].map {
            #"{"id":"\#($0)","title":"\#($0)","area":3,\#(fields.replacing("NAME", with: $0))}"#
        }
        let reading = TreeReading(#"{"total":3,"items":[\#(records.joined(separator: ","))]}"#)
        let names = ["sea", "pier", "quay"].flatMap { [String](repeating: $0, count: count) }
        #expect(reading.texts(.name) == names, "\(reading.shape?.explanation ?? [])")
    }

    @Test func `A series of one record alone is in its order`() {
        let reading = TreeReading(
            #"""
            {"id":1,"title":"House","area":3,"rooms":4,"image1":"https://m.example/door.jpg",
             "image2":"https://m.example/roof.jpg"}
            """#)
        #expect(reading.texts(.location) == ["https://m.example/door.jpg", "https://m.example/roof.jpg"])
    }

    @Test(
        arguments: [
            ("image2", 2), ("imageurl3", 3), ("photo_1_url", 1), ("Image 4", 4), ("back_image", 2), ("image16", nil),
            ("image", nil), ("url_o", nil), ("thumb_480", nil), ("image_1_2", nil),
            ("2", nil), ("before", 1),
        ] as [(String, Int?)])
    func `A key's words tell which one of a series it is`(key: String, number: Int?) {
        #expect(KeySense(key.utf8).series?.number == number)
    }

    @Test func `A film among photos has no row of its still`() {
        let reading = TreeReading(
            #"""
            {"items":[
             {"id":1,"file_url":"https://m.example/a.jpg","preview_url":"https://m.example/t/a.jpg"},
             {"id":2,"file_url":"https://m.example/b.mp4","preview_url":"https://m.example/t/b.jpg"},
             {"id":3,"file_url":"https://m.example/c.jpg","preview_url":"https://m.example/t/c.jpg"}]}
            """#)
        #expect(reading.texts(.location) == ["https://m.example/a.jpg", "https://m.example/c.jpg"])
    }

    @Test func `The type of another file in an object of files is none of the photo's`() {
        let json = { (type: String) in
            let records = ["a", "b"].map {
                #"""
                {"id":"\#($0)","files":{"scan":{"href":"https://m.example/\#($0).tif","type":"image/tiff"},
                 "metadata":{"href":"https://m.example/\#($0).bin","type":"\#(type)"}}}
                """#
            }
            return #"{"total":2,"items":[\#(records.joined(separator: ","))]}"#
        }
        let places = ["https://m.example/a.tif", "https://m.example/b.tif"]
        #expect(TreeReading(json("application/xml")).texts(.location) == places)
        #expect(TreeReading(json("video/mp4")).texts(.location) == [])
    }
}
