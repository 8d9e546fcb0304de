import Foundation
@testable import PhotoCore
import Testing

@Suite("What is no picture")
struct ForeignContentTests {
    private static func content(_ bytes: [UInt8], type: String? = nil) -> ForeignContent? {
        ForeignContent(Data(bytes) + Data(count: 400), type: type)
    }

    private static func brand(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) }

    @Test func `Films and sound by their brands`() {
        for brand in ["isom", "iso5", "mp41", "mp42", "qt  ", "avc1", "M4V ", "3gp5", "dash", "MSNV"] {
            #expect(Self.content(Self.brand(brand)) == .video, "\(brand)")
        }
        #expect(Self.content(Self.brand("M4A ")) == .audio)
        for box in ["moov", "mdat", "wide"] { #expect(Self.content([0, 0, 1, 0] + Array(box.utf8)) == .video) }
    }

    @Test func `Pictures are none, whatever is said of them`() {
        let beginnings: [[UInt8]] = [
            [0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF89a".utf8),
            Array("RIFF\0\0\0\0WEBPVP8 ".utf8), [0x49, 0x49, 0x2A, 0], Array("<svg xmlns=''>".utf8),
            Array("<?xml version='1.0'?><svg>".utf8), Self.brand("heic"), Self.brand("avif"), Self.brand("avis"),
            Self.brand("mif1"), Self.brand("msf1"),
        ]
        for beginning in beginnings {
            for type in [nil, "image/jpeg", "video/mp4", "text/html", "application/zip"] {
                #expect(Self.content(beginning, type: type) == nil, "\(beginning)")
            }
        }
    }

    @Test func `What no decoder reads is unknown once there are enough bytes; a few may become a picture`() {
        for beginning in [Self.brand("crx "), [1, 2, 3, 4], [0], Array("A text".utf8)] {
            #expect(Self.content(beginning, type: "image/jpeg") == .unknown)
            for (count, isEnough) in [(ForeignContent.byteCount, true), (ForeignContent.byteCount - 1, false)] {
                let bytes = (Data(beginning) + Data(count: 400)).prefix(count)
                #expect(ForeignContent.isDecided(by: bytes) == isEnough)
                #expect(ForeignContent(bytes, type: nil) == (isEnough ? .unknown : nil))
            }
        }
        #expect("\(FetchFailure.foreign(.unknown))" == "\(DecodeFailure.notAPicture)")
    }

    @Test func `A drawing may name its root late, behind white space and comments`() {
        for beginning in ["<?xml version='1.0'?><!--", "\u{FEFF}\n <!--", "\n\n", ""] {
            let most = ForeignContent.markupByteCount
            let padding = String(repeating: beginning.contains("<") ? "x" : " ", count: most)
            let text = Data((beginning + padding).utf8)
            #expect(!ForeignContent.isDecided(by: text.prefix(most - 1)))
            #expect(ForeignContent(text.prefix(most - 1), type: nil) == nil)
            #expect(ForeignContent.isDecided(by: text.prefix(most)))
            #expect(ForeignContent(text.prefix(most), type: nil) == .unknown)
        }
        let late = "<?xml version='1.0'?><!--" + String(repeating: "x", count: 3000) + "--><svg>"
        #expect(ForeignContent(Data(late.utf8) + Data(count: 9000), type: nil) == nil)
    }

    @Test func `Other content by its first bytes`() {
        #expect(Self.content([0x1A, 0x45, 0xDF, 0xA3]) == .video)
        #expect(Self.content(Array("RIFF\0\0\0\0AVI ".utf8)) == .video)
        #expect(Self.content(Array("RIFF\0\0\0\0WAVE".utf8)) == .audio)
        #expect(Self.content([0, 0, 1, 0xBA]) == .video)
        #expect(Self.content([0xFF, 0xFB, 0x90, 0x64]) == .audio)
        #expect(Self.content(Array("ID3\u{3}".utf8)) == .audio)
        #expect(Self.content([0x50, 0x4B, 3, 4]) == .archive)
        #expect(Self.content([0x1F, 0x8B, 8]) == .archive)
        #expect(Self.content(Array("%PDF-1.7".utf8)) == .document)
        #expect(Self.content(Array("\n <!DOCTYPE HTML>".utf8)) == .webPage)
        #expect(Self.content(Array("<html lang=en>".utf8)) == .webPage)
        #expect(Self.content([0x7F, 0x45, 0x4C, 0x46]) == .program)
        var packets = [UInt8](repeating: 1, count: 384)
        (packets[0], packets[188], packets[376]) = (0x47, 0x47, 0x47)
        #expect(Self.content(packets) == .video)
    }

    @Test func `The type decides where the bytes tell nothing`() {
        #expect(Self.content([1, 2, 3, 4], type: "Video/MP4; codecs=avc1") == .video)
        #expect(Self.content([1, 2, 3, 4], type: "audio/mpeg") == .audio)
        #expect(Self.content([1, 2, 3, 4], type: "application/zip") == .archive)
        #expect(Self.content([1, 2, 3, 4], type: "application/octet-stream") == .unknown)
        #expect(Self.content([1, 2, 3, 4], type: "image/x-canon-cr2") == .unknown)
        #expect(ForeignContent(Data(), type: nil) == nil)
    }

    @Test func `A drawing is an icon where a picture that a server makes is wanted`() {
        for text in ["<svg xmlns=''>", "<?xml version='1.0'?>\n<svg>", "\u{FEFF} <!-- x --><svg/>"] {
            #expect(ForeignContent(Data(text.utf8), type: "image/svg+xml", refusesDrawings: true) == .icon)
            #expect(ForeignContent(Data(text.utf8), type: "image/svg+xml") == nil)
        }
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(count: 400)
        #expect(ForeignContent(jpeg, type: "image/svg+xml", refusesDrawings: true) == nil)
    }

    @Test func `Each has words of its own`() {
        #expect(Set(ForeignContent.allCases.map(\.sentence)).count == ForeignContent.allCases.count)
        #expect(FetchFailure.foreign(.video).description == "This is a video, not a picture.")
    }

    @Test func `Whatever the bytes and however few, those behind their end do not count`() {
        for count in 0..<400 {
            for first in [UInt8(0), 0x47, 0xFF, 0x3C, 0x52] {
                let bytes = Data([UInt8](repeating: first, count: count))
                let within = (bytes + Data([UInt8](repeating: first, count: 400))).prefix(count)
                #expect(
                    ForeignContent(bytes, type: "video/mp4") == ForeignContent(within, type: "video/mp4"),
                    "\(count) times \(first)")
            }
        }
    }
}
