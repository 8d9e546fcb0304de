import Foundation
import PhotoCore

/// The files that the person's running programs have open, as far as the kernel shows them.
enum OpenFiles {
    /// Whether a program has `file` open. Reads the names of all descriptors: some milliseconds.
    static func contain(_ file: FilePath) -> Bool {
        guard let wanted = file.withCString({ realpath($0, nil) }) else { return false }
        defer { free(wanted) }
        let path = FilePath(cString: wanted)
        return FilePath("/proc").entries()
            .filter { $0.bytes.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false }
            .contains { process in
                process.appending("fd").entries().contains { target(of: $0) == path }
            }
    }

    private static func target(of link: FilePath) -> FilePath? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = link.withCString { link in
            bytes.withUnsafeMutableBytes { bytes in
                bytes.bindMemory(to: CChar.self).baseAddress.map { readlink(link, $0, bytes.count) } ?? -1
            }
        }
        return count > 0 ? FilePath(bytes: bytes.prefix(count)) : nil
    }
}
