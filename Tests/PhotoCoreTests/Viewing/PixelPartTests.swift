import Foundation
import Testing

@testable import PhotoCore

@Suite struct PixelPartTests {
    private static let odd: [Double] = [
        0, -1, 1e-300, 0.5, 3, 99.5, 65_535, 1e18, -1e19, 1e300, -1e300, .infinity, -.infinity, .nan,
    ]

    @Test(arguments: odd)
    func `No area has pixels outside of its picture`(x: Double) {
        for y in Self.odd {
            for side in Self.odd {
                for limit in [PixelSize.square(1), PixelSize(width: 100, height: 7), .square(1 << 31)] {
                    let area = CGRect(x: x, y: y, width: side, height: side)
                    guard let part = PixelPart(area, within: limit) else { continue }
                    #expect(PixelPart(all: limit).contains(part), "\(area) in \(limit)")
                    #expect(part.size.width > 0 && part.size.height > 0)
                    for margin in [0, 1, 1000, 1 << 40] {
                        let grown = part.grown(by: margin, within: limit)
                        #expect(grown.contains(part) && PixelPart(all: limit).contains(grown))
                    }
                }
            }
        }
    }
}
