import PhotoCore
import Synchronization

/// Counts the requests under way, and says on the main context when the network becomes busy or idle.
public final class NetworkActivity: Sendable {
    private let count = Mutex(0)
    private let mainContext: any MainContextPerforming
    private let changed: @MainActor @Sendable (Bool) -> Void

    /// `changed` gets whether the network is busy, on the main context.
    public init(
        mainContext: any MainContextPerforming, changed: @escaping @MainActor @Sendable (_ isBusy: Bool) -> Void
    ) {
        self.mainContext = mainContext
        self.changed = changed
    }

    /// How many requests are under way.
    public var requests: Int { count.withLock { $0 } }

    func begin() { change(by: 1) }
    func end() { change(by: -1) }

    private func change(by difference: Int) {
        let turned = count.withLock { count in
            count += difference
            return difference > 0 ? count == 1 : count == 0
        }
        guard turned else { return }
        // Asked for again on the main context: in between, the next request may have begun.
        mainContext.perform { [self] in changed(requests > 0) }
    }
}
