import Foundation

/// What the first rows of a catalogue would wait for: Swift's runtime makes each generic type at its first use, and ICU
/// reads its tables then: a third of the turn of the main loop that shows the first row.
package enum FirstUse {
    /// Uses them once. A worker calls it at the start, before there are rows.
    package static func prepare() {
        ReaderLocale.prepare()
        let first = LoadPlan.Candidate(id: .init(catalogue: 0, entry: 0), distance: 0, isFinal: false)
        _ = LoadPlan(onScreen: [first], inProgress: [])
        for base in ["file:///photos/", "http://localhost/"] {
            _ = URL(string: base).map { PhotoLocation.resolve("first.jpg", against: $0) }
        }
        let lookup = BlockOperation {}
        BlockOperation {}.addDependency(lookup)
    }
}
