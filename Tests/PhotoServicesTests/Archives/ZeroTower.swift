import Foundation

/// A packed TAR of one file of zeros, which is no photo, before a photo.
enum ZeroTower {
    private static let piece = 16 << 20

    /// Writes the archive, packed piece by piece: gzip's streams may follow one another.
    static func write(megabytes: Int, to place: URL) throws {
        let count = megabytes << 20
        let zeros = try GzipSample.pack([UInt8](repeating: 0, count: piece))
        var archive = try GzipSample.pack(header("zeros.bin", count))
        for _ in 0..<(count / piece) { archive += zeros }
        archive += try GzipSample.pack(header("sea.png", 4) + Array("\u{89}PNG".utf8.prefix(4)))
        try Data(archive).write(to: place)
    }

    /// A header of POSIX ustar.
    private static func header(_ name: String, _ byteCount: Int) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at place: Int) {
            header.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        let octal = String(byteCount, radix: 8)
        put(name, at: 0)
        put("0000644", at: 100)
        put(String(repeating: "0", count: 11 - octal.count) + octal, at: 124)
        put("00000000000", at: 136)
        put(String(repeating: " ", count: 8), at: 148)
        put("0", at: 156)
        put("ustar\u{0}00", at: 257)
        let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
        put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
        return header
    }
}
