import Foundation

/// Tells a pointer that moves from what only looks like it: displays tell again where a pointer is that rests whenever
/// something appears or goes below it, and a window that grows or moves below a pointer has it at another place.
public struct PointerRest: Sendable, Equatable {
    /// What a hand that rests on a mouse moves it by, in points, is less.
    static let least = 1.0

    private var place: CGPoint?
    private var size = CGSize.zero

    /// Nothing is known of the pointer.
    public init() {}

    /// Takes in where the pointer is said to be, in points, in a view of `size`; true if it has moved.
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
