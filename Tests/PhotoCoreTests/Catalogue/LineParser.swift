import PhotoCore

/// One entry per line: "name=location".
struct LineParser: CatalogueParsing {
    var line: [UInt8] = []
    var number = 0

    mutating func parse(
        _ bytes: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        for byte in bytes {
            if byte == 0x0A { try finish(into: &builder) } else { line.append(byte) }
        }
    }

    mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        number += 1
        let parts = line.split(separator: UInt8(ascii: "="))
        line = []
        if parts == [Array("bad".utf8)[...]] { throw .notACatalogue(reason: "Line \(number): It is bad.") }
        guard parts.count == 2 else { return }
        try builder.append(
            name: String(decoding: parts[0], as: UTF8.self), location: String(decoding: parts[1], as: UTF8.self),
            at: .line(number))
    }
}

extension CatalogueFormat {
    /// Any document, read by LineParser.
    static let lines = CatalogueFormat("lines", recognises: { _ in .possible }, makeParser: { _ in LineParser() })
}
