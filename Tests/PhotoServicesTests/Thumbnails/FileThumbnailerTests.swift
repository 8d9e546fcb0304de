import Foundation
import PhotoCore
import PhotoDecoding
import TestSupport
import Testing

@testable import PhotoServices

@Suite("The thumbnail of one file")
struct FileThumbnailerTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }
    private var output: FilePath { folder.appendingPathComponent("out.png").filePath }
    private let thumbnailer = FileThumbnailer(decoder: PixbufDecoder(), coding: ThumbnailPicture(), limit: 1 << 20)

    private func file(_ bytes: Data) throws -> FilePath {
        let file = folder.appendingPathComponent("in")
        try bytes.write(to: file)
        return file.filePath
    }

    /// A PNG of this size.
    private func picture(_ width: Int, _ height: Int) throws -> Data {
        let pixels = PixelBuffer(
            size: PixelSize(width: width, height: height), bytesPerRow: 4 * width,
            bytes: Array(repeating: 200, count: 4 * width * height))
        return try #require(ThumbnailPicture().encode(pixels, labels: []))
    }

    private func failure(of input: FilePath, at output: FilePath? = nil) -> FileThumbnailer.Failure? {
        do throws(FileThumbnailer.Failure) {
            try thumbnailer.makeThumbnail(of: input, side: 128, at: output ?? self.output)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [(400, 300, 128, 96), (300, 400, 96, 128), (40, 30, 40, 30), (1000, 1, 128, 1)])
    func `It is the whole picture, no larger than asked for and than the picture`(
        _ width: Int, _ height: Int, _ wide: Int, _ high: Int
    ) throws {
        try thumbnailer.makeThumbnail(of: try file(picture(width, height)), side: 128, at: output)
        let made = try Data(contentsOf: folder.appendingPathComponent("out.png"))
        let png = try #require(PNGFile(made))
        #expect(png.size == PixelSize(width: wide, height: high))
        #expect(png.texts["Thumb::Image::Width"] == "\(width)")
        #expect(png.texts["Thumb::Mimetype"] == "image/png")
        #expect(png.texts["Software"] == "Classic Photos")
    }

    @Test func `What is no picture, damaged or too large fails in words, and writes nothing`() throws {
        #expect(failure(of: try file(Data())) == .decoding(.empty, path: "in"))
        #expect(failure(of: try file(Data("<html>".utf8))) == .decoding(.notAPicture, path: "in"))
        #expect(failure(of: try file(picture(300, 200).prefix(40))) == .decoding(.cutShort, path: "in"))
        #expect(failure(of: try file(Data(count: 1 << 20 + 1))) == .reading(.tooLarge(limit: 1 << 20)))
        for failure in [failure(of: try file(Data())), failure(of: try file(Data("<html>".utf8)))] {
            #expect(failure?.description.contains("“in”") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in"])
    }

    @Test func `What is no file is refused at once, even a pipe that nobody writes to`() throws {
        let pipe = folder.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        #expect(failure(of: pipe.filePath) != nil)
        #expect(failure(of: "/dev/zero") != nil)
        #expect(failure(of: folder.filePath)?.description.contains("directory") == true)
        #expect(failure(of: folder.appendingPathComponent("none").filePath)?.description.contains("none") == true)
    }

    @Test func `A file that cannot be replaced stays as it is`() throws {
        let input = try file(picture(300, 200))
        #expect(failure(of: input, at: "/nowhere/at/all.png") == .writing(.noFolder, path: "all.png"))
        #expect(failure(of: input, at: folder.filePath) == .writing(.isFolder, path: folder.lastPathComponent))
        try Data("old".utf8).write(to: folder.appendingPathComponent("out.png"))
        #expect(failure(of: try file(Data("junk".utf8))) != nil)
        #expect(try String(contentsOf: folder.appendingPathComponent("out.png"), encoding: .utf8) == "old")
        #expect(failure(of: try file(picture(300, 200))) == nil)
        #expect(try Data(contentsOf: folder.appendingPathComponent("out.png")).count > 3)
    }
}
