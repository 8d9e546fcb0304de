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
            let stream = try ArchiveStream(EndlessSevenZip(), as: .sequential, ArchiveAccess(network: nil))
            while try stream.next() != nil {}
        }
    }

    @Test func `A directory has as many bytes as it may have; with one more it is not read`() {
        func failure(_ count: Int) -> ArchiveError? {
            var listing = ArchiveListing()
            do throws(ArchiveError) {
                _ = try listing.readZip(EmptyZip(directoryByteCount: count), ArchiveAccess(network: nil))
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
                    FileBytes(ArchiveSample.url("photos.tar.gz")), to: spool, ArchiveAccess(network: nil),
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

    @Test func `What an archive may unpack to grows with what is read of it, over the whole range`() {
        let least = 1 << 30
        let cases = [
            (Int.min, least), (-1, least), (0, least), (1, least + 100), (1 << 30, 101 << 30),
            ((.max - least) / 100, (.max - least) / 100 * 100 + least), ((.max - least) / 100 + 1, .max), (.max, .max),
        ]
        for (packed, unpacked) in cases { #expect(ArchiveLimits.unpacked(from: packed) == unpacked) }
    }
}
