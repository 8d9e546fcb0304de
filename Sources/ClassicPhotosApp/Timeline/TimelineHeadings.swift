import GtkBridge
import PhotoCore

/// The headings of months and days that are on screen; recycled.
@MainActor
final class TimelineHeadings {
    private let area: PlacedItems
    private let upper: Widget
    private var shown: [Key: Label] = [:]
    private var spare: [Bool: [Label]] = [:]

    private struct Key: Hashable {
        let month: TimelineMonth?
        let day: TimelineDay?
    }

    /// The headings in `area`, below `upper`.
    init(in area: PlacedItems, below upper: Widget) { (self.area, self.upper) = (area, upper) }

    /// Shows these headings; `frame` tells where each is.
    func show(_ headings: [TimelineGeometry.Heading], _ frame: (TimelineFrame) -> Frame) {
        let wanted = Set(headings.map { Key(month: $0.month, day: $0.day) })
        for (key, label) in shown where !wanted.contains(key) {
            label.isChildVisible = false
            spare[key.day == nil, default: []].append(label)
            shown[key] = nil
        }
        for heading in headings {
            let key = Key(month: heading.month, day: heading.day)
            let label = shown[key] ?? spare[key.day == nil]?.popLast() ?? make(isMonth: key.day == nil)
            if shown[key] == nil {
                label.text = heading.day.map(TimelineText.current.heading)
                    ?? TimelineText.current.heading(of: heading.month)
                label.isChildVisible = true
                shown[key] = label
            }
            area.place(label, in: frame(heading.frame))
        }
    }

    private func make(isMonth: Bool) -> Label {
        let label = Label()
        label.addClass(isMonth ? "title-2" : "heading")
        if !isMonth { label.addClass("dim-label") }
        area.add(label, below: upper)
        return label
    }
}
