import Foundation
import GLibBridge

/// Memory that is free goes back to the system while rows come and go.
///
/// Pictures of a hundred thousand rows are made on one thread and given up on another: what is free in the allocator's
/// pools is then in small pieces among what is used, and the pools grow by half a kilobyte a row.
@MainActor
final class FreeMemory {
    /// It takes a worker about 2 ms, in which a thread that asks for memory may wait.
    private static let delayMilliseconds = 10_000

    private var timer: MainTimer?

    /// Gives back what is free, once for all calls of the next ten seconds.
    func giveBackSoon() {
        guard timer == nil else { return }
        timer = MainTimer(after: Self.delayMilliseconds) { [weak self] in
            self?.timer = nil
            DispatchQueue.global(qos: .background).async { ProcessMemory.giveBack() }
        }
    }
}
