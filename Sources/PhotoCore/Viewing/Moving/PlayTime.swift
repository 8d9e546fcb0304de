/// How long a photo that moves plays by itself.
package struct PlayTime: Sendable, Equatable {
    /// Where a person wants nothing to move, in milliseconds: what moves by itself for longer has to be stoppable (WCAG
    /// 2.2, criterion 2.2.2).
    static let stillMost = 5000

    private var left: Int?

    /// Without an end, unless the person wants nothing to move.
    package init(isStill: Bool) { left = isStill ? Self.stillMost : nil }

    /// Whether another frame follows the one that is shown for this long.
    package mutating func goesOn(after milliseconds: Int) -> Bool {
        guard let left else { return true }
        // Never 0: frames without a duration would play for ever.
        let rest = left - min(max(1, milliseconds), left)
        self.left = rest
        return rest > 0
    }
}
