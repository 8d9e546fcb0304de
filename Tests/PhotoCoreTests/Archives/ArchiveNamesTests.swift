import TestSupport
import Testing

@testable import PhotoCore

@Suite("Names and kinds of archives")
struct ArchiveNamesTests {
    @Test(arguments: ["../a.jpg", "a/../../b.jpg", "/etc/a.jpg", "C:\\a.jpg", "a\\..\\b.jpg", "\\\\host\\a.jpg"])
    func `Names that lead out of the archive are refused`(name: String) {
        #expect(ArchiveNames.leadsOut(Array(name.utf8)))
    }

    @Test(arguments: ["a.jpg", "a/..b.jpg", "a../b.jpg", "...jpg", "a:b.jpg"])
    func `Names with dots stay`(name: String) { #expect(!ArchiveNames.leadsOut(Array(name.utf8))) }

    @Test func `Hidden files, those in hidden folders and macOS' notes are left out`() {
        for name in [".a.jpg", "a/.b/c.jpg", "__MACOSX/a.jpg", "a/._b.jpg"] {
            #expect(ArchiveNames.isHidden(Array(name.utf8)))
        }
        for name in ["a.jpg", "./a.jpg", "../a.jpg", "a/b.jpg"] { #expect(!ArchiveNames.isHidden(Array(name.utf8))) }
    }

    @Test func `A ZIP's name without slashes may have backslashes between its parts`() {
        let hidden = ["__MACOSX\\a.jpg", "a\\._b.jpg", ".b\\c.jpg", "写真\\.a.jpg", "a/.b/c.jpg"]
        for name in hidden { #expect(ArchiveNames.isHidden(Array(name.utf8), isOfZip: true)) }
        for name in ["a\\b.jpg", "a/b\\.c.jpg", ".\\a.jpg", "写真\\a.jpg"] {
            #expect(!ArchiveNames.isHidden(Array(name.utf8), isOfZip: true))
        }
        // The second byte of a character in Shift_JIS.
        #expect(!ArchiveNames.isHidden([0x95, 0x5C] + Array(".jpg".utf8), isOfZip: true))
        #expect(ArchiveNames.isHidden([0x95, 0x5C, 0x5C] + Array(".jpg".utf8), isOfZip: true))
        #expect(!ArchiveNames.isHidden(Array("a\\._b.jpg".utf8)))
        #expect(ArchiveNames.slashed("a\\b\\c.jpg") == "a/b/c.jpg")
        #expect(ArchiveNames.slashed("a/b\\c.jpg") == "a/b\\c.jpg")
    }

    @Test func `Old names are read in code page 437`() {
        #expect(ArchiveNames.fromPage437([0x81, 0x82, 0xE1, 0x2E, 0xFF]) == "üéß.\u{A0}")
        #expect(ArchiveNames.fromPage437(Array(0x80...0xFF)).unicodeScalars.count == 128)
    }

    @Test func `Only runs of Japanese letters are Japanese`() {
        #expect(ArchiveNames.isJapanese("写真.jpg"))
        #expect(ArchiveNames.isJapanese("テスト"))
        #expect(!ArchiveNames.isJapanese("chフteau"))
        #expect(!ArchiveNames.isJapanese("M＝ller"))
    }

    @Test func `Kinds are told by the first bytes`() {
        let kind = { (bytes: [UInt8]) in ArchiveKind(bytes, takesGzip: false) }
        #expect(kind(Array("PK\u{3}\u{4}".utf8)) == .zip)
        #expect(kind(Array("PK\u{5}\u{6}".utf8)) == .zip)
        #expect(kind([0xFD] + Array("7zXZ".utf8) + [0]) == .sequential)
        #expect(kind(Array("%PDF-1.7".utf8)) == .pdf)
        #expect(kind(Array("%PDF".utf8)) == nil)
        #expect(kind(Array("PKZIP is a program".utf8)) == nil)
        #expect(kind([]) == nil)
        #expect(kind([UInt8](repeating: 0, count: 512)) == nil)
        #expect(kind([0x1F, 0x8B, 8]) == nil)
        #expect(ArchiveKind([0x1F, 0x8B, 8], takesGzip: true) == .sequential)
    }

    @Test func `What an archive may unpack to is bounded for any size`() {
        #expect(ArchiveLimits.unpacked(from: 0) == 1 << 30)
        #expect(ArchiveLimits.unpacked(from: 1 << 20) == (1 << 30) + (100 << 20))
        for size in [-1, .min, .max, .max / 100] { #expect(ArchiveLimits.unpacked(from: size) > 0) }
    }
}
