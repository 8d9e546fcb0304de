import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Text of strangers as it is shown")
struct ShownTextTests {
    /// The Unicode Character Database's Bidi_Control, and deprecated format characters.
    private static let directions: [UInt32] =
        [0x061C, 0x200E, 0x200F] + Array(0x202A...0x202E) + Array(0x2066...0x206F)
    private static let controls: [UInt32] = Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029]

    private static func text(_ value: UInt32) throws -> String { String(try #require(Unicode.Scalar(value))) }

    @Test(arguments: [
        ("evil\u{202E}gpj.exe", "evilgpj.exe"), ("\u{2067}a\u{2069}.jpg", "a.jpg"), ("x\u{200F}.\u{200F}exe", "x.exe"),
        ("two\nlines", "two lines"), ("two\r\nlines", "two lines"), ("a\u{2028}b\u{2029}c\u{85}d", "a b c d"),
        ("bell\u{7} esc\u{1B}[31m del\u{7F}", "bell  esc [31m del "), ("tab\there", "tab here"), ("", ""),
    ])
    func `A name reads on one line as what it is`(_ text: String, _ expected: String) {
        #expect(ShownText.line(text) == expected)
    }

    @Test(arguments: [
        "שלום עולם.jpg", "مرحبا (2).jpg", "תמונה 12 – Rome.jpg", "می‌خواهم",
        "क्‍ष", "👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}", "漢字", "a\u{A0}b\u{AD}c", "“ ”…–‰",
        "\u{FFFD}",
    ])
    func `Names of every language stay as they are, also those that are read from the right`(_ name: String) {
        #expect(ShownText.line(name).unicodeScalars.elementsEqual(name.unicodeScalars))
    }

    @Test func `Of a longer text the lines stay`() {
        #expect(ShownText.lines("a\tb\r\nc\u{2028}d\u{202E}\u{7}e") == "a\tb\nc\nd e")
    }

    @Test func `No such character is left, wherever it stands`() throws {
        for value in Self.directions {
            for start in 0..<9 {
                let before = String(repeating: "x", count: start)
                #expect(ShownText.line(try before + Self.text(value) + "yz") == before + "yz", "\(value)")
            }
        }
        for value in Self.controls {
            for start in 0..<9 {
                let before = String(repeating: "é", count: start)
                #expect(ShownText.line(try before + Self.text(value) + "yz") == before + " yz", "\(value)")
            }
        }
    }

    @Test func `Bytes are judged as the characters are that they stand for, in any company`() {
        let unfit = Set(Self.directions + Self.controls)
        for value in (0...0x30000 as ClosedRange<UInt32>) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isPlain = Array("12345\(scalar)6789".utf8).withUnsafeBytes { ShownText.isPlain($0) }
            if isPlain == unfit.contains(value) { Issue.record("\(value)") }
        }
    }

    @Test func `Bytes that are no text are judged as what they are read as`() {
        var random = SeededGenerator(seed: 3)
        let pieces: [[UInt8]] = [
            [0xE2], [0x80], [0xAE], [0x81], [0xA6], [0xC2], [0x85], [0xD8], [0x9C], [0x41], [0xFF], [0xF0], [0x9F],
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...14, using: &random)).flatMap { _ in
                pieces.randomElement(using: &random) ?? []
            }
            let read = String(decoding: bytes, as: UTF8.self)
            let isPlain = bytes.withUnsafeBytes { ShownText.isPlain($0) }
            if isPlain != (ShownText.line(read) == read) { Issue.record("\(bytes)") }
        }
    }
}
