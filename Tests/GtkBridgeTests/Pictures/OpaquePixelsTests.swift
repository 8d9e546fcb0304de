import Testing

@testable import GtkBridge

@Suite("Pixels through which nothing is seen")
struct OpaquePixelsTests {
    @Test(arguments: [(1, 1, 4), (3, 2, 12), (3, 2, 15), (17, 5, 80)])
    func `Alpha and padding are left out`(width: Int, height: Int, bytesPerRow: Int) {
        var rgba = [UInt8](repeating: 99, count: bytesPerRow * height)
        var wanted: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let color = [UInt8(y), UInt8(x), UInt8(200 - x)]
                let start = y * bytesPerRow + 4 * x
                rgba.replaceSubrange(start..<start + 4, with: color + [255])
                wanted += color
            }
        }
        #expect(OpaquePixels.rgb(of: rgba, width: width, height: height, bytesPerRow: bytesPerRow) == wanted)
    }

    @Test(arguments: [0, 7, 15], [0, 127, 254])
    func `One pixel that is seen through keeps the alpha of all`(index: Int, alpha: UInt8) {
        var rgba = [UInt8](repeating: 255, count: 4 * 16)
        rgba[4 * index + 3] = alpha
        #expect(OpaquePixels.rgb(of: rgba, width: 4, height: 4, bytesPerRow: 16) == nil)
    }

    @Test func `Nothing is made of nothing`() {
        #expect(OpaquePixels.rgb(of: [], width: 0, height: 0, bytesPerRow: 0)?.isEmpty == true)
    }
}
