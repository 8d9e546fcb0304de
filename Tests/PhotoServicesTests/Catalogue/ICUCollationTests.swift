import PhotoCore
import PhotoServices
import Testing

@Suite struct ICUCollationTests {
    private func sorted(_ names: [String], in locale: String) -> [String] {
        var keys = ICUCollation(locale: locale).makeKeys()
        let keyed = names.map { ($0, keys.key(of: $0)) }
        return keyed.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }

    @Test func `Numbers are sorted by their value, capitals next to their small letters`() {
        let names = [
            "Photo 10", "photo 9", "Photo 2", "photo 2", "a", "B", "Photo 1000000000000", "Photo 0100", "", "é", "f",
        ]
        #expect(
            sorted(names, in: "C.UTF-8") == [
                "", "a", "B", "é", "f", "photo 2", "Photo 2", "photo 9", "Photo 10", "Photo 0100",
                "Photo 1000000000000",
            ])
    }

    @Test(arguments: [
        ("sv_SE.UTF-8", ["ask", "zon", "åka", "äta", "öra"]), ("de_DE", ["åka", "ask", "äta", "öra", "zon"]),
        ("cs_CZ.UTF-8", ["cena", "hora", "chata", "jaro"]), ("es_ES@euro", ["nube", "ñandú", "oso"]),
        ("et_EE", ["šokk", "zen", "tamm"]),
    ])
    func `Every language has its own order`(_ locale: String, _ expected: [String]) {
        #expect(sorted(expected.sorted(), in: locale) == expected)
    }

    @Test func `Keys have no zero byte, and long names and ill-formed ones have keys too`() {
        var keys = ICUCollation(locale: "").makeKeys()
        for bytes in [[UInt8]("1 000 αβγ 山".utf8), [0, 1, 0xFF, 0xC3], [], [UInt8](repeating: 0xE5, count: 5000), [0]] {
            var key: [UInt8] = [7]
            bytes.withUnsafeBytes { keys.appendKey(of: $0, to: &key) }
            #expect(key.first == 7)
            #expect(!key.contains(0))
        }
    }
}
