import Foundation

/// Carries out a plan. On the live filtration's queue.
///
/// @unchecked Sendable: Operation subclasses restate it; nothing here changes after init.
final class FilterPlanOperation: Operation, @unchecked Sendable {
    private let plan: FilterPlan
    private let ended: @Sendable (PhotoLayer?) -> Void

    /// `ended` gets the outcome, on the queue's thread; not when the operation was cancelled.
    init(_ plan: FilterPlan, ended: @escaping @Sendable (PhotoLayer?) -> Void) {
        self.plan = plan
        self.ended = ended
    }

    override func main() {
        guard !isCancelled else { return }
        let layer = plan.run(isCancelled: { self.isCancelled })
        if !isCancelled { ended(layer) }
    }
}
