import Testing

@testable import PhotoCore

@Suite("Data in scripts") struct ScriptLiteralTests {
    private func literals(_ text: String) throws -> [String] {
        try ScriptLiteral.all(in: Array(text.utf8)).map { literal in
            var words: [String] = []
            try literal.forEach { (kind, text) throws(CatalogueFailure) in
                let said = String(decoding: text, as: UTF8.self)
                switch kind {
                case .startObject: words.append("{")
                case .endObject: words.append("}")
                case .startArray: words.append("[")
                case .endArray: words.append("]")
                case .key: words.append(said + ":")
                case .string: words.append("'\(said)'")
                case .scalar: words.append(said)
                }
            }
            return words.joined(separator: " ")
        }
    }

    @Test(arguments: [
        ("{\"a\": [1, true, null, \"x\"]}", ["{ a: [ 1 true null 'x' ] }"]),
        ("var data = [{title: 'A', 'b': \"B\",},]; run(data)", ["[ { title: 'A' b: 'B' } ]"]),
        ("f({key: 'ds:1', data: [null, [\"x\", -4.5e3]]});", ["{ key: 'ds:1' data: [ null [ 'x' -4.5e3 ] ] }"]),
        ("a = [\"\\u003cb\\u003e \\ud83d\\ude00 \\/ \\' \\x41\"]", ["[ '<b> 😀 / ' A' ]"]),
        ("function f() { return [{ url: '1.jpg' }] }", ["[ { url: '1.jpg' } ]"]),
        ("x = [1, /* two */ 2, // three\n 3, 4, 5]", ["[ 1 2 3 4 5 ]"]),
        ("{\"never\": \"closed\", [", []), ("[[[[[[[[[[[[[[", []), ("{a b c d e f g h}", []), ("[1 2 3 4 5 6 7 8]", []),
        ("{\"a\": }, {\"b\": \"long enough\"}", ["{ b: 'long enough' }"]), ("[\"a text without an end]", []), ("", []),
    ]) func `Literals are found, and code is none`(text: String, expected: [String]) throws {
        #expect(try literals(text) == expected)
    }

    @Test(
        arguments: [
            (#"s = JSON.parse("{\"a\": \"x\\u00e9\"}")"#, #"s = JSON.parse("{"a": "x\u00e9"}")"#),
            (#"push([1, "2:[{\"a\": 1}]\n"])"#, #"push([1, "2:[{"a": 1}] "])"#), (#"{\"a\u"#, #"{"a"#),
            (#"{\"a\"#, #"{"a\"#), (#"{"a": "\""}"#, nil), ("{", nil), ("", nil),
        ] as [(String, String?)]) func `Texts that are JSON lose their escapes`(text: String, expected: String?)
    {
        let found = ScriptLiteral.withoutEscapes(Array(text.utf8))
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func `Depth and brackets without end take no longer than they are long`() throws {
        #expect(try literals(String(repeating: "[", count: 200_000)).isEmpty)
        #expect(try literals(String(repeating: "{a:", count: 100_000)).isEmpty)
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        for literal in try literals(deep) { #expect(literal.split(separator: " ").count <= 2 * 128) }
    }

    @Test func `What is cut anywhere or damaged gives literals or none`() throws {
        let text = Array("var d = [{title: 'A \\u00e9', url: \"http://h/1.jpg\", n: [1, 2]}, {title: 'B'}];".utf8)
        for end in text.indices { _ = ScriptLiteral.all(in: Array(text[..<end])) }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            var damaged = text
            damaged[Int.random(in: 0..<text.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            for literal in ScriptLiteral.all(in: damaged) {
                try literal.forEach { (_, _) throws(CatalogueFailure) in }
            }
        }
    }
}
