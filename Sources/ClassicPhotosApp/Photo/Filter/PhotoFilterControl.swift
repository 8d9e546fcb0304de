import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// The filter of the photo that is shown: what it is, how the canvas shows it, and what lets a person choose.
@MainActor
final class PhotoFilterControl {
    private let page: PhotoPage
    private let filters: ListFilters
    private let commands: WindowCommands
    private let live: LiveFiltration
    private let previews: FilterPreviews
    /// Made when they are first wanted.
    private var bar: FilterBar?
    private var compare: CompareControls?
    private var record: PhotoRecord?
    private var settling: MainTimer?
    /// What a screen reader says about the filter.
    private var described = ""
    /// Whether the photo has had a filter since it is shown.
    private var wasFiltered = false
    /// Called when something else is to be said of the filter.
    var onDescribed: (@MainActor () -> Void)?
    /// A slider that has rested for this long may be where the person wants it.
    private static let settleMilliseconds = 150

    init(
        _ page: PhotoPage, filters: ListFilters, commands: WindowCommands, mainContext: any MainContextPerforming
    ) {
        self.page = page
        self.filters = filters
        self.commands = commands
        live = LiveFiltration(mainContext: mainContext)
        previews = FilterPreviews(of: FilterChoice.all, mainContext: mainContext)
        live.observer = { [weak self] in
            guard let self else { return }
            canvas.look.filtered = live.layers
        }
        previews.made = { [weak self] index, picture in self?.bar?.strip.show(picture, at: index) }
        page.gestures.onDivider = { [weak self] place in
            guard let self else { return }
            moveDivider(to: CanvasAppearance.split(at: place, in: canvas.widget.width))
        }
    }

    private var canvas: PhotoCanvas { page.canvas }
    private var choice: FilterChoice { canvas.look.choice }

    /// The desktop's size of text is another.
    func textScaleChanged() { bar?.textScaleChanged() }

    // MARK: - What is shown

    /// Another photo is about to be shown, or none.
    func show(_ record: PhotoRecord?) {
        self.record = record
        wasFiltered = false
        live.clear()
        previews.clear()
        if let bar { for index in bar.strip.choices.indices { bar.strip.show(nil, at: index) } }
        hold(false)
        canvas.look.choice = record.map(filters.choice) ?? FilterChoice(.none)
        // It is filtered when the canvas has it, which shows another one now.
        settling = nil
        showChoice()
    }

    /// There is more of the photo, or another part of it is shown, or in another size.
    func viewChanged() {
        guard record != nil else { return }
        settle()
        makePreviews()
    }

    func choiceMayHaveChanged() {
        guard let record, filters.choice(of: record) != choice else { return }
        canvas.look.choice = filters.choice(of: record)
        choiceChanged()
    }

    private func choiceChanged() {
        filterLive(preparesMoves: false)
        settling = MainTimer(after: Self.settleMilliseconds) { [weak self] in self?.settle() }
        showChoice()
    }

    private func showChoice() {
        bar?.show(choice)
        showSides()
    }

    /// The choice may stay as it is now: what takes too long for every step of a slider. A screen reader reads the
    /// slider while that moves, not the photo.
    private func settle() {
        filterLive()
        describe()
    }

    private func describe() {
        let filter = [choice.displayName, NumberFormats.current.percent(choice.amount)]
            .joined(separator: localized(", ", context: "between parts"))
        let description =
            switch canvas.look.sides {
            case .original: localized("Original")
            case .filtered, .both: choice.changesNothing ? "" : filter
            }
        wasFiltered = wasFiltered || !choice.changesNothing
        // A photo that loses its filter says so.
        let said = description.isEmpty && wasFiltered ? localized("Original") : description
        guard description != described || said != page.saidFilter else { return }
        described = description
        page.saidFilter = said
        canvas.widget.setAccessibleDescription(description)
        onDescribed?()
    }

    /// Has what is on screen filtered, where that is not done as it is drawn.
    private func filterLive(preparesMoves: Bool = true) {
        settling = nil
        let layers = canvas.shownLayers
        // Nor before it is known how much of the photo is seen, and how large.
        guard !choice.changesNothing, choice.matrix == nil, !layers.isEmpty, canvas.widget.width > 0 else {
            return live.clear()
        }
        live.want(
            choice, of: layers, in: canvas.content.layers, view: FilterPlan.View(canvas.viewport, turn: canvas.turn),
            preparesMoves: preparesMoves, atOnce: true)
    }

    private func makePreviews() {
        guard let bar, bar.widget.isRevealed else { return }
        let content = canvas.content
        let photo = content.shownSize
        // The smallest that makes a preview sharp enough; the row's picture, which comes first, does nearly.
        let coarsest = content.layers.values.filter { $0.covers(photo) }.min { $0.density < $1.density }
        guard let layer = coarsest ?? content.row.map({ PhotoLayer(row: $0, of: photo) }) else { return }
        previews.show(
            FilterPreview(
                of: layer, photo: photo, turn: canvas.turn, side: FilterStrip.previewSide,
                density: canvas.widget.scaleFactor))
    }

    // MARK: - Choosing

    /// Shows what there is to choose from, or hides it.
    func setBar(isShown: Bool) {
        guard isShown || bar != nil else { return }
        let bar = bar ?? makeBar()
        bar.widget.isRevealed = isShown
        if isShown {
            makePreviews()
            bar.strip.grabFocus()
        } else {
            canvas.widget.grabFocus()
        }
    }

    private func makeBar() -> FilterBar {
        let bar = FilterBar()
        self.bar = bar
        page.widget.append(bar.widget)
        bar.strip.onChosen = { [weak self] in self?.choose(FilterChoice($0)) }
        bar.onAmount = { [weak self] amount in
            guard let self else { return }
            choose(choice.by(amount))
        }
        bar.onHold = { [weak self] in self?.hold($0) }
        bar.onEscape = { [weak self] in self?.commands[.filters]?.isOn = false }
        bar.show(choice)
        return bar
    }

    /// Gives the photo shown a filter of its own; that of its list is none of its own. It is seen at once, also where
    /// the original was until now.
    private func choose(_ wanted: FilterChoice) {
        hold(false)
        guard let record, wanted != choice else { return }
        canvas.look.choice = wanted
        choiceChanged()
        filters.setChoice(wanted, of: record)
    }

    // MARK: - Comparing

    func showOriginal(_ isOriginal: Bool) {
        canvas.look.showsOriginal = isOriginal
        showSides()
        describe()
    }

    /// Shows the original next to the filtered photo, or the filtered photo alone.
    func setComparing(_ isComparing: Bool) {
        canvas.look.isCompared = isComparing
        showSides()
        if isComparing, canvas.look.isFiltered { compare?.grabFocus() }
        if !isComparing, compare?.hasFocus == true { canvas.widget.grabFocus() }
    }

    private func hold(_ isHeld: Bool) { commands[.showOriginal]?.isOn = isHeld }

    private func showSides() {
        let look = canvas.look
        let sides = look.sides
        guard sides != .filtered || compare != nil else { return }
        let compare = compare ?? makeCompare()
        if sides != .both, compare.hasFocus { canvas.widget.grabFocus() }
        compare.show(sides, filter: look.choice.displayName, split: look.split)
    }

    private func makeCompare() -> CompareControls {
        let made = CompareControls(over: page.overlay)
        made.onMoved = { [weak self] in self?.moveDivider(to: $0) }
        compare = made
        return made
    }

    private func moveDivider(to split: Double) {
        canvas.look.split = split
        showSides()
    }
}
