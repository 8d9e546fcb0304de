import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoDecoding
@testable import PhotoServices

@Suite("Pictures of PDF documents")
struct PDFReadingTests {
    private let folder = TemporaryFolder()

    private static func colour(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
        (UInt8(x * 2), UInt8(y * 3), UInt8((x / 10 + y / 10) % 2 * 200))
    }

    private static let jpeg = Encoded.picture("jpeg", width: 100, height: 80, colour: colour)

    private func names(_ outcome: ReadOutcome) -> [String] {
        (0..<outcome.catalogue.count).map { outcome.catalogue.name(at: $0) }
    }

    private func data(_ outcome: ReadOutcome, _ row: Int) async throws -> Data {
        try await ArchiveSample.bytes(of: outcome.catalogue.location(at: row).get(), with: ArchiveSample.fetcher).get()
    }

    @Test func `Each photo is one row, by its page, with the bytes that the document has`() async throws {
        var pdf = PDFSample()
        let other = Encoded.picture("jpeg", width: 100, height: 80) { x, y in (UInt8(x), UInt8(y), 9) }
        let (first, second) = (pdf.addPicture("/DCTDecode", Self.jpeg), pdf.addPicture("[/DCTDecode]", other))
        let third = pdf.addPicture("/DCTDecode", Self.jpeg)
        let all = ["A": first, "B": second, "C": third]
        pdf.addPage("q /C Do Q", names: all)
        pdf.addPage("BT (no picture) Tj ET", names: nil)
        pdf.addPage("/C Do /B Do /A Do", names: all)
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        #expect(names(outcome) == ["Page 1", "Page 3, picture 1", "Page 3, picture 2"])
        for (row, bytes) in [Self.jpeg, other, Self.jpeg].enumerated() {
            #expect(try await data(outcome, row) == bytes)
        }
    }

    @Test func `Samples are shown as they are, however they are packed`() async throws {
        var plain: [UInt8] = []
        var filtered: [UInt8] = []
        for y in 0..<80 {
            // Each row begins with the number of its filter.
            filtered.append(0)
            for x in 0..<100 {
                let (red, green, blue) = Self.colour(x, y)
                plain += [red, green, blue]
                filtered += [red, green, blue]
            }
        }
        let table = (0..<80).map { "\($0 < 16 ? "0" : "")\(String($0, radix: 16))8040" }.joined()
        let indexed = (0..<80).flatMap { (y: UInt8) in [UInt8](repeating: y, count: 100) }
        let gray = "/Decode[1 0]"
        var pdf = PDFSample()
        let pictures = [
            pdf.addPicture("", plain), pdf.addPicture("/FlateDecode", PDFSample.zlib(plain)),
            pdf.addPicture(
                "/FlateDecode", PDFSample.zlib(filtered),
                more: "/DecodeParms[<</Predictor 12/Colors 3/BitsPerComponent 8/Columns 100>>]"),
            pdf.addPicture("/FlateDecode", PDFSample.zlib(indexed), space: "[/Indexed/DeviceRGB 79<\(table)>]"),
            pdf.addPicture("/FlateDecode", PDFSample.zlib(indexed), space: "/DeviceGray", more: gray),
        ]
        for picture in pictures { pdf.addPage("/P Do", names: ["P": picture]) }
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        #expect(names(outcome) == (1...5).map { "Page \($0)" })
        let photo = Encoded.picture("png", width: 100, height: 80, colour: Self.colour)
        let shades = Encoded.picture("png", width: 100, height: 80) { _, y in (UInt8(y), 0x80, 0x40) }
        let turned = Encoded.picture("png", width: 100, height: 80) { _, y in
            (255 - UInt8(y), 255 - UInt8(y), 255 - UInt8(y))
        }
        for (row, expected) in [photo, photo, photo, shades, turned].enumerated() {
            let bytes = try await data(outcome, row)
            #expect(try pixels(bytes) == pixels(expected), "row \(row)")
        }
    }

    private func pixels(_ data: Data) throws -> PixelBuffer {
        try PixbufDecoder().decodeWhole(data, at: { $0 }, isCancelled: { false }).pixels
    }

