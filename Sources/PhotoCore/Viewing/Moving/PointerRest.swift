import Foundation

/// Distinguishes a moving pointer from apparent motion: displays repeat the position of a resting pointer when
/// something appears or disappears below it, and a resized or moved window changes its coordinates.
public struct PointerRest: Sendable, Equatable {
    /// A hand that rests on a mouse moves it by less, in points.
    static let least = 1.0

    private var place: CGPoint?
    private var size = CGSize.zero

    /// An unknown pointer.
    public init() {}

    /// Takes a pointer position, in points, in a view of `size`; true if the pointer has moved.
    public mutating func note(_ place: CGPoint, in size: CGSize) -> Bool {
        guard let last = self.place, size == self.size else {
            self.place = place
            self.size = size
            return false
        }
        guard max(abs(place.x - last.x), abs(place.y - last.y)) >= Self.least else { return false }
        self.place = place
        return true
    }
}
