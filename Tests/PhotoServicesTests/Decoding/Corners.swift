import PhotoCore
import Testing

extension Samples {
    static let red = [200, 30, 30]
    static let green = [30, 180, 30]
    static let blue = [30, 30, 200]
    static let yellow = [220, 200, 40]
    /// The colours of the samples' quadrants.
    static let quadrants = [red, green, blue, yellow]
    /// The same, after the turn of each EXIF orientation.
    static let upright: [Int: [[Int]]] = [
        1: [red, green, blue, yellow],
        2: [green, red, yellow, blue],
        3: [yellow, blue, green, red],
        4: [blue, yellow, red, green],
        5: [red, blue, green, yellow],
        6: [blue, red, yellow, green],
        7: [yellow, green, blue, red],
        8: [green, yellow, red, blue],
    ]
}

/// Expects these colours an eighth inside the corners: upper left and right, lower left and right.
func expectCorners(
    of picture: PixelBuffer, _ expected: [[Int]], _ comment: String, tolerance: Int = 12,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let xs = [picture.width / 8, picture.width - 1 - picture.width / 8]
    let ys = [picture.height / 8, picture.height - 1 - picture.height / 8]
    for (index, colour) in expected.enumerated() {
        let at = ys[index / 2] * picture.bytesPerRow + 4 * xs[index % 2]
        let found = picture.bytes[at..<(at + 3)].map { Int($0) }
        let isClose = zip(found, colour).allSatisfy { abs($0 - $1) <= tolerance }
        #expect(isClose, "\(comment): corner \(index) is \(found), not \(colour)", sourceLocation: sourceLocation)
    }
}
