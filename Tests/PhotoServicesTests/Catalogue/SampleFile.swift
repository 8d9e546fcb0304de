import Foundation
import PhotoCore
import TestSupport
import Testing

@testable import PhotoServices

/// A file of Tests/Samples/Catalogues: the same six photos, written by a real producer of the format
/// (make-catalogue-samples).
struct SampleFile: CustomTestStringConvertible, Sendable {
    let url: URL

    var testDescription: String { "\(folder)/\(url.lastPathComponent)" }

    /// Its folder, one per format.
    var folder: String { url.deletingLastPathComponent().lastPathComponent }

    init(_ path: String) { url = Self.root.appendingPathComponent(path) }

    private init(url: URL) { self.url = url }

    /// Reads it as if it were next to the photos.
    func read(pieceByteCount: Int = 64 << 10, contentType: String? = nil) throws -> ReadOutcome {
        ReadOutcome(
            try Data(contentsOf: url), from: Sample.url("http://photos.example.org/\(url.lastPathComponent)"),
            contentType: contentType, as: .standard, pieceByteCount: pieceByteCount)
    }

    /// All samples.
    static let all = files(in: root)

    /// Web servers' pages of a folder with odd names.
    static let directoryPages = files(
        in: root.deletingLastPathComponent().appendingPathComponent("DirectoryPages"))

    private static func files(in root: URL) -> [SampleFile] {
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        return (files?.allObjects as? [URL] ?? []).filter { !$0.pathExtension.isEmpty && !$0.hasDirectoryPath }
            .map { SampleFile(url: $0) }.sorted { $0.testDescription < $1.testDescription }
    }

    /// A format's folder: its name in lower case, with a hyphen for every character that is no letter or digit.
    static func folder(of format: String) -> String {
        format.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Samples/Catalogues")
}
