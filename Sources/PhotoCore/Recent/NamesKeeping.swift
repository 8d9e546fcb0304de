/// When the names of an open catalogue are written to the disk: once it is complete, and again when it is left with
/// other rows than before.
package struct NamesKeeping: Sendable {
    /// The segments whose names were kept.
    private var kept: [ObjectIdentifier]?
    /// Whether all names were removed since the catalogue was opened.
    private var isForbidden = false

    /// A catalogue that has just been opened.
    package init() {}

    /// Whether the names of `catalogue` are to be kept now.
    package func isDue(_ catalogue: Catalogue, isLeaving: Bool) -> Bool {
        if isForbidden || !isLeaving && (kept != nil || !catalogue.isComplete) { return false }
        return kept != Self.segments(of: catalogue)
    }

    /// The names of `catalogue` were kept.
    package mutating func kept(_ catalogue: Catalogue) { kept = Self.segments(of: catalogue) }

    /// All names were removed.
    package mutating func removed() { isForbidden = true }

    private static func segments(of catalogue: Catalogue) -> [ObjectIdentifier] {
        catalogue.segments.map { ObjectIdentifier($0) }
    }
}
