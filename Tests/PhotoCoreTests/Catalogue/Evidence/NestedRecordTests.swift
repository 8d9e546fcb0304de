import Testing

@testable import PhotoCore

@Suite("Records that contain their like")
struct NestedRecordTests {
    private static func node(_ name: String, _ children: String...) -> String {
        let address = "https://m.example/\(name).jpg"
        return #"{"name":"\#(name)","image":"\#(address)","children":[\#(children.joined(separator: ","))]}"#
    }

    private static func addresses(_ names: [String]) -> [String] { names.map { "https://m.example/\($0).jpg" } }

    private static let tree = [
        node("a", node("a1", node("a1x")), node("a2")), node("b", node("b1")), node("c"),
    ]
    private static let names = ["a", "a1", "a1x", "a2", "b", "b1", "c"]

    @Test func `Are a row each, the outer one before those in it`() {
        let reading = TreeReading("[" + Self.tree.joined(separator: ",") + "]")
        #expect(reading.texts(.location) == Self.addresses(Self.names), "\(reading.shape?.explanation ?? [])")
        #expect(reading.texts(.name) == Self.names)
    }

    @Test func `Begin with the document, if it is one of them`() {
        let root = #"{"name":"r","image":"https://m.example/r.jpg","children":["#
        let reading = TreeReading(root + Self.tree.joined(separator: ",") + "]}")
        #expect(reading.texts(.location) == Self.addresses(["r"] + Self.names), "\(reading.shape?.explanation ?? [])")
        #expect(reading.texts(.name) == ["r"] + Self.names)
    }

    @Test func `Begin with an object in the document, if it is one of them`() {
        let root = #"{"version":2,"tree":{"name":"r","image":"https://m.example/r.jpg","children":["#
        let reading = TreeReading(root + Self.tree.joined(separator: ",") + "]}}")
        #expect(reading.texts(.location) == Self.addresses(["r"] + Self.names), "\(reading.shape?.explanation ?? [])")
        #expect(reading.texts(.name) == ["r"] + Self.names)
    }

    @Test func `Keep to themselves what the record around them says`() {
        let reading = TreeReading(
            #"""
            {"comments":[
             {"id":1,"name":"one","date":"2024-05-01","media":{"url":"https://m.example/1.jpg"},"replies":[
              {"id":2,"media":{"url":"https://m.example/2.jpg"},"replies":[
               {"id":3,"name":"three","media":{"url":"https://m.example/3.jpg"},"replies":[]}]},
              {"id":4,"name":"four","date":"2024-05-04","media":{"url":"https://m.example/4.jpg"},"replies":[]}]},
             {"id":5,"name":"five","date":"2024-05-05","media":{"url":"https://m.example/5.jpg"},"replies":[]}]}
            """#)
        #expect(
            reading.texts(.location) == Self.addresses(["1", "2", "3", "4", "5"]),
            "\(reading.shape?.explanation ?? [])")
        #expect(reading.texts(.name) == ["one", "-", "three", "four", "five"])
        #expect(reading.texts(.date) == ["2024-05-01", "-", "-", "2024-05-04", "2024-05-05"])
    }

    @Test func `May be folders, and files next to them`() {
        let file = { (name: String) in
            #"{"name":"\#(name)","type":"file","url":"https://m.example/\#(name).jpg"}"#
        }
        let folder = { (name: String, entries: [String]) in
            #"{"name":"\#(name)","type":"dir","children":[\#(entries.joined(separator: ","))]}"#
        }
        let reading = TreeReading(
            folder(
                "root",
                [
                    file("p0"), folder("a", [file("a1"), folder("aa", [file("aa1"), file("aa2")])]),
                    folder("b", [file("b1")]),
                ]))
        let expected = ["p0", "a1", "aa1", "aa2", "b1"]
        #expect(reading.texts(.location) == Self.addresses(expected), "\(reading.shape?.explanation ?? [])")
        #expect(reading.texts(.name) == expected)
    }

    @Test func `May lie at different depths`() {
        let file = { (name: String) in
            #"{"name":"\#(name)","type":"file","url":"https://m.example/\#(name).jpg"}"#
        }
        let reading = TreeReading(
            #"{"name":"root","type":"dir","children":[{"name":"a","type":"dir","children":[{"name":"aa","type":"dir","#
                + #""children":[\#(file("1")),\#(file("2"))]}]},{"name":"b","type":"dir","children":["#
                + #"\#(file("3")),\#(file("4"))]}]}"#)
        #expect(
            reading.texts(.location) == Self.addresses(["1", "2", "3", "4"]), "\(reading.shape?.explanation ?? [])")
    }

    @Test func `Have lists of their own, in the order of the document`() {
        let reading = TreeReading(
            #"""
            {"folders":[{"name":"A","files":[{"title":"1","url":"https://m.example/1.jpg"}],"folders":[
             {"name":"AA","folders":[],"files":[{"title":"2","url":"https://m.example/2.jpg"}]},
             {"name":"AB","folders":[{"name":"ABA","files":[{"title":"3","url":"https://m.example/3.jpg"}],
              "folders":[]}],"files":[{"title":"4","url":"https://m.example/4.jpg"}]}]}]}
            """#)
        #expect(
            reading.texts(.location) == Self.addresses(["1", "2", "3", "4"]), "\(reading.shape?.explanation ?? [])")
    }

    @Test func `May lie in wrappers`() {
        let reply = { (name: String, replies: String) in
            #"{"kind":"t1","data":{"title":"\#(name)","image":"https://m.example/\#(name).jpg","replies":\#(replies)}}"#
        }
        let listing = { (all: [String]) in
            #"{"kind":"Listing","data":{"children":[\#(all.joined(separator: ","))]}}"#
        }
        let inner = listing([reply("2", listing([reply("3", #""""#)])), reply("4", #""""#)])
        let reading = TreeReading(listing([reply("1", inner), reply("5", #""""#)]))
        #expect(
            reading.texts(.location) == Self.addresses(["1", "2", "3", "4", "5"]),
            "\(reading.shape?.explanation ?? [])")
    }

