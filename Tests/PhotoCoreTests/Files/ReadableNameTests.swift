import Foundation
import Testing

@testable import PhotoCore

@Suite struct ReadableNameTests {
    @Test(arguments: [
        // Latin-1 and windows-1252.
        ("caf%E9.jpg", "café.jpg"), ("%DCber M%FCnchen.jpg", "Über München.jpg"), ("%E9l%E8ve.jpg", "élève.jpg"),
        ("r%E9p%E9t%E9.jpg", "répété.jpg"), ("cr%E9%E9e.jpg", "créée.jpg"), ("Rome %96 day 1.jpg", "Rome – day 1.jpg"),
        ("don%92t.jpg", "don’t.jpg"), ("10 %80.jpg", "10 €.jpg"), ("%FF.jpg", "ÿ.jpg"),
        // Code page 437.
        ("caf%82.jpg", "café.jpg"), ("M%81nchen.jpg", "München.jpg"), ("fr%94hlich.jpg", "fröhlich.jpg"),
        // Shift_JIS, EUC-JP and GB 18030.
        ("%8E%CA%90%5E 2.jpg", "写真 2.jpg"), ("%83%65%83%58%83%67.jpg", "テスト.jpg"),
        ("%BC%CC%BF%BF%A4%CE%CC%BE%C1%B0.jpg", "写真の名前.jpg"), ("%D5%D5%C6%AC%BC%AF.jpg", "照片集.jpg"),
        // UTF-8, whole and damaged.
        ("caf%C3%A9.jpg", "café.jpg"), ("%E6%97%A5%E6%9C%AC.jpg", "日本.jpg"),
        ("%E6%97%A5%E6%9C%AC%E8%AA", "日本\u{FFFD}"), ("%FF %C3%A9.jpg", "\u{FFFD} é.jpg"),
    ])
    func `Names are read in the encoding that their bytes suggest`(encoded: String, shown: String) {
        #expect(ReadableName.text(FilePath(percentEncoded: encoded).bytes) == shown)
    }

    @Test func `Each folder of a path has an encoding of its own`() {
        let path = FilePath(percentEncoded: "/caf%E9/%8E%CA%90%5E/%C3%A9.jpg")
        #expect(path.description == "/café/写真/é.jpg")
        #expect(path.url().shownPath == "/café/写真/é.jpg")
        #expect(path.url().shownName == "é.jpg")
        #expect(path.parent.shownName == "写真")
        #expect(path.url().filePath == path)
    }

    @Test func `Names stay fit to be shown`() {
        // A control character of windows-1252, a line end, and DEL.
        #expect(FilePath(percentEncoded: "a%81b%0Ac%7Fd%E9").shownName == "a b c dé")
        #expect(URL(string: "http://example.org/caf%E9%0A.jpg")?.shownName == "café .jpg")
    }

    @Test func `Any bytes are a name, and only an empty name is empty`() {
        #expect(ReadableName.text([]).isEmpty)
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max { #expect(!ReadableName.text([first, second]).isEmpty) }
        }
        let all = Array(UInt8.min...UInt8.max)
        for start in 0..<256 { #expect(!ReadableName.text(all[start...]).isEmpty) }
    }

    @Test func `Every byte is a character of windows-1252, and back`() {
        for byte in UInt8.min...UInt8.max {
            let text = Windows1252.text([byte])
            #expect(text.unicodeScalars.count == 1)
            #expect(text.unicodeScalars.first.flatMap(Windows1252.byte) == byte)
        }
        #expect(Windows1252.text([0x80, 0x9F, 0x81, 0xE9]) == "€Ÿ\u{81}é")
        #expect(Windows1252.byte("本") == nil)
        #expect(Windows1252.byte(" ") == 0x20)
    }
}
