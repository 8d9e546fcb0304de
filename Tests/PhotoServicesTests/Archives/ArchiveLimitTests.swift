import Foundation
import TestSupport
import Testing

@testable import PhotoCore
@testable import PhotoServices

@Suite("What an archive may cost")
struct ArchiveLimitTests {
    /// An archive that is zeros but for its end, which states a directory of this length.
    private struct EmptyZip: ArchiveBytes {
        let byteCount: Int
        private let end: [UInt8]

        init(directoryByteCount: Int) {
            func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
            end =
                number(0x0605_4B50) + [UInt8](repeating: 0, count: 8) + number(directoryByteCount) + number(0) + [0, 0]
            byteCount = directoryByteCount + end.count
        }

        func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: range.count)
            let start = byteCount - end.count
            for index in range.clamped(to: start..<byteCount) {
                bytes[index - range.lowerBound] = end[index - start]
            }
            return bytes
        }
    }

    /// A 7z archive of as many bytes as a number can state, whose header begins just before their end.
    private struct EndlessSevenZip: ArchiveBytes {
        let byteCount = Int.max
        private let head: [UInt8]

        init() {
            func number(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let place = number(.max - 1032, 8) + number(100, 8) + number(0, 4)
            var checksum: UInt32 = .max
            for byte in place {
                checksum ^= UInt32(byte)
                for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
            }
            head = [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4] + number(Int(~checksum), 4) + place
        }

        func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
            range.prefix(1 << 20).map { $0 < head.count ? head[$0] : 0 }
        }
    }

    @Test func `An archive that ends where numbers do is damaged`() throws {
        #expect(throws: ArchiveError.self) {
            let stream = try ArchiveStream(EndlessSevenZip(), as: .sequential, ArchiveSample.access)
            while try stream.next() != nil {}
        }
    }

    @Test func `A directory has as many bytes as it may have; with one more it is not read`() {
        func failure(_ count: Int) -> ArchiveError? {
            var listing = ArchiveListing()
            do throws(ArchiveError) {
                _ = try listing.readZip(EmptyZip(directoryByteCount: count), ArchiveSample.access)
                return nil
            } catch {
                return error
            }
        }
        // Zeros are no directory: it was read.
        #expect(failure(ArchiveLimits.directoryByteCount) == .damaged(reason: ""))
        #expect(failure(ArchiveLimits.directoryByteCount + 1) == .tooManyMembers)
    }

    @Test func `As many members are counted as an archive may have, and not one more`() throws {
        var listing = ArchiveListing()
        for _ in 0..<ArchiveLimits.members { try listing.countMember() }
        #expect(throws: ArchiveError.tooManyMembers) { try listing.countMember() }
    }

    @Test func `The names of photos have as many bytes as may be, and not one more`() throws {
        var listing = ArchiveListing()
        let name = [UInt8](repeating: 0x78, count: ArchiveLimits.nameByteCount)
        for _ in 0..<(ArchiveLimits.directoryByteCount / name.count) {
            try listing.add(name, date: nil, byteCount: nil, isEncrypted: false, place: nil)
        }
        #expect(throws: ArchiveError.tooManyMembers) {
            try listing.add([0x78], date: nil, byteCount: nil, isEncrypted: false, place: nil)
        }
    }

    @Test func `A name is as long as it may be; with one byte more it is no photo's`() {
        let name = [UInt8](repeating: 0x78, count: ArchiveLimits.nameByteCount - 4) + Array(".png".utf8)
        #expect(ArchiveListing.isPhoto(name))
        #expect(!ArchiveListing.isPhoto([0x78] + name))
    }

    @Test func `As many bytes are unpacked and kept as may be, and not one more`() throws {
        func unpack(kept: Int = .max, unpacked: Int = .max) throws -> (failure: ArchiveError?, byteCount: Int) {
            var listing = ArchiveListing()
            let spool = try SpoolFile(in: FilePath(NSTemporaryDirectory()))
            do throws(ArchiveError) {
                try listing.unpack(
                    FileBytes(ArchiveSample.url("photos.tar.gz")), to: spool, ArchiveSample.access,
                    mostKept: kept, mostUnpacked: { _ in unpacked })
                return (nil, spool.byteCount)
            } catch {
                return (error, spool.byteCount)
            }
        }
        let all = try unpack().byteCount
        #expect(all > 0)
        #expect(try unpack(kept: all).failure == nil)
        #expect(try unpack(kept: all - 1).failure == .full)
        // Two of its members are no photos.
        let unpacked = all + 8 + 6
        #expect(try unpack(unpacked: unpacked).failure == nil)
        #expect(try unpack(unpacked: unpacked - 1).failure == .unpacksTooMuch)
    }

    @Test func `What a worker may ask of an archive grows with its length, over the whole range`() {
        let least = 64 << 20
        let cases = [
            (Int.min, least), (-1, least), (0, least), (1, least + 8), (1 << 30, (8 << 30) + least),
            ((.max - least) / 8, (.max - least) / 8 * 8 + least), ((.max - least) / 8 + 1, .max), (.max, .max),
        ]
        for (byteCount, asked) in cases { #expect(ArchiveLimits.asked(of: byteCount) == asked) }
    }

    /// An archive of zeros, each read of which is counted.
    private final class Zeros: ArchiveBytes {
        let byteCount = 4 << 20
        let reads = Counter()

        func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
            _ = reads.next()
            return [UInt8](repeating: 0, count: range.count)
        }
    }

    @Test func `Bytes are read in growing pieces, and given in those that are asked for`() {
        let zeros = Zeros()
        let input = ArchiveInput(zeros, from: 1 << 20, ArchiveAccess(network: nil))
        #expect(input.byteCount == 3 << 20)
        var place = 0
        while let piece = input.bytes(at: place, most: 10_000), !piece.isEmpty { place += piece.count }
        #expect(place == input.byteCount && input.furthest == place)
        // 64, 128, 256 and 512 KiB, and then a megabyte each.
        #expect(zeros.reads.count == 7)
        for outside in [Int.min, -1, 3 << 20, .max] { #expect(input.bytes(at: outside, most: 1)?.isEmpty == true) }
        #expect(input.bytes(at: 0, most: 0)?.isEmpty == true)
        #expect(zeros.reads.count == 7)
    }

    @Test func `A place outside of an archive is at its beginning or its end`() {
        for (place, rest) in [(Int.min, 4 << 20), (-1, 4 << 20), (4 << 20, 0), (.max, 0)] {
            #expect(ArchiveInput(Zeros(), from: place, ArchiveAccess(network: nil)).byteCount == rest)
        }
    }

    @Test func `Without a worker, an archive says that its decoder does not start`() throws {
        let file = try FileBytes(ArchiveSample.url("photos.tar.gz"))
        #expect(throws: ArchiveError.notStarted) {
            try ArchiveStream(file, as: .sequential, ArchiveAccess(network: nil))
        }
        let failures: [ArchiveFailure: String] = [
            .crashed: "The archive made its decoder crash.",
            .killed: "The system ended the archive’s decoder. Retry to read it again.",
            .tooSlow(seconds: 10): "Decoding was stopped after 10 seconds.",
            .outOfMemory: "There is not enough memory for the archive.",
            .notStarted: "The decoder does not start.",
            .noPDFLibrary: "PDF documents are read with the library qpdf, which is not installed.",
        ]
        for (failure, sentence) in failures {
            #expect(ArchiveError(failure).failure.description == sentence)
            #expect(ArchiveError(failure).catalogueFailure == .fetch(.other(reason: sentence)))
        }
    }

    @Test func `What an archive may unpack to grows with what is read of it, over the whole range`() {
        let least = 1 << 30
        let cases = [
            (Int.min, least), (-1, least), (0, least), (1, least + 100), (1 << 30, 101 << 30),
            ((.max - least) / 100, (.max - least) / 100 * 100 + least), ((.max - least) / 100 + 1, .max), (.max, .max),
        ]
        for (packed, unpacked) in cases { #expect(ArchiveLimits.unpacked(from: packed) == unpacked) }
    }
}
