import PhotoCore
import Testing

@testable import PhotoServices

@Suite("Demo landscapes")
struct DemoLandscapeTests {
    private let small = PixelSize(width: 80, height: 60)

    /// Numbers that show every theme at least once, in any shuffle.
    private let everyTheme = 0..<(2 * Theme.all.count)

    @Test func `are the same for the same number`() {
        for number in everyTheme {
            let landscape = DemoLandscape(number: number)
            #expect(landscape.paint(size: small) == landscape.paint(size: small))
        }
    }

    @Test func `are different for different numbers`() {
        let pictures = (1...60).map { DemoLandscape(number: $0).paint(size: small).bytes }
        #expect(Set(pictures).count == 60)
    }

    @Test func `of neighbours differ so much that one sees it in a thumbnail`() {
        let thumbnails = (1...60).map { DemoLandscape(number: $0).paint(size: PixelSize(width: 8, height: 6)).bytes }
        for (one, other) in zip(thumbnails, thumbnails.dropFirst()) {
            let difference = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / one.count
            #expect(difference > 8)
        }
    }

    @Test func `are opaque, and neither black nor white nor flat`() {
        for number in everyTheme {
            let bytes = DemoLandscape(number: number).paint(size: small).bytes
            #expect(stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 })
            let greens = stride(from: 1, to: bytes.count, by: 4).map { Int(bytes[$0]) }.sorted()
            let mean = greens.reduce(0, +) / greens.count
            #expect((12...225).contains(mean), "number \(number)")
            #expect(greens[greens.count / 50] + 20 < greens[greens.count * 49 / 50], "number \(number)")
        }
    }

    @Test(arguments: [0, 1, 2, 3, 7, 33])
    func `can be painted at any size, and for any number`(side: Int) {
        for number in [Int.min, -1, 0, 17, 1_000_000, Int.max] + Array(everyTheme) {
            for size in [PixelSize(width: side, height: side), PixelSize(width: side, height: side * 3)] {
                #expect(DemoLandscape(number: number).paint(size: size).size == size)
            }
        }
    }

    @Test func `keep their composition at another size`() {
        for number in 1...Theme.all.count {
            let large = DemoLandscape(number: number).paint(size: PixelSize(width: 160, height: 120))
            let small = DemoLandscape(number: number).paint(size: PixelSize(width: 80, height: 60))
            var difference = 0
            for y in 0..<60 {
                for x in 0..<80 {
                    let mean = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) {
                        $0 + Int(large.bytes[(2 * y + $1.1) * large.bytesPerRow + (2 * x + $1.0) * 4 + 1])
                    }
                    difference += abs(mean / 4 - Int(small.bytes[y * small.bytesPerRow + x * 4 + 1]))
                }
            }
            #expect(difference / 4800 < 16, "number \(number)")
        }
    }
}

@Suite("SplitMix64")
struct SplitMix64Tests {
    @Test func `gives the published numbers`() {
        // The first outputs for this seed, as in the test of Vigna's splitmix64.c at rosettacode.org.
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
    }
}
