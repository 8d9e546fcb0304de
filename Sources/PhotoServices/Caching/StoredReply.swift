import CSoup
import Foundation
import PhotoCore

/// A stored reply: its head, and the first bytes of its body or all of them.
struct StoredReply: Sendable, Equatable {
    var head: StoredHead
    /// The body from its first byte, after content decoding.
    var body: Data
    var isWhole: Bool

    var held: HeldReply { HeldReply(head: head, byteCount: body.count, isWhole: isWhole) }
}

extension StoredReply {
    // The file, version 1, with little-endian numbers:
    //
    //      0   8  "CPhttp01"
    //      8  32  the SHA-256 of everything after it
    //     40   4  the length of the description
    //     44      the description, JSON: head, isWhole, byteCount
    //      …      the body
    private static let magic = Data("CPhttp01".utf8)
    private static let checkedFrom = 40
    private static let descriptionFrom = 44
    /// No valid description is longer: a URL and nine fields.
    private static let longestDescription = 1 << 20

    private struct Description: Codable {
        let head: StoredHead
        let isWhole: Bool
        let byteCount: Int
    }

    var fileBytes: Data? {
        guard
            let description = try? JSONEncoder().encode(
                Description(head: head, isWhole: isWhole, byteCount: body.count)),
            description.count <= Self.longestDescription
        else { return nil }
        let length = Data(stride(from: 0, to: 32, by: 8).map { UInt8(description.count >> $0 & 0xFF) })
        let sum = SHA256()
        for part in [length, description, body] { sum.add(part) }
        // The body has megabytes: it is copied once.
        var bytes = Data(capacity: Self.descriptionFrom + description.count + body.count)
        for part in [Self.magic, sum.digest, length, description, body] { bytes += part }
        return bytes
    }

    /// The part of a file before the body.
    struct Start {
        let head: StoredHead
        let isWhole: Bool
        let byteCount: Int
        let bodyFrom: Int
        let checksum: Data
        /// The bytes before the body that the checksum covers.
        let checkedBytes: Data

        /// Reads the start of a file of `fileByteCount` bytes with `read`, which takes a count and an offset; nil if
        /// invalid.
        init?(of fileByteCount: Int, read: (Int, Int) -> Data?) {
            guard fileByteCount >= descriptionFrom, let fixed = read(descriptionFrom, 0), fixed.prefix(8) == magic
            else { return nil }
            let length = (0..<4).reduce(0) { $0 | Int(fixed[checkedFrom + $1]) << (8 * $1) }
            bodyFrom = descriptionFrom + length
            guard length <= longestDescription, bodyFrom <= fileByteCount, let bytes = read(length, descriptionFrom),
                let description = try? JSONDecoder().decode(Description.self, from: bytes),
                description.byteCount == fileByteCount - bodyFrom
            else { return nil }
            (head, isWhole, byteCount) = (description.head, description.isWhole, description.byteCount)
            checksum = Data(fixed[8..<checkedFrom])
            checkedBytes = fixed[checkedFrom...] + bytes
        }
    }

    /// Reads a file's bytes; nil unless they are exactly what `fileBytes` wrote. Torn or damaged files have another
    /// checksum.
    init?(fileBytes: Data) {
        let bytes = fileBytes.startIndex == 0 ? fileBytes : Data(fileBytes)
        guard bytes.count >= Self.descriptionFrom, bytes.prefix(8) == Self.magic,
            bytes[8..<Self.checkedFrom] == SHA256.digest(of: bytes[Self.checkedFrom...]),
            let start = Start(of: bytes.count, read: { bytes[$1..<($1 + $0)] })
        else { return nil }
        self.init(head: start.head, body: Data(bytes[start.bodyFrom...]), isWhole: start.isWhole)
    }
}

/// SHA-256, by GLib.
final class SHA256 {
    private let checksum = g_checksum_new(G_CHECKSUM_SHA256)

    deinit { g_checksum_free(checksum) }

    func add(_ data: Data) {
        data.withUnsafeBytes { bytes in
            g_checksum_update(checksum, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }
    }

    /// The 32 bytes. Nothing can be added afterwards.
    var digest: Data {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: gsize = 32
        g_checksum_get_digest(checksum, &digest, &length)
        return Data(digest)
    }

    static func digest(of data: Data) -> Data {
        let sum = SHA256()
        sum.add(data)
        return sum.digest
    }

    /// The digest in hexadecimal digits.
    static func text(of text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let hexadecimal = digest(of: Data(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: hexadecimal, as: UTF8.self)
    }
}
