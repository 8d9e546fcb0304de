/// The way back through the folders that were opened from their rows. A pure value.
package struct FolderTrail<Source: Equatable & Sendable, Place: Sendable>: Sendable {
    /// A list that was left, and where the person stood in it.
    package struct Step: Sendable {
        package let source: Source
        package let place: Place?
    }

    private var steps: [Step] = []
    private var shown: Source?
    /// What is being opened, and the way back from there.
    private var awaited: (source: Source, steps: [Step])?

    /// No person goes back further by steps.
    private static var most: Int { 100 }

    package init() {}

    /// Whether there is a list to go back to.
    package var leadsBack: Bool { !steps.isEmpty }

    /// The folder's row in the list of `source` was opened, at this place.
    package mutating func enters(_ folder: Source, from source: Source, at place: Place?) {
        awaited = (folder, Array((steps + [Step(source: source, place: place)]).suffix(Self.most)))
    }

    /// The person wants to go back: what to open. Nil if there is nothing.
    package mutating func goesBack() -> Step? {
        guard let last = steps.last else { return nil }
        awaited = (last.source, Array(steps.dropLast()))
        return last
    }

    /// The list of `source` is on screen, which may have been opened in another way: then nothing leads back.
    package mutating func shows(_ source: Source) {
        if let awaited, awaited.source == source {
            steps = awaited.steps
        } else if source != shown {
            steps = []
        }
        (shown, awaited) = (source, nil)
    }
}
