import ConfinedDecoding
import Foundation
@testable import PhotoCore
@testable import PhotoDecoding
import Testing

@Suite("Files that workers make")
struct ConfinedFilesTests {
    private static let pool = WorkerPool(Workers.real)
    private static let files = ConfinedFiles(pool, formats: PictureEncoder().formats)
    private static let picture = PixelBuffer(
        size: PixelSize(width: 300, height: 200), bytesPerRow: 1200,
        bytes: (0..<(300 * 200 * 4)).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })

    private func file(
        _ encoder: some PictureEncoding, _ format: ExportOptions.Format, keepsAlpha: Bool,
        isCancelled: () -> Bool = { false }
    ) throws -> Data {
        var data = Data()
        try encoder.encode(
            ExportPixels(consuming: Self.picture, keepsAlpha: keepsAlpha), as: format, quality: 80,
            isCancelled: isCancelled
        ) { data.append(contentsOf: $0) }
        return data
    }

    @Test("An export is the same, byte for byte", arguments: ExportOptions.Format.allCases, [true, false])
    func exports(format: ExportOptions.Format, keepsAlpha: Bool) throws {
        guard format != .jpeg || !keepsAlpha else { return }
        let here = try file(PictureEncoder(), format, keepsAlpha: keepsAlpha)
        #expect(try file(Self.files, format, keepsAlpha: keepsAlpha) == here && !here.isEmpty)
    }

    @Test("Cancellation or a full disk ends an export, and the next one succeeds")
    func ended() throws {
        #expect(throws: PhotoSaveFailure.cancelled) {
            try file(Self.files, .png, keepsAlpha: false, isCancelled: { true })
        }
        #expect(throws: PhotoSaveFailure.save(.noRoom)) {
            try Self.files.encode(
                ExportPixels(consuming: Self.picture, keepsAlpha: false), as: .png, quality: 80,
                isCancelled: { false }
            ) { (_) throws(SaveFailure) in throw .noRoom }
        }
        #expect(!(try file(Self.files, .webp, keepsAlpha: false)).isEmpty)
    }

    @Test(
        "An export has its original's metadata, as from this process", arguments: [Samples.png, Samples.webp])
    func metadata(original: Data) throws {
        // Originals of other formats too: metadata is carried over between formats.
        for original in [original, Encoded.oriented(Samples.jpeg, 6)] {
            for format in ExportOptions.Format.allCases {
                let plain = try file(PictureEncoder(), format, keepsAlpha: false)
                let written = try [PictureEncoder() as any PictureEncoding, Self.files].map { encoder in
                    let path = NSTemporaryDirectory() + "confined-\(UUID().uuidString)"
                    let url = URL(fileURLWithPath: path)
                    defer { unlink(path) }
                    try plain.write(to: url)
                    try encoder.carryMetadata(
                        of: original, toFileAt: path, size: PixelSize(width: 300, height: 200))
                    return try Data(contentsOf: url)
                }
                #expect(written[0] == written[1])
            }
        }
    }

    @Test("A thumbnail is read and written as in this process")
    func thumbnails() throws {
        let labels = [("Thumb::URI", "file:///tmp/%C3%A5.jpg"), ("Thumb::MTime", "17"), ("Software", "test")]
        let here = try #require(ThumbnailPicture().encode(Self.picture, labels: labels))
        #expect(Self.files.encode(Self.picture, labels: labels) == here)
        let size = PixelSize(width: 160, height: 100)
        let shown = try #require(ThumbnailPicture().decode(here, toFill: size, isCancelled: { false }))
        #expect(Self.files.decode(here, toFill: size, isCancelled: { false }) == shown)
        let cut = here.prefix(500)
        #expect(
            Self.files.decode(cut, toFill: size, isCancelled: { false })
                == ThumbnailPicture().decode(cut, toFill: size, isCancelled: { false }))
        #expect(Self.files.decode(Samples.jpeg, toFill: size, isCancelled: { false }) == nil)
        // This label is longer than a message.
        #expect(
            Self.files.encode(Self.picture, labels: [("Thumb::URI", String(repeating: "a", count: 1 << 17))]) == nil)
    }

    @Test("Nothing is carried over from an original without metadata")
    func nothingToCarry() throws {
        #expect(throws: Never.self) {
            try Self.files.carryMetadata(of: Data("no picture".utf8), toFileAt: "/dev/null", size: .square(1))
        }
    }
}
