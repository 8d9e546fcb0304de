import Foundation
import PhotoCore

/// Converts a command line's words to text. File names may have any encoding: a word that is not UTF-8 becomes its file
/// URL, which preserves every byte.
enum CommandLineWords {
    /// The process's words.
    static var own: [[UInt8]] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { Array(FilePath(cString: $0).bytes) }
        }
    }

    /// The process's initial working directory.
    static var ownFolder: FilePath {
        guard let folder = getcwd(nil, 0) else { return "/" }
        defer { free(folder) }
        return FilePath(cString: folder)
    }

    /// As text, with names relative to `folder`.
    static func texts(_ words: [[UInt8]], in folder: FilePath) -> [String] {
        words.map { word in
            if let text = String(validating: word, as: UTF8.self) { return text }
            // --trace=NAME
            let option = word.starts(with: "--".utf8) ? word.firstIndex(of: UInt8(ascii: "=")) : nil
            let start = option.map { $0 + 1 } ?? 0
            let file = folder.resolving(FilePath(bytes: word[start...])).url()
            return String(decoding: word[..<start], as: UTF8.self) + file.absoluteString
        }
    }
}
