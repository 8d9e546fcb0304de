import Foundation
@testable import PhotoCore
@testable import PhotoServices

/// A folder with a photo last changed in 2020, and a folder for thumbnails; removed with this object.
final class ThumbnailFolder {
    static let modified = 1_600_000_000

    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("thumbnails-\(UUID().uuidString)")
    /// Its name has characters that URIs escape, and some that only some programs escape.
    let photo: URL
    let thumbnails: URL
    let store: ThumbnailStore

    init() throws {
        photo = folder.appendingPathComponent("a b ü(1)';#%.jpg")
        thumbnails = folder.appendingPathComponent("cache/thumbnails")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = ThumbnailStore(folder: thumbnails)
        try write(Data(count: 12345), modified: Self.modified)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes the photo.
    func write(_ data: Data, modified: Int) throws {
        try data.write(to: photo)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(modified))], ofItemAtPath: photo.path)
    }

    /// All files among the thumbnails, by relative path.
    var files: [String] { (FileManager.default.subpaths(atPath: thumbnails.path) ?? []).sorted() }

    /// The only file in a folder of the thumbnails.
    func file(in folder: String) throws -> URL {
        let folder = thumbnails.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return folder.appendingPathComponent(names.first ?? "none")
    }

    /// The output of Python with `arguments`; `sys.argv[1]` is the folder of thumbnails, which is the desktop's for the
    /// script.
    func python(_ script: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-B", "-c", script, thumbnails.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["XDG_CACHE_HOME": thumbnails.deletingLastPathComponent().path]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }

    /// A photo of this size, with a red left half and a blue right half, in its stored form.
    static func picture(_ width: Int, _ height: Int, in size: ThumbnailSize = .large) -> WholePicture {
        let original = PixelSize(width: width, height: height)
        let kept = size.fitting(original)
        return WholePicture(halves(kept.width, kept.height), of: original, format: .jpeg)
    }

    /// A picture with a red left half and a blue right half.
    static func halves(_ width: Int, _ height: Int) -> PixelBuffer {
        PixelBuffer(size: PixelSize(width: width, height: height)) { bytes in
            for index in 0..<(width * height) {
                let isLeft = index % width < width / 2
                for (channel, value) in [isLeft ? 255 : 0, 0, isLeft ? 0 : 255, 255].enumerated() {
                    bytes[4 * index + channel] = UInt8(value)
                }
            }
        }
    }
}
