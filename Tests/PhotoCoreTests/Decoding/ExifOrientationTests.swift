import Foundation
import Testing

@testable import PhotoCore

@Suite("The orientation that a picture's facts state")
struct ExifOrientationTests {
    /// A TIFF structure with one entry, after some other bytes.
    private struct Facts {
        private(set) var bytes: [UInt8]
        private let start: Int
        private let isLittle: Bool

        init(isLittle: Bool, padding: Int = 0) {
            bytes =
                [UInt8](repeating: 0xFF, count: padding) + (isLittle ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A])
            bytes += [UInt8](repeating: 0, count: 18)
            (start, self.isLittle) = (padding, isLittle)
            for (place, value) in [(6, 8), (8, 1), (10, 0x0112), (12, 3), (16, 1), (18, 6)] { set(place, value) }
            if isLittle {
                set(4, 8)
                set(6, 0)
                set(14, 1)
                set(16, 0)
            }
        }

        /// Sets the two bytes at `place`.
        mutating func set(_ place: Int, _ value: Int) {
            let (high, low) = (UInt8(value >> 8), UInt8(value & 0xFF))
            bytes[start + place] = isLittle ? low : high
            bytes[start + place + 1] = isLittle ? high : low
        }

        /// Sets the four bytes at 4: where the directory is.
        mutating func set(directory: Int) {
            set(isLittle ? 4 : 6, directory & 0xFFFF)
            set(isLittle ? 6 : 4, directory >> 16)
        }

        var orientation: ExifOrientation? {
            bytes.withUnsafeBytes { ExifOrientation(tiff: ByteReader($0), start..<bytes.count) }
        }
    }

    /// What is found with each number in the two bytes at `place`.
    private func found(at place: Int, _ facts: Facts) -> [Int: ExifOrientation] {
        var facts = facts
        var found: [Int: ExifOrientation] = [:]
        for value in 0...0xFFFF {
            facts.set(place, value)
            found[value] = facts.orientation
        }
        return found
    }

    @Test(arguments: [false, true], [0, 77])
    func `Of all numbers eight are orientations, of all types one has them, and of all tags one`(
        isLittle: Bool, padding: Int
    ) {
        let facts = Facts(isLittle: isLittle, padding: padding)
        let all = Dictionary(uniqueKeysWithValues: ExifOrientation.allCases.map { ($0.rawValue, $0) })
        #expect(found(at: 18, facts) == all)
        #expect(found(at: 12, facts) == [3: .rightTop])
        #expect(found(at: 10, facts) == [0x0112: .rightTop])
    }

    @Test(arguments: [false, true])
    func `A directory outside of the bytes, or with more entries than there are, is read no further`(isLittle: Bool) {
        var facts = Facts(isLittle: isLittle)
        for directory in [0, 1, 7, 9, 22, 23, 24, 1 << 16, 1 << 31 - 1, 1 << 31, 1 << 32 - 1] {
            facts.set(directory: directory)
            #expect(facts.orientation == nil, "\(directory)")
        }
        facts.set(directory: 8)
        #expect(facts.orientation == .rightTop)
        // At least one entry is there.
        #expect(found(at: 8, facts).count == 0xFFFF)
    }

    @Test func `A size turned twice is itself, whatever its numbers`() {
        for each in ExifOrientation.allCases {
            for size in [PixelSize(width: .max, height: .min), PixelSize(width: 0, height: -1)] {
                #expect(each.turned(each.turned(size)) == size)
            }
        }
    }
}
