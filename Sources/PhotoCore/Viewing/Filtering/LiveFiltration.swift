import Foundation

/// Filters what is on screen of a photo, off the main context, while a person looks at it and moves a slider: for
/// filters that are no colour matrix.
///
/// The newest wish is the next that is carried out, and those between it and the one under way are dropped. The one
/// under way is finished, unless it is of another photo: a slider that moves on faster than filtering takes would show
/// nothing otherwise, and it is bounded by the screen.
///
/// Lives on the main context.
@MainActor
public final class LiveFiltration {
    /// What is shown: first what lies below.
    private enum Place: Int, CaseIterable {
        /// All of the photo, coarsely: shown where a photo is moved to before what is there is filtered.
        case base
        /// What is on screen, as sharply as it is shown.
        case detail
    }

    private let mainContext: any MainContextPerforming
    private let queue: OperationQueue
    private var made: [Place: (plan: FilterPlan, layer: PhotoLayer)] = [:]
    private var wanted: [(place: Place, plan: FilterPlan)] = []
    private var running: FilterPlanOperation?
    /// Counts the photos: what comes of an earlier one is dropped.
    private var photo = 0
    /// Called when there is something else to show.
    public var observer: (@MainActor () -> Void)?

    /// Nothing is filtered yet.
    public init(mainContext: any MainContextPerforming) {
        self.mainContext = mainContext
        queue = OperationQueue()
        queue.name = "Live filtration"
        queue.maxConcurrentOperationCount = 1
        queue.qualityOfService = .userInteractive
    }

    /// What is filtered so far, to be drawn one over the other; empty before anything is.
    public var layers: [PhotoLayer] {
        Place.allCases.compactMap { made[$0]?.layer }
    }

    /// Filters the layers of a photo by `choice`, as `view` shows them. `best` is what is drawn of it unfiltered, first
    /// what lies below; `layers` are all its levels. While the choice changes from frame to frame, `preparesMoves` is
    /// better false: then only what is on screen is filtered, and not what would come on screen if the photo were
    /// moved. With `atOnce`, where nothing is filtered yet, what is on screen is by the time this returns, if more
    /// coarsely: a photo's first frame has its filter.
    public func want(
        _ choice: FilterChoice, of best: [PhotoLayer], in layers: [Int: PhotoLayer], view: FilterPlan.View,
        preparesMoves: Bool = true, atOnce: Bool = false
    ) {
        guard let sharpest = best.last, !choice.changesNothing, choice.matrix == nil else { return clear() }
        let chosen = FilterPlan.layer(for: choice, in: layers, insteadOf: sharpest, of: view.photo)
        // The whole of the coarsest level; or of the row's picture, where there is nothing else.
        let coarsest = layers.values.filter { $0.covers(view.photo) }.min { $0.density < $1.density } ?? best[0]
        if atOnce, made.isEmpty {
            let whole = layers.values.filter { $0.covers(view.photo) && $0.density < chosen.density }
            filterNow(choice, [chosen] + whole.sorted { $0.density > $1.density } + best.prefix(1), view)
        }
        let extents: [FilterPlan.Extent] = preparesMoves ? [.visible, .around] : [.visible]
        let details = extents.compactMap { FilterPlan(choice, of: chosen, in: view, $0) }
        let base = FilterPlan(choice, of: coarsest, in: view, .whole)
        wanted = details.filter { !isMade($0, .detail) }.map { (.detail, $0) }
        guard preparesMoves else { return startNext() }
        let isEnough = details.last.map { $0.layer.plane === coarsest.plane && $0.part == base?.part } ?? false
        if isEnough {
            // All there is to see is the detail.
            made[.base] = nil
        } else if let base, !isMade(base, .base) {
            wanted.append((.base, base))
        }
        startNext()
    }

    /// A window of usual size shows no more pixels; on more, of a larger one, its first frame would wait too long.
    static let mostAtOnce = 1 << 20

    /// Filters what is on screen of the first of `layers` of which that is little enough.
    private func filterNow(_ choice: FilterChoice, _ layers: [PhotoLayer], _ view: FilterPlan.View) {
        for (index, layer) in layers.enumerated() {
            guard let plan = FilterPlan(choice, of: layer, in: view, .visible),
                plan.part.size.width * plan.part.size.height <= Self.mostAtOnce
            else { continue }
            guard let filtered = plan.run(isCancelled: { false }) else { return }
            // Whatever is under way is of an earlier wish.
            photo += 1
            running?.cancel()
            running = nil
            made[index == 0 ? .detail : .base] = (plan, filtered)
            observer?()
            return
        }
    }

    /// Forgets the photo: another is shown, or none.
    public func clear() {
        photo += 1
        wanted = []
        running?.cancel()
        running = nil
        guard !made.isEmpty else { return }
        made = [:]
        observer?()
    }

    /// Whether all that was asked for is there.
    var isDone: Bool { running == nil && wanted.isEmpty }

    private func isMade(_ plan: FilterPlan, _ place: Place) -> Bool {
        made[place].map { plan.isMet(by: $0.plan) } ?? false
    }

    private func startNext() {
        guard running == nil, !wanted.isEmpty else { return }
        let (place, plan) = wanted.removeFirst()
        let operation = FilterPlanOperation(plan) { [weak self, mainContext, photo] layer in
            mainContext.perform { self?.ended(layer, place, plan, photo) }
        }
        running = operation
        queue.addOperation(operation)
    }

    private func ended(_ layer: PhotoLayer?, _ place: Place, _ plan: FilterPlan, _ photo: Int) {
        guard photo == self.photo else { return }
        running = nil
        if let layer {
            made[place] = (plan, layer)
            observer?()
        }
        // It may be what has been asked for meanwhile.
        wanted.removeAll { $0.place == place && $0.plan.isMet(by: plan) }
        startNext()
    }
}

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
