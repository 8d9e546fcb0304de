import Testing

@testable import PhotoCore

@Suite("Photos in any tree")
struct PhotoTreeTests {
    @Test(arguments: [("results", 0), ("photos", 2)])
    func `A page of a reply about something else is no list of a person's own`(key: String, count: Int) {
        let records = (1...2).map { #"{"name":"n\#($0)","url":"https://p.example/api/p/\#($0)/"}"# }
        let reading = TreeReading(
            #"{"count":1302,"next":"https://p.example/api/p?offset=20","previous":null,"\#(key)":["#
                + records.joined(separator: ",") + "]}")
        #expect(reading.rows.count == count)
        #expect((reading.failure == nil) == (count > 0))
    }

    @Test(arguments: ServiceShape.social + ServiceShape.libraries + ServiceShape.sites)
    func `A service's reply has the rows that a person expects`(shape: ServiceShape) {
        let reading = TreeReading(shape.json)
        #expect(reading.failure == nil)
        #expect(reading.texts(.location) == shape.locations, "\(reading.shape?.explanation ?? [])")
        if let thumbnails = shape.thumbnails { #expect(reading.texts(.thumbnail) == thumbnails) }
        if let names = shape.names { #expect(reading.texts(.name) == names) }
    }

    @Test(arguments: [
        (
            "weather",
            #"""
            {"location":{"name":"Bergen","lat":60},"current":{"temp_c":4,"condition":{"text":"Rain",
             "icon":"//c.example/weather/64x64/day/296.png","code":1183}}}
            """#
        ),
        (
            "package",
            #"""
            {"name":"x","version":"1.0.0","main":"index.js","files":["dist","README.md","logo.png"],"icon":"icon.png",
             "homepage":"https://x.example/","repository":{"type":"git","url":"git+https://g.example/x.git"}}
            """#
        ),
        (
            "posts of text",
            #"""
            {"kind":"Listing","data":{"after":null,"dist":2,"modhash":"","children":[
             {"data":{"title":"Q","url":"https://r.example/r/x/1","thumbnail":"self","permalink":"/r/x/1"}},
             {"data":{"title":"R","url":"https://r.example/r/x/2","thumbnail":"default","permalink":"/r/x/2"}}]}}
            """#
        ),
        (
            "a package of another language",
            #"""
            {"name":"a/b","homepage":"https://b.example","support":{"issues":"https://b.example/i"},
             "repositories":[{"type":"vcs","url":"https://git.example/x"}],
             "authors":[{"name":"A","homepage":"https://a.example"}]}
            """#
        ),
        (
            "a page of activities",
            #"""
            {"id":"https://m.example/users/bea/outbox?page=true","type":"OrderedCollectionPage",
             "next":"https://m.example/users/bea/outbox?max_id=1","partOf":"https://m.example/users/bea/outbox",
             "orderedItems":[{"id":"https://m.example/1/activity","type":"Create","actor":"https://m.example/users/bea",
             "object":{"id":"https://m.example/1","type":"Note","content":"hi","attachment":[]}}]}
            """#
        ),
        ("an identifier", #"{"id":"https://t.example/topo","version":2}"#),
        ("an address", #"{"url":"https://t.example/topo","version":2}"#),
        (
            "settings",
            #"{"editor.fontSize":14,"workbench.theme":"Dark","http.proxy":"http://p.example:8080","debug":true}"#
        ),
        (
            "users with avatars",
            #"""
            [{"login":"ann","id":1,"avatar_url":"https://a.example/u/1.png","html_url":"https://g.example/ann",
            "type":"User"},
             {"login":"bob","id":2,"avatar_url":"https://a.example/u/2.png","html_url":"https://g.example/bob",
             "type":"User"}]
            """#
        ),
        (
            "records without addresses",
            #"""
            [{"ID":"1","UID":"p1","Type":"image","Title":"Weir","Path":"2021/08","FileName":"2021/08/1.jpg","Hash":"0a",
              "Width":3000,"Height":2000,"Camera":"X","Lens":"Y","Country":"no"}]
            """#
        ),
        ("news", #"{"hits":[{"title":"N","url":"https://n.example/a","author":"a","points":3,"objectID":"1"}]}"#),
        ("videos", #"{"data":[{"id":1,"type":"video","url":"https://v.example/1.mp4","title":"V","length":3}]}"#),
        ("numbers", #"{"series":[1,2,3],"unit":"mm"}"#),
        ("manifest", #"{"name":"App","icons":[{"src":"icon-192.png","sizes":"192x192","type":"image/png"}]}"#),
        (
            "an extension",
            #"""
            {"name":"my-ext","publisher":"ann","icon":"images/icon.png",
             "repository":{"type":"git","url":"https://g.example/x/y.git"},"contributes":{}}
            """#
        ),
        ("an icon", #"{"name":"x","icon":"icon.png","bugs":{"url":"https://g.example/x/y/issues"}}"#),
        ("links", #"{"items":[{"name":"a","href":"https://h.example/a"},{"name":"b","href":"https://h.example/b"}]}"#),
        (
            "pages", #"{"data":[{"id":"1","type":"page","title":"A","url":"https://h.example/a","author":"Ann"}]}"#
        ),
    ])
    func `A document without photos says what it is about`(name: String, json: String) throws {
        let reading = TreeReading(json)
        #expect(reading.rows.isEmpty, "\(reading.shape?.explanation ?? [])")
        guard case .noPhotosIn(let format, let keys)? = reading.failure else {
            Issue.record("\(String(describing: reading.failure))")
            return
        }
        #expect(format == "JSON" && !keys.isEmpty && keys.count <= 5)
    }

    @Test(arguments: [
        #"{"Sea":"sea.jpg","Hill":"hill.jpg"}"#, #"{"Sea":"sea.jpg","Hill":5}"#,
        #"{"Sea":"https://h.example/sea","Hill":"https://h.example/hill"}"#,
        #"[{"name":"Sea","url":"https://h.example/sea"},{"name":"Hill","url":"https://h.example/hill"}]"#,
        #"{"photos":[{"id":1,"url":"https://h.example/sea"},{"id":2,"url":"https://h.example/hill"}]}"#,
        #"[{"id":1,"title":"Sea","url":"https://h.example/1"},{"id":2,"title":"Hill","url":"https://h.example/2"}]"#,
        #"[{"name":"Sea","url":"https://api.h.example/1"},{"name":"Hill","url":"https://h.example/api/2/original"}]"#,
        #"[{"name":"Sea","url":"https://h.example/1","type":"landscape"},{"name":"Hill","url":"https://h.example/2"}]"#,
        #"[{"title":"Sea","url":"https://h.example/1","link":"https://h.example/p1"},{"title":"H","url":"//h/2"}]"#,
        #"{"@ann":"https://h.example/ann","@bob":"https://h.example/bob"}"#,
    ])
    func `A person's own small list has a row for each entry, whatever it names`(json: String) {
        let reading = TreeReading(json)
        #expect(reading.rows.count == 2 && reading.failure == nil)
    }

    @Test func `The failure names keys of the document`() {
        let reading = TreeReading(#"{"kind":"Listing","data":{"after":null,"modhash":"x","children":[]}}"#)
        let failure = reading.failure ?? .noPhotosIn(format: "JSON", keys: ["kind", "data", "after", "modhash"])
        let keys = "“kind”, “data”, “after”, “modhash”, “children”"
        #expect(failure.description == "There are no photos in this: it is JSON about \(keys).")
    }

    @Test func `Rows come while the document still arrives`() {
        let record = #"{"id":1,"kind":"t3","score":9,"media":[{"type":"image","url":"https://m.example/1.jpg"}]},"#
        let reading = TreeReading(#"{"after":"x","children":["# + String(repeating: record, count: 2000) + "]}")
        #expect(reading.rows.count == 2000 && reading.countBeforeEnd >= 1990)
    }

    @Test func `A picture after half a megabyte without any is found`() {
        let text = #"{"id":1,"kind":"text","body":"\#(String(repeating: "words ", count: 40))"},"#
        let picture = #"{"id":2,"kind":"photo","image_url":"https://m.example/1.jpg"},"#
        let reading = TreeReading(
            "[" + String(repeating: text, count: 6000) + String(repeating: picture, count: 3) + "]")
        #expect(reading.texts(.location) == [String](repeating: "https://m.example/1.jpg", count: 3))
    }

    @Test func `A long list whose first addresses say nothing has all of its rows`() {
        let plain = (0..<9000).map {
            #"{"title":"A \#($0)","url":"https://m.example/photo/\#($0)","link":"//m/\#($0)"},"#
        }
        let named = (0..<100).map { #"{"title":"B \#($0)","url":"https://m.example/\#($0).jpg","link":"//m/\#($0)"},"# }
        #expect(TreeReading("[" + (plain + named).joined() + "]").rows.count == 9100)
    }

    @Test func `A key that only later records have counts as well`() {
        let plain = (0..<1000).map { #"{"id":1,"score":2,"media_url":"https://m.example/\#($0).jpg"},"# }.joined()
        let other = #"{"id":1,"score":2,"photos":[{"image_url":"https://m.example/last.jpg"}]},"#
        let reading = TreeReading("[" + plain + other + "]")
        #expect(reading.rows.count == 1001 && reading.texts(.location).last == "https://m.example/last.jpg")
    }

    @Test func `One long list within a record is not held back to its end`() {
        let photo = #"{"id":1,"checksum":"x","image_url":"https://m.example/1.jpg"},"#
        let reading = TreeReading(
            #"[{"album":"A","date":"2024","items":["# + String(repeating: photo, count: 5000) + "]}]")
        #expect(reading.rows.count == 5000 && reading.countBeforeEnd > 4900)
        #expect(reading.texts(.date).allSatisfy { $0 == "2024" })
    }

    @Test(arguments: 50...80)
    func `Rows that are handed over in the middle of a record leave the next record as it is`(count: Int) {
        func photos(_ count: Int, _ name: String) -> String {
            (0..<count).map { #"{"id":\#($0),"image_url":"https://m.example/\#(name)\#($0).jpg"}"# }
                .joined(separator: ",")
        }
        let reading = TreeReading(
            #"[{"id":1,"main":[\#(photos(10, "m"))],"albums":[{"items":[\#(photos(count, "a"))]}]},"#
                + #"{"id":2,"main":[\#(photos(1, "n"))]}]"#)
        #expect(reading.rows.count > 10)
        #expect(reading.texts(.location).last == "https://m.example/n0.jpg")
    }

    @Test func `Neither depth nor many different keys cost much`() {
        let count = 20_000
        let deep = TreeReading(String(repeating: #"{"x":["#, count: 300) + #""1.jpg""#)
        #expect(deep.rows.count <= 1)
        let keys = (0..<count).map { #""k\#($0)":{"v\#($0)":"\#($0)"}"# }.joined(separator: ",")
        #expect(TreeReading("{\(keys)}").rows.isEmpty)
    }

    @Test(arguments: ServiceShape.social + ServiceShape.libraries + ServiceShape.sites)
    func `A document cut anywhere has no address that is not in it`(shape: ServiceShape) {
        let plain = shape.json.replacing("&amp;", with: "&")
        for end in stride(from: 0, to: shape.json.utf8.count, by: 7) {
            let reading = TreeReading(String(decoding: shape.json.utf8.prefix(end), as: UTF8.self))
            for location in reading.texts(.location) where location != "-" {
                #expect(plain.contains(location))
            }
        }
    }

    @Test(arguments: ServiceShape.social + ServiceShape.libraries + ServiceShape.sites)
    func `Damage leaves rows or a reason`(shape: ServiceShape) {
        var state: UInt64 = 88_172_645_463_325_252
        var next: UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
        for _ in 0..<100 {
            var bytes = Array(shape.json.utf8)
            for _ in 0..<4 { bytes[Int(next % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: next >> 8) }
            _ = TreeReading(String(decoding: bytes, as: UTF8.self))
        }
    }
}
