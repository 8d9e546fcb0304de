import Foundation

/// Filters the visible part of a photo off the main context, while a person views it and moves a slider: for filters
/// other than colour matrices.
///
/// Runs the newest request next, and drops those between it and the running one. The running one finishes unless it
/// belongs to another photo: otherwise a fast slider would never show a result, and the screen bounds its cost.
///
/// Lives on the main context.
@MainActor
package final class LiveFiltration {
    /// The results, from the bottom up.
    private enum Place: Int, CaseIterable {
        /// The whole photo, coarse: visible where a moved photo is not filtered yet.
        case base
        /// The visible part, as sharp as it is shown.
        case detail
    }

    private let mainContext: any MainContextPerforming
    private let queue = OperationQueue("Live filtration", atOnce: 1, .userInteractive)
    private var made: [Place: (plan: FilterPlan, layer: PhotoLayer)] = [:]
    private var wanted: [(place: Place, plan: FilterPlan)] = []
    private var running: Operation?
    /// Counts the photos: results of an earlier one are dropped.
    private var photo = 0
    /// Called when the result has changed.
    package var observer: (@MainActor () -> Void)?

    package init(mainContext: any MainContextPerforming) { self.mainContext = mainContext }

    /// The results so far, to be drawn from the first to the last; empty at first.
    package var layers: [PhotoLayer] { Place.allCases.compactMap { made[$0]?.layer } }

    /// Filters the layers of a photo by `choice` for `view`. `best` is drawn unfiltered, from the first to the last;
    /// `layers` are all levels. While the choice changes in every frame, set `preparesMoves` to false: then only the
    /// visible part is filtered, without a margin for moves. With `atOnce`, if nothing is filtered yet, the visible
    /// part is filtered before this returns, perhaps coarsely: a photo's first frame has its filter.
    package func want(
        _ choice: FilterChoice, of best: [PhotoLayer], in layers: [Int: PhotoLayer], view: FilterPlan.View,
        preparesMoves: Bool = true, atOnce: Bool = false
    ) {
        guard let sharpest = best.last, !choice.changesNothing, choice.matrix == nil else { return clear() }
        let chosen = FilterPlan.layer(for: choice, in: layers, insteadOf: sharpest, of: view.photo)
        // The whole coarsest level; or the row's picture, if there is nothing else.
        let coarsest = layers.values.filter { $0.covers(view.photo) }.min { $0.density < $1.density } ?? best[0]
        if atOnce, made.isEmpty {
            let whole = layers.values.filter { $0.covers(view.photo) && $0.density < chosen.density }
            let coarser: [PhotoLayer] = whole.sorted { $0.density > $1.density }
            filterNow(choice, [chosen] + coarser + Array(best.prefix(1)), view)
        }
        let extents: [FilterPlan.Extent] = preparesMoves ? [.visible, .around] : [.visible]
        let details = extents.compactMap { FilterPlan(choice, of: chosen, in: view, $0) }
        let base = FilterPlan(choice, of: coarsest, in: view, .whole)
        wanted = details.filter { !isMade($0, .detail) }.map { (.detail, $0) }
        guard preparesMoves else { return startNext() }
        let isEnough = details.last.map { $0.layer.plane === coarsest.plane && $0.part == base?.part } ?? false
        if isEnough {
            // The detail shows everything.
            made[.base] = nil
        } else if let base, !isMade(base, .base) {
            wanted.append((.base, base))
        }
        startNext()
    }

    /// A usual window has fewer pixels; a larger one's first frame would take too long.
    static let mostAtOnce = 1 << 20

    /// Filters the visible part of the first of `layers` in which it is small enough.
    private func filterNow(_ choice: FilterChoice, _ layers: [PhotoLayer], _ view: FilterPlan.View) {
        for (index, layer) in layers.enumerated() {
            guard let plan = FilterPlan(choice, of: layer, in: view, .visible),
                plan.part.size.width * plan.part.size.height <= Self.mostAtOnce
            else { continue }
            guard let filtered = plan.run(isCancelled: { false }) else { return }
            // Any running request is older.
            photo += 1
            running?.cancel()
            running = nil
            made[index == 0 ? .detail : .base] = (plan, filtered)
            observer?()
            return
        }
    }

    /// Drops the photo: another is shown, or none.
    package func clear() {
        photo += 1
        wanted = []
        running?.cancel()
        running = nil
        guard !made.isEmpty else { return }
        made = [:]
        observer?()
    }

    var isDone: Bool { running == nil && wanted.isEmpty }

    private func isMade(_ plan: FilterPlan, _ place: Place) -> Bool {
        made[place].map { plan.isMet(by: $0.plan) } ?? false
    }

    private func startNext() {
        guard running == nil, !wanted.isEmpty else { return }
        let (place, plan) = wanted.removeFirst()
        let operation = WorkOperation { [weak self, mainContext, photo] isCancelled in
            let layer = plan.run(isCancelled: isCancelled)
            if !isCancelled() { mainContext.perform { self?.ended(layer, place, plan, photo) } }
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
        // It may satisfy a newer request.
        wanted.removeAll { $0.place == place && $0.plan.isMet(by: plan) }
        startNext()
    }
}
