import Foundation
import PhotoDecoding
import PhotoServices
import TestSupport
import Testing

@testable import PhotoCore

@Suite struct PictureEncoderTests {
    private static let size = PixelSize(width: 60, height: 40)

    /// A photo with soft colours, which every format preserves well.
    private static func photo(_ type: String = "png") -> Data {
        Encoded.picture(type, width: size.width, height: size.height, quality: 95) { x, y in
            (UInt8(40 + 3 * x), UInt8(200 - 4 * y), UInt8(60 + x + y))
        }
    }

    private static func exporter() -> PhotoExporter {
        PhotoExporter(decoder: PhotoDecoder(), encoder: PictureEncoder())
    }

    @MainActor
    private static func export(
        _ data: Data, _ options: ExportOptions, turn: ExifOrientation = .topLeft,
        filter: FilterChoice = FilterChoice(.none)
    ) throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("export-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let context = HandDrivenMainContext()
        var outcome: SaveOutcome?
        let path = folder.appendingPathComponent("out").path
        let photo = SavedPhoto(
            name: "a", location: .success(URL(fileURLWithPath: "/a.jpg")), held: data, filter: filter, turn: turn)
        let keeping = PhotoSaving(
            .export(options), count: 1, to: .file(FilePath(path)),
            services: PhotoSaving.Services(fetcher: StubFetcher(), exporter: exporter(), mainContext: context)
        ) { _ in photo }
        keeping.start {
        } ended: {
            outcome = $0
        }
        #expect(context.run { outcome != nil })
        #expect(outcome?.missing.map(\.failure) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out"])
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    private static func decoded(_ data: Data) throws -> (size: PixelSize, pixels: [UInt8]) {
        let photo = try PhotoDecoder().decodePhoto(data, at: .level(0), isCancelled: { false })
        #expect(photo.orientation == .topLeft && photo.problem == nil)
        let plane = try #require(photo.planes[0])
        let rows = (0..<plane.size.height).flatMap { y in plane.withRow(y) { Array($0) } }
        return (plane.size, rows)
    }

    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
        zip(one, other).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(max(1, one.count))
    }

    @Test func `JPEG, PNG and WebP can be written`() {
        #expect(PictureEncoder().formats == [.jpeg, .png, .webp])
    }

    @Test(arguments: ExportOptions.Format.allCases)
    @MainActor
    func `What is encoded decodes to what it was`(format: ExportOptions.Format) throws {
        let original = try Self.decoded(Self.photo())
        let data = try Self.export(Self.photo(), ExportOptions(format: format, quality: 100, keepsMetadata: false))
        #expect(EncodedPicture(data).format?.rawValue == format.rawValue)
        let exported = try Self.decoded(data)
        #expect(exported.size == original.size)
        #expect(Self.difference(exported.pixels, original.pixels) <= (format == .png ? 0 : 2))
    }

    @Test @MainActor func `A lower quality makes a smaller file`() throws {
        for format in [ExportOptions.Format.jpeg, .webp] {
            let (fine, coarse) = (
                try Self.export(Self.photo(), ExportOptions(format: format, quality: 95)),
                try Self.export(Self.photo(), ExportOptions(format: format, quality: 20))
            )
            #expect(coarse.count < fine.count)
        }
    }

    @Test @MainActor func `What is shown turned and filtered is what the file decodes to`() throws {
        let data = try Self.export(
            Encoded.oriented(Self.photo("jpeg"), 6), ExportOptions(format: .png), turn: .clockwise,
            filter: FilterChoice(.sepia))
        let exported = try Self.decoded(data)
        #expect(exported.size == Self.size)
        let stored = try Self.decoded(Self.photo("jpeg"))
        // A quarter turn by the camera and one by the person: upside down.
        let count = Self.size.width * Self.size.height
        let sepia = try #require(FilterChoice(.sepia).filter())
        let upright = PixelBuffer(size: Self.size) { bytes in
            for index in 0..<count {
                for channel in 0..<3 { bytes[4 * index + channel] = stored.pixels[3 * (count - 1 - index) + channel] }
                bytes[4 * index + 3] = 255
            }
        }
        let shown = try #require(sepia.apply(to: upright, isCancelled: { false }))
        let opaque: [UInt8] = (0..<count).flatMap { (pixel: Int) -> ArraySlice<UInt8> in
            shown.bytes[(4 * pixel)..<(4 * pixel + 3)]
        }
        #expect(exported.pixels == opaque)
    }

    private static func written() -> Data {
        HandMadeExif.jpeg(
            image: [(0x010F, .text("Canon")), (0x0110, .text("Canon EOS R5")), (0x0112, .short(6))],
            photo: [(0x829A, .rationals([(1, 250)])), (0x8827, .short(400)), (0xA001, .short(65535))],
            place: [
                (1, .text("S")), (2, .rationals([(48, 1), (51, 1), (30, 1)])), (3, .text("E")),
                (4, .rationals([(2, 1), (17, 1), (40, 1)])),
            ])
    }

