import Foundation
import PhotoCore
import PhotoDecoding
import Testing

@Suite("JPEGs at an eighth of their size")
struct JPEGEighthTests {
    private static let samples = [
        ColorSamples.largeJPEG444, ColorSamples.largeJPEG422, ColorSamples.largeJPEG420, ColorSamples.largeGreyJPEG,
        Samples.jpeg, Samples.greyJPEG, Samples.restartJPEG,
    ]

    @Test(arguments: samples)
    func `Every pixel is the mean of the 64 it stands for`(data: Data) throws {
        // Quadrants with edges between them need more coefficients than the few that are read for coarse colour.
        try expectMeans(of: data, mean: 3, most: data.count < 800 ? 16 : 5)
    }

    @Test func `Codes of every length, to blocks that have no end mark`() throws {
        var state: UInt64 = 88_172_645_463_325_252
        let data = Encoded.picture("jpeg", width: 333, height: 221, quality: 100) { _, _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return (UInt8(truncatingIfNeeded: state), UInt8(truncatingIfNeeded: state >> 8), UInt8(state >> 56))
        }
        try expectMeans(of: data, mean: 2, most: 24)
    }

    @Test(
        arguments: [Samples.progressiveJPEG, Samples.cmykJPEG, Samples.png, Data(), Data([0xFF, 0xD8, 0xFF])])
    func `What it is not for is left to libjpeg`(data: Data) {
        #expect(JPEGEighth(data) == nil)
    }

    @Test(arguments: samples)
    func `Cut short, it is not made up`(data: Data) {
        for count in 0..<(data.count - 4) {
            guard let eighth = JPEGEighth(data.prefix(count)) else { continue }
            guard case .broken = eighth.decode(isCancelled: { false }) else {
                Issue.record("\(count) of \(data.count) bytes")
                return
            }
        }
    }

    @Test func `It stops when it is no longer wanted`() throws {
        let eighth = try #require(JPEGEighth(ColorSamples.largeJPEG444))
        var looks = 0
        let outcome = eighth.decode {
            looks += 1
            return looks == 4
        }
        guard case .cancelled = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(looks == 4)
    }

    @Test(arguments: samples)
    func `Flipped bytes end in every pixel or in none`(data: Data) {
        var state: UInt64 = 88_172_645_463_325_252
        for _ in 0..<1000 {
            var broken = [UInt8](data)
            for _ in 0..<3 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                broken[Int(state % UInt64(data.count))] ^= UInt8(truncatingIfNeeded: state >> 40)
            }
            guard let eighth = JPEGEighth(Data(broken)), eighth.original.width * eighth.original.height < 1 << 24 else {
                continue
            }
            switch eighth.decode(isCancelled: { false }) {
            case .pixels(let pixels): #expect(pixels.count == 3 * eighth.size.width * eighth.size.height)
            case .broken: break
            case .cancelled: Issue.record("cancelled by nobody")
            }
        }
    }

    private func expectMeans(
        of data: Data, mean: Double, most: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let eighth = try #require(JPEGEighth(data))
        guard case .pixels(let pixels) = eighth.decode(isCancelled: { false }) else {
            Issue.record("not decoded", sourceLocation: sourceLocation)
            return
        }
        let size = eighth.size
        #expect(pixels.count == 3 * size.width * size.height)
        let whole = try PixbufDecoder().decode(data, toFill: eighth.original, isCancelled: { false })
        try #require(whole.size == eighth.original)
        var differences: [Double] = []
        for (index, value) in pixels.enumerated() {
            let x = index / 3 % size.width
            let y = index / 3 / size.width
            var sum = 0
            for row in (8 * y)..<(8 * y + 8) {
                for column in (8 * x)..<(8 * x + 8) {
                    // Encoders pad blocks at the edges with the edge's pixels.
                    let at = min(row, whole.height - 1) * whole.bytesPerRow + 4 * min(column, whole.width - 1)
                    sum += Int(whole.bytes[at + index % 3])
                }
            }
            differences.append(abs(Double(value) - Double(sum) / 64))
        }
        #expect(differences.max() ?? 255 <= most, "\(differences)", sourceLocation: sourceLocation)
        #expect(differences.reduce(0, +) / Double(differences.count) < mean, sourceLocation: sourceLocation)
    }
}