    @Test func `A JPEG of inks or of gray has the colours that the document shows`() async throws {
        let inverted = "/Decode[1 0 1 0 1 0 1 0]"
        let (inks, gray) = ("/DeviceCMYK", "/DeviceGray")
        var pdf = PDFSample()
        let pictures = [
            // No ink is paper, whatever the JPEG says.
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 4, hasAdobe: true), space: inks),
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 4), space: inks),
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 4, hasAdobe: true), space: inks, more: inverted),
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 4), space: inks, more: inverted),
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 1), space: gray),
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 1), space: gray, more: "/Decode[0 1]"),
            pdf.addPicture("/DCTDecode", PDFSample.jpeg(components: 1), space: gray, more: "/Decode[1 0]"),
        ]
        for picture in pictures { pdf.addPage("/P Do", names: ["P": picture]) }
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        for (row, light) in ([255, 255, 0, 0, 0, 0, 255] as [UInt8]).enumerated() {
            let picture = try pixels(await data(outcome, row))
            #expect(picture.size == PixelSize(width: 96, height: 80), "row \(row)")
            #expect(Array(picture.bytes.prefix(3)) == [light, light, light], "row \(row)")
        }
    }

    @Test func `A JPEG whose colours no file has is counted`() throws {
        let gray = PDFSample.jpeg(components: 1)
        var pdf = PDFSample()
        let names = [
            "A": pdf.addPicture("/DCTDecode", gray, space: "/DeviceGray", more: "/Decode[0.2 0.7]"),
            "B": pdf.addPicture("/DCTDecode", gray, space: "[/Separation/Gold/DeviceGray 1 0 R]"),
            "C": pdf.addPicture("/DCTDecode", Self.jpeg, more: "/Decode[1 0 1 0 1 0]"),
        ]
        pdf.addPage("/A Do /B Do /C Do", names: names)
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure?.description == "3 pictures of the PDF document are of kinds that are not read.")
    }

    @Test func `Filters around a picture's own are undone, and those that no file has`() async throws {
        let hex = Self.jpeg.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
        // Each run is its length, counted down from 257, and a byte.
        var runs: [UInt8] = []
        for _ in 0..<80 { runs += [157, 0x40] }
        runs.append(128)
        let packed = PDFSample.zlib([UInt8](repeating: 0x40, count: 100 * 80))
        let hexPacked = packed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
        var pdf = PDFSample()
        let gray = "/DeviceGray"
        let pictures = [
            pdf.addPicture("[/FlateDecode/DCTDecode]", PDFSample.zlib(Array(Self.jpeg))),
            pdf.addPicture("[/ASCIIHexDecode/DCTDecode]", hex.utf8, more: "/DecodeParms[null null]"),
            pdf.addPicture("/RunLengthDecode", runs, space: gray),
            pdf.addPicture(
                "[/ASCIIHexDecode/FlateDecode]", hexPacked.utf8, space: gray,
                more: "/DecodeParms[null<</Predictor 1>>]"),
        ]
        for picture in pictures { pdf.addPage("/P Do", names: ["P": picture]) }
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        #expect(names(outcome) == (1...4).map { "Page \($0)" })
        for row in 0..<2 { #expect(try await data(outcome, row) == Self.jpeg, "row \(row)") }
        let shade = Encoded.picture("png", width: 100, height: 80) { _, _ in (0x40, 0x40, 0x40) }
        for row in 2..<4 { #expect(try pixels(await data(outcome, row)) == pixels(shade), "row \(row)") }
    }

    @Test func `Filters that pictures share are undone for each`() async throws {
        var pdf = PDFSample()
        let filters = pdf.add("[/FlateDecode/DCTDecode]")
        let other = Encoded.picture("jpeg", width: 100, height: 80) { x, y in (UInt8(x), UInt8(y), 9) }
        for jpeg in [Self.jpeg, other] {
            pdf.addPage("/P Do", names: ["P": pdf.addPicture("\(filters) 0 R", PDFSample.zlib(Array(jpeg)))])
        }
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        for (row, jpeg) in [Self.jpeg, other].enumerated() { #expect(try await data(outcome, row) == jpeg) }
    }

    @Test func `Names in any encoding name pictures, and pictures in the content are counted`() throws {
        var pdf = PDFSample()
        pdf.addPage("/Bild#E4 Do", names: ["Bild#E4": pdf.addPicture("/DCTDecode", Self.jpeg)])
        let inner = "q BI /W 100 /H 80 /CS /G /BPC 8 /F /AHx ID 40> EI Q"
        pdf.addPage(inner, names: nil)
        pdf.addPage("/D Do", names: ["D": pdf.addDrawing(inner, names: [:])])
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(names(outcome) == ["Page 1"])
        #expect(outcome.failure?.description == "2 pictures of the PDF document are of kinds that are not read.")
    }

    @Test func `Pictures are turned as pages are, and as pages turn them`() async throws {
        var plain: [UInt8] = []
        for index in 0..<(100 * 80) {
            let (red, green, blue) = Self.colour(index % 100, index / 100)
            plain += [red, green, blue]
        }
        let packed = PDFSample.zlib(plain)
        var pdf = PDFSample()
        func samples() -> Int { pdf.addPicture("/FlateDecode", packed) }
        pdf.addPage("/P Do", names: ["P": pdf.addPicture("/DCTDecode", Self.jpeg)], more: "/Rotate 90")
        pdf.addPage("/P Do", names: ["P": samples()], more: "/Rotate 270")
        pdf.addPage("q 1 0 0 -1 0 80 cm /P Do Q", names: ["P": samples()])
        // Turned to the left on a page that is turned to the right.
        pdf.addPage("q 0 100 -80 0 80 0 cm /P Do Q", names: ["P": samples()], more: "/Rotate 90")
        let drawn = pdf.add(
            "/Subtype/Form/BBox[0 0 9 9]/Matrix[0 -1 1 0 0 0]/Resources\(PDFSample.resources(["P": samples()]))",
            "/P Do".utf8)
        pdf.addPage("/D Do", names: ["D": drawn])
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        let turned = try await data(outcome, 0)
        #expect(PictureMetadata(turned).orientation == .rightTop)
        #expect(turned.suffix(Self.jpeg.count - 2) == Self.jpeg.dropFirst(2))
        let photo = try pixels(Encoded.picture("png", width: 100, height: 80, colour: Self.colour))
        let orientations: [ExifOrientation] = [.counterclockwise, .upsideDown, .topLeft, .clockwise]
        for (row, orientation) in orientations.enumerated() {
            let picture = try pixels(await data(outcome, row + 1))
            #expect(picture.withoutPadding == orientation.applied(to: photo).withoutPadding, "row \(row + 1)")
        }
    }

    @Test func `Masks, signs and lines are left out, and kinds that cannot be read are counted`() throws {
        var pdf = PDFSample()
        let names = [
            "A": pdf.addPicture("/DCTDecode", Self.jpeg),
            "B": pdf.addPicture("", [UInt8](repeating: 0, count: 80 * 13), bits: 1, more: "/ImageMask true"),
            "C": pdf.addPicture("", [UInt8](repeating: 0, count: 64 * 64 * 3), width: 64, height: 64),
            "D": pdf.addPicture("", [UInt8](repeating: 0, count: 900 * 2 * 3), width: 900, height: 2),
            "E": pdf.addPicture("/JPXDecode", [0, 0, 0, 12]), "F": pdf.addPicture("/JBIG2Decode", [1]),
            "G": pdf.addPicture("/DCTDecode", Array("no JPEG".utf8)),
            "H": pdf.add("/Subtype/PS", Array("showpage".utf8)),
        ]
        pdf.addPage("/A Do /B Do /C Do /D Do /E Do /F Do /G Do /H Do /None Do", names: names)
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(self.names(outcome) == ["Page 1"])
        #expect(outcome.failure?.description == "3 pictures of the PDF document are of kinds that are not read.")
        var other = PDFSample()
        other.addPage("/E Do", names: ["E": other.addPicture("/JPXDecode", [0])])
        let none = try PDFSample.read(other.bytes, in: folder)
        #expect(none.failure?.description == "1 picture of the PDF document is of a kind that is not read.")
    }

    @Test func `Pictures within drawings are found, once, and drawings that draw themselves end`() throws {
        var pdf = PDFSample()
        let picture = pdf.addPicture("/DCTDecode", Self.jpeg)
        let inner = pdf.addDrawing("/P#69c Do /Self Do", names: ["Pic": picture, "Self": picture + 1])
        let outer = pdf.addDrawing("/Inner Do", names: ["Inner": inner])
        for _ in 0..<2 { pdf.addPage("/Outer Do", names: ["Outer": outer]) }
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        #expect(outcome.failure == nil)
        #expect(names(outcome) == ["Page 1"])
    }

    @Test func `A page has what its groups name, as far up as groups may lie`() throws {
        func rows(groups: Int) throws -> Int {
            var pdf = PDFSample()
            let picture = pdf.addPicture("/DCTDecode", Self.jpeg)
            let content = pdf.add("", "/P Do".utf8)
            // The outermost group, of those within the list of pages, has the names.
            let first = content + 1
            for index in 0..<groups {
                let parent = index == 0 ? 2 : first + index - 1
                let names = index == 0 ? "/Resources\(PDFSample.resources(["P": picture]))" : ""
                _ = pdf.add(
                    "<</Type/Pages/Count 1/Kids[\(first + index + 1) 0 R]/Parent \(parent) 0 R\(names)>>")
            }
            _ = pdf.add(
                "<</Type/Page/Parent \(first + groups - 1) 0 R/MediaBox[0 0 300 400]/Contents \(content) 0 R>>")
            pdf.kids = [first]
            return try PDFSample.read(pdf.bytes, in: folder).catalogue.count
        }
        #expect(try rows(groups: 1) == 1)
        #expect(try rows(groups: ArchiveLimits.pdfDepth) == 1)
        #expect(try rows(groups: ArchiveLimits.pdfDepth + 1) == 0)
    }

    @Test func `A loop in the list of pages ends: the pages before it are there, or the document is damaged`() throws {
        var pdf = PDFSample()
        pdf.addPage("/P Do", names: ["P": pdf.addPicture("/DCTDecode", Self.jpeg)])
        pdf.kids.append(2)
        let outcome = try PDFSample.read(pdf.bytes, in: folder)
        // Newer versions of the library refuse it.
        let isRefused = outcome.failure?.description.contains("PDF document is damaged") == true
        #expect(names(outcome).first == "Page 1" || outcome.catalogue.count == 0 && isRefused)
    }

    @Test func `A document that is cut short or damaged says so, one without its table is read all the same`() throws {
        var pdf = PDFSample()
        pdf.addPage("/P Do", names: ["P": pdf.addPicture("/DCTDecode", Self.jpeg)])
        let whole = pdf.bytes
        let cut = try PDFSample.read(Array(whole.prefix(600)), in: folder)
        #expect(cut.catalogue.count == 0)
        // Some versions of the library find the list of pages, but no page.
        #expect(cut.failure?.description.contains("PDF document") == true)
        var broken = Data(whole)
        let place = try #require(broken.range(of: Data("startxref\n".utf8)))
        broken.replaceSubrange(place.upperBound..<(place.upperBound + 2), with: Data("99".utf8))
        let repaired = try PDFSample.read(Array(broken), in: folder)
        #expect(names(repaired) == ["Page 1"])
    }

    @Test func `A document with a password, one without pictures and one that is too long say so`() throws {
        func says(_ name: String) -> String? {
            ArchiveSample.catalogue(ArchiveSample.url(name)).failure?.description
        }
        #expect(says("locked.pdf") == "The PDF document is protected with a password. Open it in another program.")
        #expect(says("letter.pdf")?.contains("There are no pictures on the pages of this PDF document.") == true)
        let bytes = try FileBytes(ArchiveSample.url("album.pdf"))
        func failure(mostBytes: Int) throws -> ArchiveError? {
            var listing = ArchiveListing()
            let spool = try SpoolFile(in: FilePath(NSTemporaryDirectory()))
            do throws(ArchiveError) {
                try listing.readPDF(bytes, to: spool, ArchiveSample.access, mostBytes: mostBytes)
                return nil
            } catch {
                return error
            }
        }
        #expect(try failure(mostBytes: bytes.byteCount) == nil)
        #expect(try failure(mostBytes: bytes.byteCount - 1) == .tooLongPDF)
        #expect(ArchiveError.tooLongPDF.failure.description.contains("longer than 512 MiB"))
    }

    @Test func `A worker reads what this process would read`() throws {
        func members(_ unpacker: any ArchiveUnpacking) throws -> [(header: ArchiveHeader, bytes: [UInt8])] {
            let source = ArchiveInput(try FileBytes(ArchiveSample.url("album.pdf")), from: 0, ArchiveSample.access)
            let archive = try unpacker.open(.pdf, source, isCancelled: { false })
            var members: [(header: ArchiveHeader, bytes: [UInt8])] = []
            while let header = try archive.next() {
                var bytes: [UInt8] = []
                while true {
                    let piece = try archive.read(100)
                    if piece.isEmpty { break }
                    bytes += piece
                }
                members.append((header, bytes))
            }
            return members
        }
        let (own, worker) = (try members(LibraryUnpacker()), try members(ArchiveSample.unpacker))
        #expect(own.count == 4)
        #expect(own.map(\.header) == worker.map(\.header) && own.map(\.bytes) == worker.map(\.bytes))
        #expect(own.allSatisfy { $0.header.byteCount == $0.bytes.count })
    }
}
