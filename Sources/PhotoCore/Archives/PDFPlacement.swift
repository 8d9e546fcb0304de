/// How a page of a PDF document turns what it draws: the four numbers of a matrix that turn and scale (ISO 32000-1,
/// 8.3.4). Where it lies does not matter.
package struct PDFPlacement: Equatable, Sendable {
    private let (a, b, c, d): (Double, Double, Double, Double)

    /// As a picture is stored: to the right, and up.
    package static let upright = PDFPlacement(1, 0, 0, 1)

    private init(_ a: Double, _ b: Double, _ c: Double, _ d: Double) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

    /// Of a matrix of six numbers; nil for others.
    package init?(_ matrix: [Double]) {
        guard matrix.count == 6 else { return nil }
        self.init(matrix[0], matrix[1], matrix[2], matrix[3])
    }

    /// This one within `outer`.
    package func within(_ outer: PDFPlacement) -> PDFPlacement {
        PDFPlacement(
            a * outer.a + b * outer.c, a * outer.b + b * outer.d, c * outer.a + d * outer.c, c * outer.b + d * outer.d)
    }

    /// How to turn a stored picture so, on a page that is shown turned to the right by `degrees`.
    package func orientation(onPageTurnedBy degrees: Int) -> ExifOrientation {
        let page: ExifOrientation =
            switch (degrees % 360 + 360) % 360 {
            case 90: .clockwise
            case 180: .bottomRight
            case 270: .counterclockwise
            default: .topLeft
            }
        guard [a, b, c, d].allSatisfy(\.isFinite) else { return page }
        let swaps = abs(b) + abs(c) > abs(a) + abs(d)
        let placed = ExifOrientation(swaps: swaps, flipsX: swaps ? c > 0 : a < 0, flipsY: swaps ? b > 0 : d < 0)
        return placed.followed(by: page)
    }
}

extension ExifOrientation {
    /// A TIFF structure with nothing but this orientation (Exif 2.32, 4.6.2).
    var tiff: [UInt8] {
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue), 0, 0, 0, 0, 0, 0]
    }
}
