import GtkBridge
import PhotoCore

/// The track at the timeline's side: years and months, where the screen is among them, and while it is dragged the date
/// under the pointer.
@MainActor
final class TimelineScrubber {
    /// Its width, in points.
    static var width: Double { (38 * zoom).rounded() + labelEdge }
    /// Between the labels and the edge.
    private static let labelEdge = 14.0
    /// Above and below the track.
    private static let margin = 14.0
    private static var labelHeight: Double { (22 * zoom).rounded() }
    private static var bubbleHeight: Double { (34 * zoom).rounded() }
    /// Larger text takes more room.
    private static var zoom: Double { max(1, min(Style.textScale, 3)) }

    /// Receives presses and drags; its other widgets are above it.
    let track = Box(.vertical)
    private let area: PlacedItems
    private let thumb = Box(.horizontal)
    private let bubble = Label()
    private var labels: [Label] = []
    private var shown: [TimelineScale.Label] = []
    private var scale = TimelineScale(length: 0, page: 0, height: 0)
    private var geometry: TimelineGeometry?
    /// Of the labels that are shown.
    private var zoom = 1.0
    /// Where the drag began and is, counted from the track's upper edge; nil without one.
    private var drag: (start: Double, now: Double)?

    /// Called with the scroll position that a person drags to.
    var onDragged: (@MainActor (Double) -> Void)?
    var onDragEnded: (@MainActor () -> Void)?

    /// A track in `area`.
    init(in area: PlacedItems) {
        self.area = area
        thumb.addClass("timeline-thumb")
        bubble.addClass("photo-position", "osd", "numeric")
        area.add(track)
        area.add(thumb)
        area.add(bubble)
        // All rows are within reach of keys.
        for widget in [track, thumb, bubble] { widget.setAccessibleHidden(true) }
        for widget in [thumb, bubble] { widget.setTouchable(false) }
        bubble.isVisible = false
        track.onDrag(
            began: { [weak self] _, y in
                self?.dragged(from: y, by: 0)
                return true
            },
            moved: { [weak self] _, y in if let start = self?.drag?.start { self?.dragged(from: start, by: y) } },
            ended: { [weak self] in self?.endDrag() })
    }

    private func dragged(from start: Double, by distance: Double) {
        drag = (start, start + distance)
        onDragged?(scale.position(at: start + distance - Self.margin))
    }

    private func endDrag() {
        drag = nil
        onDragEnded?()
    }

    /// The months have other places than before.
    func geometryChanged() { geometry = nil }

    /// Shows the track of a screen of this height. Not within a layout, which new texts would need again.
    func update(_ geometry: TimelineGeometry, height: Double) {
        let isScrolled = geometry.length > height
        for widget in [track, thumb] where widget.isVisible != isScrolled { widget.isVisible = isScrolled }
        let trackHeight = max(0, height - 2 * Self.margin)
        if self.geometry == nil || scale.height != trackHeight || zoom != Self.zoom {
            zoom = Self.zoom
            scale = TimelineScale(length: geometry.length, page: height, height: trackHeight)
            self.geometry = geometry
            showLabels(isScrolled ? scale.labels(of: geometry, labelHeight: Self.labelHeight) : [])
        }
        let date = drag.flatMap { scale.date(at: $0.now - Self.margin, of: geometry) }
        if let date {
            let text = TimelineText.current.date(date.month, date.day)
            if bubble.text != text { bubble.text = text }
        }
        if bubble.isVisible != (date != nil) { bubble.isVisible = date != nil }
    }

    /// Places all of it at the side of a screen of this size at `position`.
    func place(position: Double, width: Double, height: Double, isRightToLeft: Bool) {
        let x = isRightToLeft ? 0 : width - Self.width
        for (label, widget) in zip(shown, labels) {
            let y = Self.margin + (label.y - Self.labelHeight / 2).rounded()
            area.place(
                widget,
                in: Frame(
                    x: isRightToLeft ? x + Self.labelEdge : x, y: y, width: Self.width - Self.labelEdge,
                    height: Self.labelHeight))
        }
        if track.isVisible {
            area.place(track, in: Frame(x: x, y: 0, width: Self.width, height: height))
            let y = Self.margin + scale.y(of: position).rounded()
            area.place(thumb, in: Frame(x: isRightToLeft ? 4 : width - 8, y: y - 12, width: 4, height: 24))
        }
        guard bubble.isVisible, let drag else { return }
        let room = min(bubble.naturalWidth, max(0, width - Self.width - 16))
        let y = max(4, min(drag.now - Self.bubbleHeight / 2, height - Self.bubbleHeight - 4)).rounded()
        area.place(
            bubble,
            in: Frame(x: isRightToLeft ? Self.width + 4 : x - room - 4, y: y, width: room, height: Self.bubbleHeight))
    }

    private func showLabels(_ wanted: [TimelineScale.Label]) {
        while labels.count < wanted.count {
            let label = Label()
            label.addClass("caption", "numeric", "dim-label")
            label.setTouchable(false)
            label.setAccessibleHidden(true)
            label.alignText(atEnd: true)
            area.add(label, below: bubble)
            labels.append(label)
        }
        shown = wanted
        for (number, label) in labels.enumerated() {
            label.isVisible = number < wanted.count
            guard number < wanted.count else { continue }
            label.text = TimelineText.current.short(wanted[number])
            label.setClass("timeline-year", wanted[number].isYear)
        }
    }
}
