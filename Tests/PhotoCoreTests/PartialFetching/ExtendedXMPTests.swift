import Foundation
@testable import PhotoCore
import Testing
import TestSupport

/// XMP Specification Part 3, 1.1.3.1: a packet that is too long for one segment has an extension in further ones.
@Suite("A thumbnail in extended XMP")
struct ExtendedXMPTests {
    /// A segment's part of the extension; it may lie.
    private struct Part {
        var text: Substring
        var offset: Int
        var length: Int
        var digest = ExtendedXMPTests.digest

        var segment: [UInt8] {
            let numbers = [length, offset].flatMap { HandMadeJPEG.big($0 >> 16) + HandMadeJPEG.big($0) }
            let head = Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8)
            return HandMadeJPEG.segment(0xE1, head + numbers + Array(text.utf8))
        }
    }

    private static let digest = String(repeating: "0123456789ABCDEF", count: 2)
    private static let small = HandMadeJPEG.thumbnail(160, 120)
    private static let image = "<xmpGImg:image>\(Data(small).base64EncodedString())</xmpGImg:image>"
    private static let attribute = "<r xmpNote:HasExtendedXMP=\"%\"/>"
    private static let before = String(repeating: "<rdf:li>before</rdf:li>", count: 10)
    private static let text = before + image + String(repeating: "<rdf:li>after</rdf:li>", count: 10)

    /// The packet's segment: it names the extension in one of the forms of XML.
    private static func packet(_ form: String = attribute, _ named: String = digest) -> [UInt8] {
        let text = form.replacingOccurrences(of: "%", with: named)
        return HandMadeJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(text)".utf8))
    }

    /// The extension in parts of `size` characters.
    private static func parts(of size: Int, _ text: String = text) -> [Part] {
        stride(from: 0, to: text.utf8.count, by: size).map { start in
            Part(text: text.dropFirst(start).prefix(size), offset: start, length: text.utf8.count)
        }
    }

    /// A photo of 4000 x 3000 with these segments before its frame.
    private static func photo(_ segments: [[UInt8]]) -> Data {
        Data(
            HandMadeJPEG.start + Array(segments.joined()) + HandMadeJPEG.frame(0xC0, 4000, 3000)
                + HandMadeJPEG.scan([1, 2, 3], 0...63, low: 0) + [UInt8](repeating: 0x5A, count: 3000)
                + HandMadeJPEG.end)
    }

    private func picture(in data: Data) -> InnerPicture? {
        var enough = EnoughBytes(wanted: .square(160))
        if case .picture(let picture) = enough.look(at: data) { return picture } else { return nil }
    }

    private func isFound(_ segments: [[UInt8]]) -> Bool {
        let data = Self.photo(segments)
        guard let found = picture(in: data) else { return false }
        #expect(found.encoded(in: data).suffix(Self.small.count - 2) == Data(Self.small.dropFirst(2)))
        #expect(found.range.upperBound <= data.count)
        return true
    }

    private func isFound(_ parts: [Part]) -> Bool { isFound([Self.packet()] + parts.map(\.segment)) }

    // MARK: - Joining

    @Test(arguments: [1, 2, 7, 40, 300, 1000])
    func `It is found wherever the parts are cut, in any order, and before the packet as well`(size: Int) {
        let parts = Self.parts(of: size)
        var random = SeededGenerator(seed: 3)
        #expect(isFound(parts))
        #expect(isFound(parts.reversed()))
        #expect(isFound(parts.shuffled(using: &random)))
        #expect(isFound(parts.map(\.segment) + [Self.packet()]))
    }

    @Test func `Parts that are there twice, or overlap, count once`() {
        let parts = Self.parts(of: 40)
        #expect(isFound(parts.flatMap { [$0, $0] }))
        #expect(isFound(parts + parts.reversed()))
        #expect(isFound(Self.parts(of: 90) + Self.parts(of: 70)))
        let long = parts.map { part in
            Part(text: Self.text.dropFirst(part.offset).prefix(65), offset: part.offset, length: part.length)
        }
        #expect(isFound(long))
    }

    @Test func `A missing part matters if the picture is in it`() {
        let parts = Self.parts(of: 40)
        let start = Self.before.utf8.count
        for missing in parts.indices {
            var rest = parts
            let gone = rest.remove(at: missing)
            let holds = gone.offset < start + Self.image.utf8.count && gone.offset + gone.text.utf8.count > start
            // The closing tag's name is not needed.
            let isEnd = gone.offset >= start + Self.image.utf8.count - "/xmpGImg:image>".utf8.count
            #expect(isFound(rest) == (!holds || isEnd), "part \(missing)")
        }
    }

    @Test(arguments: [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF])
    func `The full length may be wrong`(length: Int) {
        #expect(isFound(Self.parts(of: 40).map { Part(text: $0.text, offset: $0.offset, length: length) }))
    }

    @Test(arguments: [0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFD8, 0xFFFF_FFFF])
    func `Offsets at the ends of their range lead nowhere`(offset: Int) {
        let parts = Self.parts(of: 40)
        let more = Part(text: "lost", offset: offset, length: 0xFFFF_FFFF)
        #expect(isFound(parts + [more]))
        #expect(isFound([more] + parts))
        // An offset alone decides nothing: the picture is complete in its part.
        #expect(isFound([Part(text: Self.text[...], offset: offset, length: 0)]))
        #expect(!isFound(parts.map { Part(text: $0.text, offset: offset, length: $0.length) }))
    }

    // MARK: - Which extension

    @Test(
        arguments: [
            "<r xmpNote:HasExtendedXMP='%'/>", "<xmpNote:HasExtendedXMP>%</xmpNote:HasExtendedXMP>",
            "<r a='xmpNote:HasExtendedXMP'/><r xmpNote:HasExtendedXMP=\"%\"/>",
        ])
    func `The packet names its extension; others are older`(form: String) {
        let other = String(repeating: "FEDCBA9876543210", count: 2)
        let parts = Self.parts(of: 40)
        #expect(isFound([Self.packet(form)] + parts.map(\.segment)))
        #expect(!isFound([Self.packet(form, other)] + parts.map(\.segment)))
        #expect(!isFound([Self.packet(form, other)] + Self.parts(of: 1000).map(\.segment)))
        // Parts of another extension do not fill a gap.
        var mixed = parts
        for index in mixed.indices where index % 2 == 1 { mixed[index].digest = other }
        #expect(!isFound([Self.packet(form)] + mixed.map(\.segment)))
        var older = Self.parts(of: 40, String(repeating: "x", count: Self.text.utf8.count))
        for index in older.indices { older[index].digest = other }
        #expect(isFound([Self.packet(form)] + zip(older, parts).flatMap { [$0.segment, $1.segment] }))
    }

    @Test func `Without a packet that names one, any extension counts`() {
        #expect(isFound(Self.parts(of: 40).map(\.segment)))
        #expect(isFound([Self.packet("<r/>")] + Self.parts(of: 1000).map(\.segment)))
        #expect(isFound([Self.packet("<r xmpNote:HasExtendedXMP=\"short\"/>")] + Self.parts(of: 40).map(\.segment)))
    }

    // MARK: - Limits

    @Test(arguments: [(3, true), (4, true), (5, false)])
    func `Parts count that begin within the first 256 KiB`(full: Int, isWithin: Bool) {
        let size = 65_000
        let space = String(repeating: " ", count: full * size - 30)
        #expect(isFound(Self.parts(of: size, space + Self.text)) == isWithin)
    }

    @Test func `Thousands of pictures that do not end, or are none, take no longer than one`() {
        for piece in ["xmpGImg:image>", "<a><xmpGImg:image>", "<r xmpGImg:image='", "<r xmpGImg:image=\"AAAA\">"] {
            let many = String(repeating: piece, count: 250_000 / piece.utf8.count)
            #expect(!isFound(Self.parts(of: 65_000, many)))
        }
    }

    @Test func `The first picture that is a JPEG is taken, whatever is before it`() {
        let none = "<xmpGImg:image></xmpGImg:image><xmpGImg:image>AAAA</xmpGImg:image><r xmpGImg:image='?'/>"
        #expect(isFound(Self.parts(of: 40, none + Self.text)))
    }

    @Test func `Whatever the bytes, nothing outside of them is read, wherever they are cut`() {
        var random = SeededGenerator(seed: 11)
        for round in 0..<5_000 {
            let parts = Self.parts(of: [20, 40, 90][round % 3]).shuffled(using: &random)
            var data = Self.photo([Self.packet()] + parts.map(\.segment))
            HandMadeJPEG.damage(&data, using: &random)
            var enough = EnoughBytes(wanted: .square(160), takesAny: true)
            while case .picture(let picture) = enough.look(at: data) {
                #expect(picture.range.upperBound <= data.count && !picture.encoded(in: data).isEmpty)
                enough.refusePicture()
            }
        }
    }
}
