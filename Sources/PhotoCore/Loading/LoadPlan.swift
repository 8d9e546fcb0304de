/// What to cancel and what to start, given what is on screen and what is in progress. A pure decision.
public struct LoadPlan: Sendable, Equatable {
    /// A photo on screen.
    public struct Candidate: Sendable, Equatable {
        /// Which photo.
        public let id: PhotoRecord.ID
        /// How far its row is from the middle of the screen, in any unit.
        public let distance: Double
        /// Whether it is filtered or failed, so that nothing is left to do.
        public let isFinal: Bool

        /// A photo on screen, `distance` from the middle.
        public init(id: PhotoRecord.ID, distance: Double, isFinal: Bool) {
            self.id = id
            self.distance = distance
            self.isFinal = isFinal
        }
    }

    /// In progress, but not on screen any more.
    public let cancel: Set<PhotoRecord.ID>
    /// On screen, unfinished and not in progress, those nearest the middle first.
    public let start: [PhotoRecord.ID]

    /// Rows on screen minus rows in progress are started; the reverse is cancelled.
    public init(onScreen: [Candidate], inProgress: Set<PhotoRecord.ID>) {
        cancel = inProgress.subtracting(onScreen.map(\.id))
        start =
            onScreen.enumerated()
            .filter { !$0.element.isFinal && !inProgress.contains($0.element.id) }
            // By distance, and where that is equal, from the top down.
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .map(\.element.id)
    }
}
