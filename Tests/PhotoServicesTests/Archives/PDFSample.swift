import Foundation
import TestSupport

@testable import PhotoServices

/// A PDF document, written by hand.
struct PDFSample {
    /// The first is the catalogue, the second the list of pages.
    private var objects = [Data("<</Type/Catalog/Pages 2 0 R>>".utf8), Data()]
    /// What the list of pages has.
    var kids: [Int] = []

    /// Adds an object; returns its number.
    mutating func add(_ content: String) -> Int {
        objects.append(Data(content.utf8))
        return objects.count
    }

    /// Adds a stream; returns its number.
    mutating func add(_ dictionary: String, _ bytes: some Sequence<UInt8>) -> Int {
        let bytes = Data(bytes)
        objects.append(
            Data("<<\(dictionary)/Length \(bytes.count)>>stream\n".utf8) + bytes + Data("\nendstream".utf8))
        return objects.count
    }

    /// Adds a picture of 100 × 80 pixels; returns its number.
    mutating func addPicture(
        _ filter: String, _ bytes: some Sequence<UInt8>, width: Int = 100, height: Int = 80, bits: Int = 8,
        space: String = "/DeviceRGB", more: String = ""
    ) -> Int {
        add(
            "/Type/XObject/Subtype/Image/Width \(width)/Height \(height)/BitsPerComponent \(bits)/ColorSpace \(space)"
                + (filter.isEmpty ? "" : "/Filter \(filter)") + more, bytes)
    }

    /// Adds a drawing that may be drawn like a picture; returns its number.
    mutating func addDrawing(_ content: String, names: [String: Int]) -> Int {
        add("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources\(Self.resources(names))", content.utf8)
    }

    /// Adds a page to the list, or an object that stands for a page.
    mutating func addPage(_ content: String, names: [String: Int]?, more: String = "") {
        let drawn = add("", content.utf8)
        let resources = names.map { "/Resources\(Self.resources($0))" } ?? ""
        kids.append(add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents \(drawn) 0 R\(resources)\(more)>>"))
    }

    /// The dictionary that gives objects names.
    static func resources(_ names: [String: Int]) -> String {
        "<</XObject<<" + names.sorted { $0.key < $1.key }.map { "/\($0.key) \($0.value) 0 R" }.joined() + ">>>>"
    }

    /// The document.
    var bytes: [UInt8] {
        var document = Data("%PDF-1.4\n%âãÏÓ\n".utf8)
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let place = String(document.count)
            table += String(repeating: "0", count: 10 - place.count) + place + " 00000 n \n"
            let pages = "<</Type/Pages/Count \(kids.count)/Kids[\(kids.map { "\($0) 0 R" }.joined(separator: " "))]>>"
            document += Data("\(index + 1) 0 obj\n".utf8) + (index == 1 ? Data(pages.utf8) : object)
            document += Data("\nendobj\n".utf8)
        }
        let end =
            "xref\n0 \(objects.count + 1)\n\(table)trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\n"
            + "startxref\n\(document.count)\n%%EOF\n"
        return Array(document + Data(end.utf8))
    }

    /// The rows of a document, and its failure, as the program reads it.
    static func read(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> ReadOutcome {
        let place = folder.url.appendingPathComponent("\(UUID()).pdf")
        try Data(bytes).write(to: place)
        return ArchiveSample.catalogue(place)
    }

    /// A JPEG of 96 × 80 pixels, all of whose samples are 0 (ITU-T T.81): the first block of each component differs by
    /// -128 from what is expected, and no other differs.
    static func jpeg(components: Int, hasAdobe: Bool = false) -> Data {
        func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, code, 0, UInt8(content.count + 2)] + content
        }
        let ids = (1...components).map { UInt8($0) }
        var bytes: [UInt8] = [0xFF, 0xD8]
        if hasAdobe { bytes += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
        bytes += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        bytes += segment(0xC0, [8, 0, 80, 0, 96, UInt8(components)] + ids.flatMap { [$0, 0x11, 0] as [UInt8] })
        // One bit for no difference, two for one of eight bits; one bit for the end of a block.
        bytes += segment(0xC4, [0, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 8])
        bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += segment(0xDA, [UInt8(components)] + ids.flatMap { [$0, 0] as [UInt8] } + [0, 63, 0])
        var bits = String(repeating: "10011111110", count: components)
        bits += String(repeating: "00", count: components * (96 / 8 * 80 / 8 - 1))
        while bits.count % 8 != 0 { bits += "1" }
        var rest = bits[...]
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(8), radix: 2) ?? 0)
            if bytes.last == 0xFF { bytes.append(0) }
            rest = rest.dropFirst(8)
        }
        return Data(bytes + [0xFF, 0xD9])
    }

    /// Bytes in zlib's format, not compressed.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { packed += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            packed += block
        } while !rest.isEmpty
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return packed + withUnsafeBytes(of: (high << 16 | low).bigEndian) { Array($0) }
    }
}
