/// The width of a photo divided by its height, in two bytes: from 1:4 to 4:1, exact to 1/16384. What is farther from a
/// square is cut at the sides, so that a panorama's line does not become a thread.
package struct TimelineRatio: Equatable, Sendable {
    private let parts: UInt16
    private static let scale = 16_384.0

    /// A square; also for a photo whose ratio is not known.
    package static let square = Self(1)
    /// What photos have on average, where none has told: a camera's 4:3.
    package static let usual = 4.0 / 3

    /// The nearest possible ratio; a square for what is no ratio.
    package init(_ ratio: Double) {
        let ratio = ratio > 0 ? ratio : 1
        parts = UInt16(max(0.25 * Self.scale, min((ratio * Self.scale).rounded(), Double(UInt16.max))))
    }

    /// The ratio of a photo of this size, in any unit.
    package init(width: Double, height: Double) {
        self.init(width > 0 && height > 0 && width.isFinite && height.isFinite ? width / height : 1)
    }

    /// The ratio of a photo of this size.
    package init(_ size: PixelSize) { self.init(width: Double(size.width), height: Double(size.height)) }

    package var value: Double { Double(parts) / Self.scale }
}
