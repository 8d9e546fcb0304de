/// What to cancel and what to start, given what is on screen and what is in progress. A pure decision.
public struct LoadPlan: Sendable, Equatable {
    /// A photo on screen.
    public struct Candidate: Sendable, Equatable {
        /// Which photo.
        let id: PhotoRecord.ID
        /// How far its row is from the middle of the screen, in any unit.
        let distance: Double
        /// Whether it is filtered or failed, so that nothing is left to do.
        let isFinal: Bool
        /// Whether it has failed before.
        let isRetry: Bool

        /// A photo on screen, `distance` from the middle.
        public init(id: PhotoRecord.ID, distance: Double, isFinal: Bool, isRetry: Bool = false) {
            self.isRetry = isRetry
            self.id = id
            self.distance = distance
            self.isFinal = isFinal
        }
    }

    /// In progress, but neither on screen any more nor about to be.
    public let cancel: Set<PhotoRecord.ID>
    /// Unfinished and not in progress: those on screen, those that were never tried first, nearest the middle first,
    /// or, once all of those are final, those ahead in the direction of travel, nearest the screen first.
    public let start: [PhotoRecord.ID]

    /// Rows on screen minus rows in progress are started; the reverse is cancelled. `ahead` are the rows to be read
    /// ahead, none where nothing is: what of them is under way already may go on.
    public init(onScreen: [Candidate], ahead: [Candidate] = [], inProgress: Set<PhotoRecord.ID>) {
        cancel = inProgress.subtracting(onScreen.map(\.id)).subtracting(ahead.map(\.id))
        let isScreenDone = onScreen.allSatisfy(\.isFinal)
        var known = inProgress
        start =
            (isScreenDone ? ahead : onScreen).enumerated()
            // Each photo once, whatever the list says of its rows.
            .filter { !$0.element.isFinal && known.insert($0.element.id).inserted }
            .sorted { Self.order($0.element, $0.offset) < Self.order($1.element, $1.offset) }
            .map(\.element.id)
    }

    /// A photo that failed most likely fails again, and may take its time over it. By distance then, and where that is
    /// equal, from the top down.
    private static func order(_ candidate: Candidate, _ row: Int) -> (Int, Double, Int) {
        (candidate.isRetry ? 1 : 0, candidate.distance, row)
    }
}
