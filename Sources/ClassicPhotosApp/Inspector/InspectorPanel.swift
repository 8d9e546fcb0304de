import GLibBridge
import GtkBridge
import PhotoCore

/// Shows what a trace would record, live: queue lengths, requests, bytes, cache hits, frames, holds, recent events.
///
/// While it is hidden, the tracer does no work for it.
@MainActor
final class InspectorPanel {
    /// Four times a second: quick enough to follow, slow enough to read, and cheap to draw.
    private static let refreshMilliseconds = 250
    /// Five lines of events; the others scroll.
    private static let eventsHeight = 84

    private let tracer: Tracer
    private let start: Int
    private let revealer: Revealer
    private let state = Label()
    private let values: [Label]
    private let sparkline = Sparkline(
        // A frame at 60 Hz.
        count: TraceFigures.frameCount, limit: 1_000_000 / 60)
    private let frames = Label()
    private let decoding = Label()
    private let events = Label()
    private var timer: MainTimer?
    private var shown: InspectorTexts?

    /// The widget below the list.
    var widget: Widget { revealer }

    init(_ tracer: Tracer) {
        self.tracer = tracer
        start = tracer.now
        let texts = InspectorTexts(TraceFigures(), now: start, start: start)
        values = texts.figures.map { _ in Label() }
        let panel = Box(.vertical, spacing: 6)
        panel.addClass("inspector")
        panel.setAccessibleLabel(localized("Inspector"))
        revealer = Revealer(child: panel)
        panel.append(makeTop())
        for row in [0..<4, 4..<8] { panel.append(makeRow(texts.figures[row], values[row])) }
        panel.append(makeFrames())
        panel.append(makeEvents())
    }

    var isShown: Bool {
        get { revealer.isRevealed }
        set {
            guard newValue != revealer.isRevealed else { return }
            revealer.isRevealed = newValue
            if newValue { tracer.watch() } else { tracer.unwatch() }
            timer = nil
            if newValue { refresh() }
        }
    }

    // MARK: - Building

    private func makeTop() -> Widget {
        let title = Label(localized("Inspector"))
        title.addClass("caption-heading")
        state.addClass("caption", "warning")
        state.expand(horizontally: true)
        let close = Button(icon: "window-close-symbolic", .inspector, label: localized("Hide Inspector"))
        close.addClass("flat", "circular")
        return Box(.horizontal, spacing: 8, title, state, close)
    }

    private func makeRow(_ figures: ArraySlice<InspectorTexts.Figure>, _ values: ArraySlice<Label>) -> Widget {
        let row = Box(.horizontal, spacing: 8)
        row.makeHomogeneous()
        for (figure, value) in zip(figures, values) {
            let name = Label(figure.name)
            name.addClass("caption", "dim-label")
            name.wrap(lines: 2)
            value.addClass("inspector-value")
            value.wrap(lines: 2)
            let tile = Box(.vertical, name, value)
            tile.setTooltip(figure.explanation)
            row.append(tile)
        }
        return row
    }

    private func makeFrames() -> Widget {
        sparkline.setSizeRequest(width: -1, height: 24)
        frames.addClass("caption", "dim-label")
        decoding.addClass("caption", "dim-label")
        frames.wrap(lines: 2)
        decoding.wrap(lines: 3)
        return Box(.vertical, spacing: 2, sparkline, frames, decoding)
    }

    private func makeEvents() -> Widget {
        events.addClass("caption", "inspector-events")
        events.showLines()
        let view = ScrolledWindow(child: events)
        view.setSizeRequest(width: -1, height: Self.eventsHeight)
        view.setAccessibleLabel(localized("Recent Events"))
        return view
    }

    // MARK: - Showing

    private func refresh() {
        let figures = tracer.figures
        let texts = InspectorTexts(
            figures, now: tracer.now, start: start, decoding: Decoders.standard.confinement)
        sparkline.values = figures.frames.map(Double.init)
        if texts != shown { show(texts) }
        timer = MainTimer(after: Self.refreshMilliseconds) { [weak self] in self?.refresh() }
    }

    private func show(_ texts: InspectorTexts) {
        for (index, (value, figure)) in zip(values, texts.figures).enumerated()
        where shown?.figures[index] != figure {
            value.text = figure.value
            value.setAccessibleLabel("\(figure.name): \(figure.value)")
        }
        if shown?.frames != texts.frames {
            frames.text = texts.frames
            sparkline.setAccessibleLabel(texts.frames)
        }
        if shown?.decoding != texts.decoding { decoding.text = texts.decoding }
        if shown?.events != texts.events { events.text = texts.events }
        if shown?.state != texts.state { state.text = texts.state }
        shown = texts
    }
}

/// The inspector's style: the header bar's colours set it apart from the list.
extension InspectorPanel {
    static let css = """
        .inspector { padding: 4px 12px 8px 12px; background-color: @headerbar_bg_color; color: @headerbar_fg_color;
            border-top: 1px solid alpha(currentColor, 0.15); }
        .inspector button { min-width: 24px; min-height: 24px; padding: 0; }
        .inspector-value { font-feature-settings: "tnum"; font-weight: bold; font-size: 0.9em; }
        .inspector-events { font-feature-settings: "tnum"; }
        """
}
