import Foundation

/// A ZIP of any size that exists only where it is read: members of zeros, stored, and a directory with ZIP64 fields, or
/// with places that are cut to 32 bits.
struct VirtualZip: Sendable {
    let byteCount: Int
    private let members: Int
    private let memberByteCount: Int
    private let stride: Int
    private let checksum: UInt32
    private let end: Data

    init(members: Int, memberByteCount: Int, placesAreCut: Bool = false) {
        self.members = members
        self.memberByteCount = memberByteCount
        checksum = Self.checksum(ofZeros: memberByteCount)
        stride = Self.header(0, memberByteCount, checksum).count + memberByteCount
        var directory = Data()
        for index in 0..<members {
            directory += Self.record(index, index * stride, memberByteCount, checksum, isCut: placesAreCut)
        }
        let start = members * stride
        var end = directory
        if placesAreCut {
            end += Self.four(0x0605_4B50)
            for number in [0, 0, members, members] { end += Self.two(number) }
            for number in [directory.count, start] { end += Self.four(UInt32(truncatingIfNeeded: number)) }
            end += Self.two(0)
            self.end = end
            byteCount = start + end.count
            return
        }
        // The large end, its locator, and the end.
        end += Self.four(0x0606_4B50)
        end += Self.eight(44)
        for number in [45, 45, 0, 0, 0, 0] { end += Self.two(number) }
        for number in [members, members, directory.count, start] { end += Self.eight(number) }
        end += Self.four(0x0706_4B50)
        end += Self.four(0)
        end += Self.eight(start + directory.count)
        end += Self.four(1)
        end += Self.four(0x0605_4B50)
        for number in [0, 0, 0xFFFF, 0xFFFF] { end += Self.two(number) }
        for number in [UInt32.max, .max] { end += Self.four(number) }
        end += Self.two(0)
        self.end = end
        byteCount = start + end.count
    }

    /// The bytes of a range.
    func content(_ range: Range<Int>) -> Data {
        var bytes = Data(count: range.count)
        let start = members * stride
        let (first, last) = (range.lowerBound / stride, range.upperBound / stride)
        for index in first...last where index < members {
            put(Self.header(index, memberByteCount, checksum), at: index * stride, into: &bytes, range)
        }
        put(end, at: start, into: &bytes, range)
        return bytes
    }

    private func put(_ piece: Data, at place: Int, into bytes: inout Data, _ range: Range<Int>) {
        let part = (place..<(place + piece.count)).clamped(to: range)
        if part.isEmpty { return }
        bytes.replaceSubrange(
            (part.lowerBound - range.lowerBound)..<(part.upperBound - range.lowerBound),
            with: piece[(part.lowerBound - place)..<(part.upperBound - place)])
    }

    private static func name(_ index: Int) -> Data {
        let digits = "\(1000 + index)".dropFirst()
        return Data("IMG_\(digits).jpg".utf8)
    }

    private static func header(_ index: Int, _ size: Int, _ checksum: UInt32) -> Data {
        var header: Data = four(0x0403_4B50)
        for number in [20, 0, 0, 0, 0x5AA1] { header += two(number) }
        for number in [checksum, UInt32(size), UInt32(size)] { header += four(number) }
        header += two(name(index).count)
        header += two(0)
        header += name(index)
        return header
    }

    private static func record(_ index: Int, _ place: Int, _ size: Int, _ checksum: UInt32, isCut: Bool) -> Data {
        var record: Data = four(0x0201_4B50)
        for number in [45, 45, 0, 0, 0, 0x5AA1] { record += two(number) }
        for number in [checksum, UInt32(size), UInt32(size)] { record += four(number) }
        for number in [name(index).count, isCut ? 0 : 12, 0, 0, 0] { record += two(number) }
        for number in [0, isCut ? UInt32(truncatingIfNeeded: place) : .max] { record += four(number) }
        record += name(index)
        if isCut { return record }
        for number in [1, 8] { record += two(number) }
        record += eight(place)
        return record
    }

    private static func two(_ value: Int) -> Data { bytes(value, count: 2) }
    private static func four(_ value: UInt32) -> Data { bytes(Int(value), count: 4) }
    private static func eight(_ value: Int) -> Data { bytes(value, count: 8) }

    private static func bytes(_ value: Int, count: Int) -> Data {
        var data = Data()
        for index in 0..<count { data.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        return data
    }

    private static func checksum(ofZeros count: Int) -> UInt32 {
        var table = [UInt32](repeating: 0, count: 256)
        for value in 0..<256 {
            var crc = UInt32(value)
            for _ in 0..<8 {
                let half: UInt32 = crc >> 1
                crc = crc & 1 == 1 ? 0xEDB8_8320 ^ half : half
            }
            table[value] = crc
        }
        var crc = UInt32.max
        for _ in 0..<count { crc = table[Int(crc & 0xFF)] ^ (crc >> 8) }
        return ~crc
    }
}
