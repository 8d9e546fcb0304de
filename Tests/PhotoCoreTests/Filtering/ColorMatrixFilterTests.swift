import Foundation
@testable import PhotoCore
import Testing

@Suite("Sepia and other colour matrices")
struct ColorMatrixFilterTests {
    private let sepia = ColorMatrixFilter(name: "Sepia", matrix: .sepia(amount: 0.8))

    @Test func `Sepia is the W3C matrix at 0.8`() {
        let matrix = ColorMatrix.sepia(amount: 0.8)
        let rows: [(SIMD3<Double>, SIMD3<Double>)] = [
            (matrix.red, [0.5144, 0.6152, 0.1512]), (matrix.green, [0.2792, 0.7488, 0.1344]),
            (matrix.blue, [0.2176, 0.4272, 0.3048]),
        ]
        for (row, expected) in rows {
            for channel in 0..<3 { #expect(abs(row[channel] - expected[channel]) < 1e-12) }
        }
        #expect(sepia.name == "Sepia")
        #expect(sepia.matrix == matrix)
    }

    @Test func `Amounts beyond the ends count as the ends`() {
        #expect(ColorMatrix.sepia(amount: 7) == .sepia(amount: 1))
        #expect(ColorMatrix.sepia(amount: -0.5) == .sepia(amount: 0))
        #expect(ColorMatrix.sepia(amount: .nan) == .sepia(amount: 0))
        #expect(ColorMatrix.sepia(amount: 1).red == [0.393, 0.769, 0.189])
    }

    @Test(
        arguments: [
            ([255, 0, 0], [131, 71, 55]), ([136, 136, 136], [174, 158, 129]), ([204, 102, 51], [175, 140, 104]),
            ([0, 0, 0], [0, 0, 0]), ([255, 255, 255], [255, 255, 242]),
        ] as [([UInt8], [UInt8])])
    func `Known colours come out as published`(original: [UInt8], expected: [UInt8]) throws {
        let result = try #require(filtered(Pictures.of(pixels: [original + [255]], width: 1), by: sepia))
        #expect(result.bytes == expected + [255])
    }

    @Test func `Each of 4,096 grid colours is the double-precision result, rounded to nearest`() {
        let steps = (0..<16).map { UInt8($0 * 17) }
        let colours = steps.flatMap { r in steps.flatMap { g in steps.map { b in [r, g, b, r ^ b] } } }
        let picture = Pictures.of(pixels: colours, width: 64)
        let isEqual = filtered(picture, by: sepia) == ReferenceMatrix.map(picture, through: sepia.matrix)
        #expect(isEqual)
    }

    @Test func `Every width from 1 to 67, dense and padded, leaves alpha alone and never reads the padding`() throws {
        for width in 1...67 {
            for padding in [0, 1, 4, 13] {
                let picture = Pictures.noise(width: width, height: 2, padding: padding, seed: UInt64(width))
                let result = try #require(filtered(picture, by: sepia))
                #expect(result.bytesPerRow == 4 * width)
                let isEqual = result == ReferenceMatrix.map(picture, through: sepia.matrix)
                #expect(isEqual, "\(width) + \(padding)")
                // The same picture with other bytes in its padding.
                let other = Pictures.noise(width: width, height: 2, padding: padding, seed: UInt64(width), filler: 0)
                let isSame = filtered(other, by: sepia) == result
                #expect(isSame, "\(width) + \(padding)")
            }
        }
    }

    @Test func `Sums below 0 and above 255 are held at the ends`() throws {
        let matrix = ColorMatrix(red: [2, -1, 0.5], green: [-0.5, 1.5, 0.25], blue: [-1, -1, -1])
        let picture = Pictures.noise(width: 37, height: 9, padding: 0, seed: 5)
        let result = try #require(filtered(picture, by: ColorMatrixFilter(name: "Harsh", matrix: matrix)))
        let isEqual = result == ReferenceMatrix.map(picture, through: matrix)
        #expect(isEqual)
    }

    @Test func `At any amount of sepia only what lies within 0.00025 of a half may be rounded the other way`() throws {
        let picture = Pictures.noise(width: 64, height: 4, padding: 0, seed: 11)
        for percent in stride(from: 0, through: 100, by: 5) {
            let filter = ColorMatrixFilter(name: "Sepia", matrix: .sepia(amount: Double(percent) / 100))
            let result = try #require(filtered(picture, by: filter)).bytes
            let lower = ReferenceMatrix.map(picture, through: filter.matrix, shifted: -0.00025).bytes
            let upper = ReferenceMatrix.map(picture, through: filter.matrix, shifted: 0.00025).bytes
            let isBetween = zip(result, zip(lower, upper)).allSatisfy { $0 >= $1.0 && $0 <= $1.1 }
            #expect(isBetween, "\(percent) percent")
        }
    }

    @Test func `No picture at all stays none`() throws {
        for size in [PixelSize(width: 0, height: 0), PixelSize(width: 0, height: 5), PixelSize(width: 5, height: 0)] {
            #expect(try #require(filtered(PixelBuffer(size: size) { _ in }, by: sepia)).size == size)
        }
    }

    @Test func `A filtration that nobody wants gives nothing`() {
        let picture = Pictures.noise(width: 8, height: 8, padding: 0, seed: 1)
        #expect(sepia.apply(to: picture, isCancelled: { true }) == nil)
    }

    @Test(arguments: [0, 12])
    func `A large picture is given up on the way`(padding: Int) {
        let size = PixelSize(width: 1024, height: 256)
        let bytesPerRow = 4 * size.width + padding
        let picture = PixelBuffer(
            size: size, bytesPerRow: bytesPerRow, bytes: [UInt8](repeating: 9, count: bytesPerRow * size.height))
        var looks = 0
        let result = sepia.apply(to: picture) {
            looks += 1
            return looks == 2
        }
        #expect(result == nil)
        #expect(looks == 2)
    }

    private func filtered(_ picture: PixelBuffer, by filter: some PhotoFilter) -> PixelBuffer? {
        filter.apply(to: picture, isCancelled: { false })
    }
}
