import Foundation
import TestSupport
import Testing

@testable import PhotoServices

@Suite("Packed data")
struct PackedDataTests {
    @Test(arguments: [0, 1, 100, 65_536, 1_000_000])
    func `Is what was packed`(_ count: Int) throws {
        var generator = SeededGenerator(seed: 3)
        for isNoise in [false, true] {
            let data = Data((0..<count).map { isNoise ? UInt8.random(in: 0...255, using: &generator) : UInt8($0 % 7) })
            let packed = try #require(PackedData(data))
            #expect(packed.unpacked(longest: count) == data)
            #expect(packed.unpacked(longest: count - 1) == nil)
        }
    }

    @Test func `Nothing that is damaged, or longer or shorter than was said, is unpacked`() throws {
        let data = Data(String(repeating: "photos ", count: 1000).utf8)
        let packed = try #require(PackedData(data))
        for length in [-1, 0, data.count - 1, data.count + 1, .max, .min] {
            let other = PackedData(bytes: packed.bytes, byteCount: length, checksum: packed.checksum)
            #expect(other.unpacked(longest: 1 << 20) == nil)
        }
        for index in packed.bytes.indices {
            var bytes = packed.bytes
            bytes[index] ^= 0x40
            let other = PackedData(bytes: bytes, byteCount: data.count, checksum: packed.checksum).unpacked(
                longest: 1 << 20)
            #expect(other == nil || other == data)
            #expect(
                PackedData(bytes: packed.bytes.prefix(index), byteCount: data.count, checksum: packed.checksum)
                    .unpacked(longest: 1 << 20) == nil)
        }
    }
}
