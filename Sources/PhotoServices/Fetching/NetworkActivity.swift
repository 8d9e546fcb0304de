import PhotoCore
import Synchronization

/// Counts running requests, and reports on the main context when the network becomes busy or idle.
public final class NetworkActivity: Sendable {
    private let count = Mutex(0)
    private let mainContext: any MainContextPerforming
    private let changed: @MainActor @Sendable (Bool) -> Void

    /// Calls `changed` on the main context with whether the network is busy.
    public init(
        mainContext: any MainContextPerforming, changed: @escaping @MainActor @Sendable (_ isBusy: Bool) -> Void
    ) {
        self.mainContext = mainContext
        self.changed = changed
    }

    /// The number of running requests.
    public var requests: Int { count.withLock { $0 } }

    func begin() { change(by: 1) }
    func end() { change(by: -1) }

    private func change(by difference: Int) {
        let turned = count.withLock { count in
            count += difference
            return difference > 0 ? count == 1 : count == 0
        }
        guard turned else { return }
        // Checked again on the main context: the next request may have begun.
        mainContext.perform { [self] in changed(requests > 0) }
    }
}
