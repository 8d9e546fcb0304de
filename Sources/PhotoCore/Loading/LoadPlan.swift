/// What to cancel and what to start, given what is on screen and in progress. A pure decision.
public struct LoadPlan: Sendable, Equatable {
    /// A photo on screen.
    public struct Candidate: Sendable, Equatable {
        let id: PhotoRecord.ID
        /// The distance of its row from the middle of the screen, in any unit.
        let distance: Double
        /// Whether it is filtered or failed, and nothing is left to do.
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

    /// In progress, but neither on screen nor ahead.
    public let cancel: Set<PhotoRecord.ID>
    /// Unfinished and not in progress: photos on screen, first-time ones before retries, nearest the middle first; once
    /// all of those are final, photos ahead, nearest the screen first.
    public let start: [PhotoRecord.ID]

    /// Starts rows on screen minus rows in progress, and cancels the reverse. `ahead` are the rows to read ahead, if
    /// any: those already in progress may continue.
    public init(onScreen: [Candidate], ahead: [Candidate] = [], inProgress: Set<PhotoRecord.ID>) {
        cancel = inProgress.subtracting(onScreen.map(\.id)).subtracting(ahead.map(\.id))
        let isScreenDone = onScreen.allSatisfy(\.isFinal)
        var known = inProgress
        start =
            (isScreenDone ? ahead : onScreen).enumerated()
            // Each photo once, even if the list repeats rows.
            .filter { !$0.element.isFinal && known.insert($0.element.id).inserted }
            .sorted { Self.order($0.element, $0.offset) < Self.order($1.element, $1.offset) }
            .map(\.element.id)
    }

    /// A failed photo probably fails again, perhaps slowly, so retries come later. Then by distance, and from the top
    /// down.
    private static func order(_ candidate: Candidate, _ row: Int) -> (Int, Double, Int) {
        (candidate.isRetry ? 1 : 0, candidate.distance, row)
    }
}
