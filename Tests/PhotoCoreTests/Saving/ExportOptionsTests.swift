import Testing

@testable import PhotoCore

@Suite struct ExportOptionsTests {
    private static let numbers = [
        Int.min, -1, 0, 1, 2, 15, 16, 100, 101, 1920, 65_500, 65_501, 1 << 31 - 1, 1 << 31, 1 << 53, .max,
    ]

    @Test(arguments: numbers)
    func `Options are held within what can be exported`(number: Int) {
        let options = ExportOptions(quality: number, longestSide: number)
        #expect(ExportOptions.qualities.contains(options.quality))
        #expect(options.longestSide.map { ExportOptions.sides.contains($0) } == true)
    }

    private static let sizes = numbers.filter { $0 > 0 }

    @Test(arguments: sizes)
    func `A photo of any size has an exported size, no larger than it or the limit`(width: Int) {
        for height in Self.numbers where height > 0 {
            for limit in Self.numbers {
                let options = ExportOptions(longestSide: limit)
                let size = options.size(of: PixelSize(width: width, height: height))
                let longest = min(max(width, height), options.longestSide ?? .max)
                #expect(max(size.width, size.height) == longest && min(size.width, size.height) >= 1)
            }
        }
    }
}
