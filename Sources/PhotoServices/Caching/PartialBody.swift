import Foundation
import PhotoCore

// A partial body consists of two files, with little-endian numbers:
//
//      …/URL.part   40 bytes reserved for the start of a StoredStream, then the body so far
//      …/URL.sums    0   8  "CPsums01"
//                    8   8  the length of the description
//                   16   8  its XXH64
//                   24      the description, JSON: head
//                    …  16  for each block: the length of the body up to its end, and the block's XXH64
//
// A block's bytes are written before its entry. So the program may be killed, or the machine may stop, at any moment:
// only the leading blocks with correct checksums are used. A complete body turns `.part` into a StoredStream, which is
// renamed.

/// The metadata of a partial body.
enum PartialBody {
    static let magic = Data("CPsums01".utf8)
    static let descriptionFrom = 24
    static let entryByteCount = 16
    /// Like a StoredStream's.
    static let longestDescription = 1 << 20
    /// 16 MiB: blocks have about 64 KiB; a larger number is invalid.
    static let largestBlock = 16 << 20

    /// 16 MiB: enough for a block a second over a week.
    static let longestSums = 16 << 20

    private struct Description: Codable {
        let head: StoredHead
    }

    static func start(_ head: StoredHead) -> Data? {
        guard let description = try? JSONEncoder().encode(Description(head: head)),
            description.count <= longestDescription
        else { return nil }
        return magic + number(UInt64(description.count)) + number(StreamFile.checksum(of: description)) + description
    }

    static func entry(end: Int, checksum: UInt64) -> Data { number(UInt64(end)) + number(checksum) }

    /// The content of a checksum file.
    static func sums(in file: URL) -> Data? { StoredFile.contents(of: file, most: longestSums) }

    /// The head, and the offset of the entries.
    static func head(_ sums: Data) -> (head: StoredHead, entriesFrom: Int)? {
        guard sums.count >= descriptionFrom, sums.prefix(8) == magic else { return nil }
        let end = number(sums, 8).addingReportingOverflow(UInt64(descriptionFrom))
        guard !end.overflow, end.partialValue <= UInt64(sums.count) else { return nil }
        let description = sums[descriptionFrom..<Int(end.partialValue)]
        guard StreamFile.checksum(of: description) == number(sums, 16),
            let told = try? JSONDecoder().decode(Description.self, from: description)
        else { return nil }
        return (told.head, Int(end.partialValue))
    }

    static func number(_ bytes: Data, _ offset: Int) -> UInt64 {
        bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
    }

    private static func number(_ number: UInt64) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }
}

/// Reads the beginning of an interrupted download's body. Used on one thread at a time.
final class PartialBodyReader: StoredBody {
    let head: StoredHead
    let isWhole = false
    let byteCount: Int
    /// The length of the correct part of the checksum file.
    let sumsByteCount: Int
    let checksum: RunningChecksum

    private let descriptor: Int32
    private var blocks: [(end: Int, checksum: UInt64)] = []
    private var given = 0
    private var isRight = true

    /// Reads everything, and accepts the correct part; nil if there is none.
    init?(_ body: URL, _ sums: URL, of url: URL) {
        // Most photos have no partial body; this case must be cheap.
        let descriptor = open(body.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let bytes = PartialBody.sums(in: sums), let (head, entriesFrom) = PartialBody.head(bytes),
            head.url == url
        else {
            close(descriptor)
            return nil
        }
        var checksum = RunningChecksum()
        var (end, position) = (0, entriesFrom)
        while position + PartialBody.entryByteCount <= bytes.count {
            let expected = PartialBody.number(bytes, position + 8)
            guard let next = Int(exactly: PartialBody.number(bytes, position)), next > end,
                next - end <= PartialBody.largestBlock,
                let block = StoredFile.read(descriptor, next - end, at: StreamFile.bodyFrom + end),
                StreamFile.checksum(of: block) == expected
            else { break }
            checksum.add(block)
            blocks.append((next, expected))
            end = next
            position += PartialBody.entryByteCount
        }
        (self.descriptor, self.head, self.checksum) = (descriptor, head, checksum)
        (byteCount, sumsByteCount) = (end, position)
        if end == 0 { return nil }
    }

    deinit { close(descriptor) }

    func next() -> Data? {
        guard given < blocks.count else { return nil }
        let start = given == 0 ? 0 : blocks[given - 1].end
        let block = StoredFile.read(descriptor, blocks[given].end - start, at: StreamFile.bodyFrom + start)
        isRight = isRight && block.map { StreamFile.checksum(of: $0) } == blocks[given].checksum
        given += 1
        return block
    }

    func isIntact() -> Bool { isRight && given == blocks.count }

    /// The head is renewed when the body continues.
    func renew(_ head: StoredHead) {}

    /// Whether `descriptor` refers to the same file.
    func isSame(as other: Int32) -> Bool { StoredFile.isSame(descriptor) { fstat(other, &$0) } }
}

extension HTTPStore {
    func partFile(of url: URL) -> URL { file(of: url).appendingPathExtension("part") }
    func sumsFile(of url: URL) -> URL { file(of: url).appendingPathExtension("sums") }

    /// The partial body of an interrupted download.
    func openPart(of url: URL) -> PartialBodyReader? {
        PartialBodyReader(partFile(of: url), sumsFile(of: url), of: url)
    }

    /// The same in memory, if it has at most `limit` bytes.
    func partialReply(for url: URL, limit: Int) -> (reply: StoredReply, reader: PartialBodyReader)? {
        guard let reader = openPart(of: url), reader.byteCount <= limit, let body = reader.all() else { return nil }
        return (StoredReply(head: reader.head, body: body, isWhole: false), reader)
    }
}
