import GLibBridge
import GtkBridge
import PhotoCore

/// Which layout is wanted, and the order that it needs: a timeline has one of its own, by date, and appears when its
/// rows are in that order and divided into months.
@MainActor
final class ListTimeline {
    private let finder: CatalogueFinder
    private let layouts: ListLayouts
    private let worker = TimelineWorker(mainContext: MainContext.shared)

    /// Tells the months of the open catalogue, whose own order is the timeline's; nil where the rows' dates tell them.
    /// To be set before the catalogue is opened.
    var source: (any TimelineSource)? {
        didSet { if source !== oldValue, isWanted { finder.sort(by: timelineOrder) } }
    }
    /// Whether the source's last photos are shown first.
    private var showsReversed = false

    /// Called with rows that are to be shown in a layout.
    var arranged: (@MainActor (CatalogueFinder.Arrangement, ListLayouts.Kind) -> Void)?

    /// The order of the list and of the grid.
    var listOrder = ListOrder.catalogue { didSet { if !isWanted { finder.sort(by: listOrder) } } }

    /// The wanted layout.
    var kind: ListLayouts.Kind {
        didSet {
            let wasWanted = oldValue == .timeline
            if wasWanted != isWanted { finder.sort(by: isWanted ? timelineOrder : listOrder) }
        }
    }

    /// Whether the oldest photos come first.
    var isOldestFirst = false {
        didSet { if isOldestFirst != oldValue, isWanted { finder.sort(by: timelineOrder) } }
    }

    /// The layout that `layouts` have, and orders of `finder`.
    init(_ finder: CatalogueFinder, _ layouts: ListLayouts) {
        (self.finder, self.layouts) = (finder, layouts)
        kind = layouts.kind
        if isWanted { finder.sort(by: timelineOrder) }
    }

    /// Whether a timeline is shown, or is about to be.
    var isWanted: Bool { kind == .timeline }

    private var timelineOrder: ListOrder {
        source != nil
            ? isOldestFirst ? .reversed : .catalogue : isOldestFirst ? .timelineOldest : .timelineNewest
    }

    /// A month of the source has become known.
    func fill(_ month: Int, with content: TimelineSections.Content) {
        guard let source else { return }
        let filling: any TimelineFilling = layouts.timeline
        if showsReversed {
            filling.fill(source.sections.sections.count - 1 - month, with: content.reversed)
        } else {
            filling.fill(month, with: content)
        }
    }

    /// The finder has other rows: divides them into months first, if they are for a timeline.
    func arrange(_ arrangement: CatalogueFinder.Arrangement) {
        worker.cancel()
        guard isWanted else {
            arranged?(arrangement, kind)
            return
        }
        if let source, arrangement.order.count == source.sections.rowCount {
            showsReversed = arrangement.sort == .reversed
            layouts.timeline.show(showsReversed ? source.sections.reversed : source.sections)
            arranged?(arrangement, .timeline)
            return
        }
        worker.read(arrangement.order, of: arrangement.catalogue) { [weak self] sections in
            guard let self, isWanted else { return }
            layouts.timeline.show(sections)
            arranged?(arrangement, .timeline)
        }
    }
}
