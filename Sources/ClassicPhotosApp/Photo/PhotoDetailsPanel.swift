import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// What is known of a photo, line by line, each value to be selected and copied; with its histogram above.
@MainActor
final class PhotoDetailsPanel {
    /// As wide as a name and a camera take.
    private static let width = 280

    let widget: ScrolledWindow
    private let box = Box(.vertical, spacing: 12)
    private let lines = Box(.vertical, spacing: 10)
    private let histogram = HistogramView()
    private let copy = Button(localized("_Copy All"))
    private var shown: [PhotoDetailLine] = []
    private var rows: [Widget] = []

    init() {
        box.setMargins(vertical: 12, horizontal: 12)
        box.append(histogram.widget)
        box.append(lines)
        copy.align(horizontally: .start)
        copy.setAccessibleLabel(localized("Copy All Details"))
        box.append(copy)
        widget = ScrolledWindow(child: box)
        widget.setSizeRequest(width: Self.width, height: -1)
        widget.setAccessibleLabel(localized("Details"))
        widget.addClass("background")
        copy.onClicked { [weak self] in self?.copyAll() }
    }

    /// Says all of `knowledge`, and shows `histogram`, once there is one.
    func show(_ knowledge: PhotoKnowledge, _ histogram: PhotoHistogram?) {
        self.histogram.show(histogram)
        let wanted = knowledge.lines()
        guard wanted != shown else { return }
        shown = wanted
        for row in rows { lines.remove(row) }
        rows = wanted.map { Self.row($0) }
        for row in rows { lines.append(row) }
    }

    func grabFocus() { copy.grabFocus() }

    private static func row(_ line: PhotoDetailLine) -> Widget {
        let row = Box(.vertical, spacing: 2)
        let label = Label(line.label)
        label.addClass("caption", "dim-label")
        let value = Label(TextDirection.kept(line.value, inRightToLeft: row.isRightToLeft))
        value.showAllSelectable()
        if let link = line.link { value.setLink(line.value, to: link.absoluteString) }
        // Read together.
        value.setAccessibleDescription(line.label)
        row.append(label)
        row.append(value)
        return row
    }

    private func copyAll() {
        let text = shown.map { "\($0.label): \($0.value)" }.joined(separator: "\n")
        Clipboard.set(Array(text.utf8), of: widget)
    }
}
