/// The photos on screen while the list rests, those ahead, and which of them to load.
@MainActor
struct ScreenPass {
    private(set) var onScreen: [PhotoLoader.OnScreen] = []
    private(set) var ahead: [PhotoLoader.OnScreen] = []
    /// Milliseconds from the pass until unwanted downloads are cancelled; nil without any.
    var overdueWait: Int?
    /// Milliseconds from the pass until slow downloads make room; nil if nothing waits.
    var roomWait: Int?

    var all: [PhotoLoader.OnScreen] { onScreen + ahead }

    /// Whether every photo on screen is shown, at least roughly, or failed.
    var isSeen: Bool { onScreen.allSatisfy(\.record.state.isFinal) }

    func plan(inProgress: Set<PhotoRecord.ID>, _ retries: Retries) -> LoadPlan {
        func candidate(_ item: PhotoLoader.OnScreen) -> LoadPlan.Candidate {
            .init(
                id: item.record.id, distance: item.distance,
                isFinal: item.record.state.isFinal && !item.record.isRefreshing,
                isRetry: item.record.rowURL.map(retries.hasFailed) ?? false)
        }
        // An unread one has nothing to load.
        func candidates(_ items: [PhotoLoader.OnScreen]) -> [LoadPlan.Candidate] {
            items.filter { !$0.record.isUnread }.map(candidate)
        }
        return LoadPlan(onScreen: candidates(onScreen), ahead: candidates(ahead), inProgress: inProgress)
    }

    func records(of ids: [PhotoRecord.ID]) -> [PhotoRecord] {
        let records = Dictionary(all.map { ($0.record.id, $0.record) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { records[$0] }
    }

    /// Limits reading ahead to photos in progress.
    mutating func forgetAhead(notIn inProgress: Set<PhotoRecord.ID>) {
        ahead.removeAll { !inProgress.contains($0.record.id) }
    }

    /// Milliseconds until the next pass, for `retries` or for downloads; nil if nothing is due.
    func nextPass(inProgress: Set<PhotoRecord.ID>, retrying retries: Retries?) -> Int? {
        let waits = onScreen.compactMap { item -> Int? in
            guard let url = item.record.rowURL, !inProgress.contains(item.record.id) else { return nil }
            return retries?.millisecondsUntilDue(url)
        }
        return (waits + [overdueWait, roomWait].compactMap { $0 }).min()
    }
}
