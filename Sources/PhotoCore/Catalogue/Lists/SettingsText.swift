/// Text of sections with keys and values, as programs store settings: `[section]`, then `key=value`.
///
/// Names of files may be sections, with brackets in them, and text in any encoding: GLib's key files refuse both.
struct SettingsText {
    struct Section {
        let name: [UInt8]
        let line: Int
        var values: [(key: [UInt8], value: [UInt8])] = []

        /// The value of the first key with that name, in any case.
        subscript(key: String) -> [UInt8]? {
            values.first { $0.key.elementsEqual(key.utf8) { $0 | 0x20 == $1 | 0x20 } }?.value
        }
    }

    private(set) var sections: [Section] = []

    init(_ bytes: UnsafeRawBufferPointer) throws(CatalogueFailure) {
        var lines = LineSplitter()
        try lines.take(bytes) { (line, number) throws(CatalogueFailure) in take(line, number) }
        try lines.finish { (line, number) throws(CatalogueFailure) in take(line, number) }
    }

    subscript(section: String) -> Section? { sections.first { $0.name == Array(section.utf8) } }

    private mutating func take(_ line: Slice<UnsafeRawBufferPointer>, _ number: Int) {
        if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"), line.count > 2 {
            sections.append(Section(name: Array(line.dropFirst().dropLast()), line: number))
        } else if let equals = line.firstIndex(of: UInt8(ascii: "=")), !sections.isEmpty,
            line.first != UInt8(ascii: "#"), line.first != UInt8(ascii: ";")
        {
            let key = Array(ListPiece.trimmed(line[..<equals]))
            sections[sections.count - 1].values.append((key, Array(ListPiece.trimmed(line[(equals + 1)...]))))
        }
    }

    /// Whether the text begins with a section, after remarks, and has one with that name.
    static func has(section: String, _ text: ArraySlice<UInt8>) -> Bool {
        let lines = text.split { $0 == 0x0A || $0 == 0x0D }.drop { $0.first == UInt8(ascii: "#") }
        let header = Array("[\(section)]".utf8)
        return lines.first?.first == UInt8(ascii: "[") && lines.contains { $0.starts(with: header) }
    }
}