    @Test(
        arguments: [
            // An object under the same key, and texts in parts.
            #"{"data":{"children":[{"data":{"title":"T","url":"https://m.example/1.jpg"}}]}}"#,
            #"""
            {"posts":[{"type":"photo","text":["T",{"type":"link","text":"T"}],"photo":"https://m.example/1.jpg"}]}
            """#,
            // Sizes of one picture.
            #"""
            {"images":[{"id":1,"url":"https://m.example/1.jpg","width":1600,"height":1200,"images":[
             {"url":"https://m.example/1_m.jpg","width":800,"height":600},
             {"url":"https://m.example/1_s.jpg","width":400,"height":300}]}]}
            """#,
        ])
    func `Are no parts of a record`(json: String) {
        let tree = Self.survey(of: json)
        #expect(tree.folds.isEmpty && TreeFolds.find(in: tree).isEmpty)
    }

    /// The tree of paths of a small document.
    private static func survey(of json: String) -> ShapeTree { ShapeSurvey.make(of: tape(of: json)).tree }

    /// Its events. Its texts have no escapes.
    private static func tape(of json: String) -> EventTape {
        var tape = EventTape()
        var rest = Array(json.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{"): tape.append(.startObject)
            case UInt8(ascii: "["): tape.append(.startArray)
            case UInt8(ascii: "}"): tape.append(.endObject)
            case UInt8(ascii: "]"): tape.append(.endArray)
            case UInt8(ascii: "\""):
                let text = Array(rest.prefix { $0 != UInt8(ascii: "\"") })
                rest = rest.dropFirst(text.count + 1)
                let hasValue = rest.first == UInt8(ascii: ":")
                text.withUnsafeBytes { tape.append(hasValue ? .key : .string, $0) }
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digits = [byte] + rest.prefix { URLText.isDigit($0) }
                rest = rest.dropFirst(digits.count - 1)
                digits.withUnsafeBytes { tape.append(.scalar, $0) }
            default: break
            }
        }
        return tape
    }

    /// More rows than are held back until the record around them ends.
    @Test func `Come after the record around them, however many they are`() {
        let inner = (0..<100).map { Self.node("i\($0)") }.joined(separator: ",")
        let record = #"{"name":"o","image":"https://m.example/o.jpg","children":[\#(inner)]}"#
        let names = ["o"] + (0..<100).map { "i\($0)" }
        let list = TreeReading(#"[\#(Self.node("a", Self.node("a1", Self.node("a1x")))),\#(record)]"#)
        #expect(list.texts(.location) == Self.addresses(["a", "a1", "a1x"] + names))
        #expect(list.texts(.name) == ["a", "a1", "a1x"] + names)
        let nested = Self.node("a", Self.node("a1", Self.node("a1x")))
        let root = TreeReading(
            #"{"name":"r","image":"https://m.example/r.jpg","children":[\#(nested),\#(record)]}"#)
        #expect(root.texts(.location) == Self.addresses(["r", "a", "a1", "a1x"] + names))
        #expect(root.texts(.name) == ["r", "a", "a1", "a1x"] + names)
    }

    /// Levels that no one has made: the outer ones are read, each once, and the others are left out.
    @Test(arguments: [300, 1000])
    func `Are read to a depth`(depth: Int) {
        let opening = (0..<depth).map {
            #"{"name":"n\#($0)","image":"https://m.example/\#($0).jpg","children":["#
        }.joined()
        let reading = TreeReading(opening + String(repeating: "]}", count: depth))
        let count = reading.rows.count
        #expect(count > 64 && count <= ShapeTree.maximumNesting)
        #expect(reading.texts(.location) == Self.addresses((0..<count).map(String.init)))
    }

    /// Records of another kind, without pictures at the known path, at many levels.
    @Test func `Are judged once, however deep they lie`() {
        let chain = { (number: Int) in
            let opening = (0..<120).map { #"{"name":"\#(number)-\#($0)","other":"https://m.example/p","children":["# }
            return opening.joined() + String(repeating: "]}", count: 120)
        }
        let list = Self.tree + (0..<20).map(chain)
        let clock = ContinuousClock()
        let time = clock.measure {
            let reading = TreeReading("[" + list.joined(separator: ",") + "]")
            #expect(reading.texts(.location) == Self.addresses(Self.names))
        }
        #expect(time < .seconds(20))
    }

    @Test func `May have a later shape, at any depth`() {
        let first = (0..<200).map { Self.node("f\($0)", Self.node("g\($0)", Self.node("h\($0)"))) }
        let later = #"""
            {"name":"l","children":[{"name":"m","picture":{"src":"https://m.example/m.jpg"},"children":[
             {"name":"n","picture":{"src":"https://m.example/n.jpg"},"children":[]}]}]}
            """#
        let reading = TreeReading("[" + (first + [later]).joined(separator: ",") + "]")
        #expect(reading.rows.count == 602, "\(reading.rows.count)")
        #expect(reading.texts(.location).suffix(2) == ["https://m.example/m.jpg", "https://m.example/n.jpg"])
    }
}
