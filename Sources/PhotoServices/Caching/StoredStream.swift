import Foundation
import PhotoCore

// The file of a streamed body, version 1, with little-endian numbers:
//
//      0   8  "CPstrm01"
//      8   8  the length of the body
//     16   8  its XXH64
//     24   8  the length of the description
//     32   8  its XXH64
//     40      the body
//      …      the description, JSON: head, isWhole
//
// The description has its own checksum, so that a 304, which renews the head, leaves the body unchanged. A new
// description is written behind the valid one, at the file's end, and the one after that in place of the first: the
// start names either, whenever the program is killed.
//
// A StoredReply is checked before its first byte is used, so it must be in memory as a whole. A catalogue has hundreds
// of megabytes: its stream is checked while it is read, and the reader learns at its end whether it was intact.

/// The common parts of reading and writing such a file.
enum StreamFile {
    static let magic = Data("CPstrm01".utf8)
    static let bodyFrom = 40
    /// No valid description is longer: a URL and ten fields.
    static let longestDescription = 1 << 20

    struct Description: Codable {
        let head: StoredHead
        let isWhole: Bool
    }

    /// The file's beginning.
    struct Start: Equatable, Sendable {
        let bodyCount: Int
        let bodyChecksum: UInt64
        let descriptionCount: Int
        let descriptionChecksum: UInt64

        init(bodyCount: Int, bodyChecksum: UInt64, description: Data) {
            self.bodyCount = bodyCount
            self.bodyChecksum = bodyChecksum
            descriptionCount = description.count
            descriptionChecksum = checksum(of: description)
        }

        init?(_ bytes: Data) {
            guard bytes.count == bodyFrom, bytes.prefix(8) == magic else { return nil }
            let numbers = (1..<5).map { PartialBody.number(bytes, 8 * $0) }
            guard let bodyCount = Int(exactly: numbers[0]), let descriptionCount = Int(exactly: numbers[2]),
                descriptionCount <= longestDescription
            else { return nil }
            (self.bodyCount, self.descriptionCount) = (bodyCount, descriptionCount)
            (bodyChecksum, descriptionChecksum) = (numbers[1], numbers[3])
        }

        /// The valid description in a file of `byteCount` bytes, and its offset: behind the body, or at the file's end.
        func description(in descriptor: Int32, byteCount: Int) -> (bytes: Data, offset: Int)? {
            let last = byteCount - descriptionCount
            guard bodyCount <= last - bodyFrom else { return nil }
            for offset in [bodyFrom + bodyCount, last] {
                guard let bytes = StoredFile.read(descriptor, descriptionCount, at: offset) else { continue }
                if checksum(of: bytes) == descriptionChecksum { return (bytes, offset) }
            }
            return nil
        }

        var bytes: Data {
            var bytes = magic
            for number in [UInt64(bodyCount), bodyChecksum, UInt64(descriptionCount), descriptionChecksum] {
                withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
            }
            return bytes
        }
    }

    static func checksum(of data: Data) -> UInt64 {
        var checksum = RunningChecksum()
        checksum.add(data)
        return checksum.value
    }

    static func description(_ head: StoredHead, isWhole: Bool) -> Data? {
        let bytes = try? JSONEncoder().encode(Description(head: head, isWhole: isWhole))
        return bytes.flatMap { $0.count <= longestDescription ? $0 : nil }
    }
}

/// Reads a body from disk, piece by piece. Used on one thread at a time.
final class StoredStreamReader: StoredBody {
    let head: StoredHead
    let isWhole: Bool
    var byteCount: Int { start.bodyCount }

    private let file: URL
    private let descriptor: Int32
    private let start: StreamFile.Start
    private let descriptionFrom: Int
    private var checksum = RunningChecksum()
    private var position = 0

    /// 256 KiB: one piece per wake-up.
    private static let pieceByteCount = 256 << 10

    /// Opens `file` if it holds the body of `url`, or of any address without one.
    init?(_ file: URL, of url: URL? = nil) {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard let start = StoredFile.read(descriptor, StreamFile.bodyFrom, at: 0).flatMap(StreamFile.Start.init),
            fstat(descriptor, &status) == 0,
            let (description, offset) = start.description(in: descriptor, byteCount: Int(status.st_size)),
            let told = try? JSONDecoder().decode(StreamFile.Description.self, from: description),
            told.head.url == url ?? told.head.url
        else {
            close(descriptor)
            return nil
        }
        self.file = file
        self.descriptor = descriptor
        self.start = start
        descriptionFrom = offset
        head = told.head
        isWhole = told.isWhole
    }

    deinit { close(descriptor) }

    func next() -> Data? {
        let count = min(Self.pieceByteCount, byteCount - position)
        guard count > 0, let piece = StoredFile.read(descriptor, count, at: StreamFile.bodyFrom + position) else {
            return nil
        }
        position += count
        checksum.add(piece)
        return piece
    }

    func isIntact() -> Bool { position == byteCount && checksum.value == start.bodyChecksum }

    /// Replaces the head for the same body, unless its description is too long for the place that is free.
    func renew(_ head: StoredHead) {
        guard head != self.head, let description = StreamFile.description(head, isWhole: isWhole) else { return }
        let descriptor = open(file.path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        // Another process may have replaced the body meanwhile.
        guard StoredFile.read(descriptor, StreamFile.bodyFrom, at: 0).flatMap(StreamFile.Start.init) == start,
            fstat(descriptor, &status) == 0
        else { return }
        let (end, size) = (StreamFile.bodyFrom + start.bodyCount, Int(status.st_size))
        let isFirst = descriptionFrom == end
        guard isFirst || description.count <= descriptionFrom - end else { return }
        let renewed = StreamFile.Start(
            bodyCount: start.bodyCount, bodyChecksum: start.bodyChecksum, description: description)
        guard StoredFile.write(description, to: descriptor, at: isFirst ? size : end) else {
            // The disk is full.
            _ = ftruncate(descriptor, size)
            return
        }
        guard StoredFile.write(renewed.bytes, to: descriptor, at: 0), !isFirst else { return }
        _ = ftruncate(descriptor, end + description.count)
    }
}

extension HTTPStore {
    /// Stored next to single-piece replies.
    func streamFile(of url: URL) -> URL { file(of: url).appendingPathExtension("stream") }

    /// The stored body of `url`; counts as a use.
    func openStream(of url: URL) -> StoredStreamReader? {
        let file = streamFile(of: url)
        guard let reader = StoredStreamReader(file, of: url) else {
            unlink(file.path)
            return nil
        }
        // The current time: the least recently used files go first.
        utimensat(AT_FDCWD, file.path, nil, 0)
        return reader
    }

    /// Removes the body of `url`, including a partial one.
    func removeStream(of url: URL) {
        unlink(streamFile(of: url).path)
        removePart(of: url)
    }

    func removePart(of url: URL) {
        unlink(partFile(of: url).path)
        unlink(sumsFile(of: url).path)
    }
}
