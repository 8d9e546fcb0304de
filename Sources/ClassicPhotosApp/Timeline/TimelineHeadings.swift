import GtkBridge
import PhotoCore

/// The headings of folders, months and days that are on screen; recycled.
@MainActor
final class TimelineHeadings {
    private let area: PlacedItems
    private let upper: Widget
    private var shown: [Key: (label: Label, frame: TimelineFrame)] = [:]
    private var spare: [Bool: [Label]] = [:]

    private struct Key: Hashable {
        let month: TimelineMonth?
        let isOfFolders: Bool
        let day: TimelineDay?

        init(_ heading: TimelineGeometry.Heading) {
            (month, isOfFolders, day) = (heading.month, heading.isOfFolders, heading.day)
        }

        @MainActor func text(isBrief: Bool) -> String {
            if isOfFolders { return localized("Folders") }
            return day.map { TimelineText.current.heading(of: $0, isBrief: isBrief) }
                ?? TimelineText.current.heading(of: month, isBrief: isBrief)
        }
    }

    /// The headings in `area`, below `upper`.
    init(in area: PlacedItems, below upper: Widget) { (self.area, self.upper) = (area, upper) }

    /// Shows these headings.
    func show(_ headings: [TimelineGeometry.Heading]) {
        let wanted = Set(headings.map(Key.init))
        for (key, heading) in shown where !wanted.contains(key) {
            spare[key.day == nil, default: []].append(heading.label)
            shown[key] = nil
        }
        for heading in headings {
            let key = Key(heading)
            if let (label, frame) = shown[key] {
                shown[key] = (label, heading.frame)
                if frame.width != heading.frame.width { say(key, in: label, heading.frame.width) }
                continue
            }
            let label = spare[key.day == nil]?.popLast() ?? make(isMonth: key.day == nil)
            if !label.isVisible { label.isVisible = true }
            say(key, in: label, heading.frame.width)
            shown[key] = (label, heading.frame)
        }
        for label in spare.values.joined() where label.isVisible { label.isVisible = false }
    }

    /// Places them: `frame` tells where a place of the timeline is.
    func place(_ frame: (TimelineFrame) -> Frame) {
        for heading in shown.values { area.place(heading.label, in: frame(heading.frame)) }
    }

    /// Where the usual text does not fit, the brief one is whole, in smaller letters if need be: on a phone, in large
    /// letters.
    private func say(_ key: Key, in label: Label, _ width: Double) {
        if key.day == nil { setSmall(label, false) }
        label.text = key.text(isBrief: false)
        guard label.naturalWidth > width else { return }
        label.text = key.text(isBrief: true)
        if key.day == nil, label.naturalWidth > width { setSmall(label, true) }
    }

    private func setSmall(_ label: Label, _ isSmall: Bool) {
        label.setClass("title-2", !isSmall)
        label.setClass("title-4", isSmall)
    }

    private func make(isMonth: Bool) -> Label {
        let label = Label()
        label.addClass(isMonth ? "title-2" : "heading")
        if !isMonth { label.addClass("dim-label") }
        area.add(label, below: upper)
        return label
    }
}
