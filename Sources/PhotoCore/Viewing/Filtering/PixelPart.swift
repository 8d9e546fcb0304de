import Foundation

/// A part of a picture, in its own pixels.
struct PixelPart: Sendable, Equatable {
    /// The left column.
    var x: Int
    /// The upper row.
    var y: Int
    var size: PixelSize

    /// A part from column `x` and row `y` on.
    init(x: Int, y: Int, size: PixelSize) {
        self.x = x
        self.y = y
        self.size = size
    }

    init(all size: PixelSize) { self.init(x: 0, y: 0, size: size) }

    /// The pixels of a picture of `limit` that touch `area`; nil if none does.
    init?(_ area: CGRect, within limit: PixelSize) {
        guard area.minX.isFinite, area.minY.isFinite, area.maxX.isFinite, area.maxY.isFinite else { return nil }
        let left = max(0, area.minX.rounded(.down))
        let top = max(0, area.minY.rounded(.down))
        let right = min(Double(limit.width), area.maxX.rounded(.up))
        let bottom = min(Double(limit.height), area.maxY.rounded(.up))
        guard right > left, bottom > top else { return nil }
        self.init(x: Int(left), y: Int(top), size: PixelSize(width: Int(right - left), height: Int(bottom - top)))
    }

    /// Extended by `margin` at every side, within a picture of `limit`.
    func grown(by margin: Int, within limit: PixelSize) -> PixelPart {
        let left = max(0, x - margin)
        let top = max(0, y - margin)
        return PixelPart(
            x: left, y: top,
            size: PixelSize(
                width: min(limit.width, x + size.width + margin) - left,
                height: min(limit.height, y + size.height + margin) - top))
    }

    func contains(_ other: PixelPart) -> Bool {
        other.x >= x && other.y >= y && other.x + other.size.width <= x + size.width
            && other.y + other.size.height <= y + size.height
    }

    var area: CGRect { CGRect(x: x, y: y, width: size.width, height: size.height) }
}