    @Test(arguments: ExportOptions.Format.allCases)
    @MainActor
    func `What the camera wrote is kept, but for which way up it was`(format: ExportOptions.Format) throws {
        let data = try Self.export(Self.written(), ExportOptions(format: format))
        let facts = ExifReader().facts(in: data)
        #expect(facts.camera == "Canon EOS R5")
        #expect(facts.speed == 400)
        #expect(facts.exposureTime == 0.004)
        #expect(abs((facts.latitude ?? 0) + 48.858333) < 1e-5)
        #expect([nil, .topLeft].contains(PictureMetadata(data).orientation))
        #expect(try Self.decoded(data).size == PixelSize(width: 8, height: 8))
        #expect(!EncodedPicture(data).isEndMissing)
    }

    @Test(arguments: ExportOptions.Format.allCases)
    @MainActor
    func `Nothing the camera wrote is in it where it is not wanted`(format: ExportOptions.Format) throws {
        let data = try Self.export(Self.written(), ExportOptions(format: format, keepsMetadata: false))
        #expect(ExifReader().facts(in: data) == CameraFacts())
        #expect(data.range(of: Data("Exif".utf8)) == nil && data.range(of: Data("EXIF".utf8)) == nil)
        #expect(data.range(of: Data("Canon".utf8)) == nil)
    }

    @Test @MainActor func `A picture whose original says nothing says nothing`() throws {
        let data = try Self.export(Self.photo(), ExportOptions(format: .jpeg))
        #expect(ExifReader().facts(in: data) == CameraFacts())
        #expect(try Self.decoded(data).size == Self.size)
    }

    @Test(arguments: ExportOptions.Format.allCases)
    func `An unwanted encoding is cancelled halfway`(format: ExportOptions.Format) throws {
        var generator = SeededGenerator(seed: 3)
        let noise = PixelBuffer(size: PixelSize.square(1500)) { bytes in
            for index in bytes.indices {
                bytes[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: generator.next())
            }
        }
        let pixels = ExportPixels(consuming: noise, keepsAlpha: false)
        var (asked, written) = (0, 0)
        #expect(throws: PhotoSaveFailure.cancelled) {
            try PictureEncoder().encode(pixels, as: format, quality: 90) {
                asked += 1
                return asked > 3
            } write: { bytes in
                written += bytes.count
            }
        }
        #expect(written < 1_000_000)
    }

    @Test @MainActor func `What is too large for a format is said in pixels`() throws {
        let long = Encoded.picture("png", width: 17_000, height: 1) { _, _ in (1, 2, 3) }
        let photo = SavedPhoto(name: "a", location: .success(URL(fileURLWithPath: "/a.png")), held: long)
        let context = HandDrivenMainContext()
        var outcome: SaveOutcome?
        let keeping = PhotoSaving(
            .export(ExportOptions(format: .webp)), count: 1, to: .file("/tmp/too-large-\(UUID())"),
            services: PhotoSaving.Services(fetcher: StubFetcher(), exporter: Self.exporter(), mainContext: context)
        ) { _ in photo }
        keeping.start {
        } ended: {
            outcome = $0
        }
        #expect(context.run { outcome != nil })
        #expect(outcome?.missing.map(\.failure) == [.tooLargeForFormat(name: "WebP", mostPixels: 16_383)])
    }

    @Test(.enabled(if: SmallDisk.canBeMade)) @MainActor
    func `A disk that fills up while a picture is written is said to be full, and holds nothing of it`() throws {
        let disk = try SmallDisk(byteCount: 32 << 10)
        var generator = SeededGenerator(seed: 7)
        let noise = Encoded.picture("png", width: 200, height: 200) { _, _ in
            let number = generator.next()
            return (UInt8(number & 255), UInt8(number >> 8 & 255), UInt8(number >> 16 & 255))
        }
        let photo = SavedPhoto(name: "a", location: .success(URL(fileURLWithPath: "/a.png")), held: noise)
        for format in ExportOptions.Format.allCases {
            let context = HandDrivenMainContext()
            var outcome: SaveOutcome?
            let keeping = PhotoSaving(
                .export(ExportOptions(format: format, quality: 100)), count: 1, to: .folder(FilePath(disk.path)),
                services: PhotoSaving.Services(
                    fetcher: StubFetcher(), exporter: Self.exporter(), mainContext: context)
            ) { _ in photo }
            keeping.start {
            } ended: {
                outcome = $0
            }
            #expect(context.run { outcome != nil })
            #expect(outcome?.missing.map(\.failure) == [.save(.noRoom)])
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
        }
    }
}
