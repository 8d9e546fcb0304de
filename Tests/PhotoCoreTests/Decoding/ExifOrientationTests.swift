import Foundation
import Testing

@testable import PhotoCore

@Suite("The orientation that a picture's facts state")
struct ExifOrientationTests {
    /// A TIFF structure with one entry, at `directory`.
    private func orientation(
        _ value: Int, isLittle: Bool, type: Int = 3, directory: Int = 8, entries: Int = 1, padding: Int = 0
    ) -> ExifOrientation? {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        let mark: [UInt8] = isLittle ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
        let entry = number(0x0112, 2) + number(type, 2) + number(1, 4) + number(value, 2) + [0, 0]
        let tiff = mark + number(directory, 4) + number(entries, 2) + entry
        let bytes = [UInt8](repeating: 0xFF, count: padding) + tiff
        return bytes.withUnsafeBytes { ExifOrientation(tiff: ByteReader($0), padding..<bytes.count) }
    }

    @Test(arguments: [false, true], [0, 1, 77])
    func `Of all numbers eight are orientations`(isLittle: Bool, padding: Int) {
        let found = (0...0xFFFF).filter { orientation($0, isLittle: isLittle, padding: padding)?.rawValue == $0 }
        #expect(found == Array(1...8))
        #expect((0...0xFFFF).count { orientation($0, isLittle: isLittle, padding: padding) != nil } == 8)
    }

    @Test(arguments: [false, true])
    func `A directory outside of the bytes, or with more entries than there are, is read no further`(isLittle: Bool) {
        for directory in [0, 1, 7, 9, 22, 23, 24, 1 << 16, 1 << 31 - 1, 1 << 31, 1 << 32 - 1] {
            #expect(orientation(6, isLittle: isLittle, directory: directory) == nil, "\(directory)")
        }
        for entries in [0, 1, 2, 0xFFFF] {
            let found = orientation(6, isLittle: isLittle, entries: entries)
            #expect((found == .rightTop) == (entries > 0))
            #expect(orientation(9, isLittle: isLittle, entries: entries) == nil)
        }
        let types = (0...0xFFFF).filter { orientation(6, isLittle: isLittle, type: $0) != nil }
        #expect(types == [3])
    }

    @Test func `A size turned twice is itself, whatever its numbers`() {
        for each in ExifOrientation.allCases {
            for size in [PixelSize(width: .max, height: .min), PixelSize(width: 0, height: -1)] {
                #expect(each.turned(each.turned(size)) == size)
            }
        }
    }
}
