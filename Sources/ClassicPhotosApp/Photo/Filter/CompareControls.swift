import GtkBridge
import PhotoCore

/// What lies over a photo that is compared with its original: what is on which side, or that it is the original that is
/// seen, and the handle of the divider, which keys and screen readers move as well.
@MainActor
final class CompareControls {
    /// Called when a person moves the divider, with a share of its way from left to right.
    var onMoved: (@MainActor (Double) -> Void)?

    private let handle = Slider(
        label: localized("Divider between the Original and the Filtered Photo"), step: 0.02, page: 0.1
    ) { NumberFormats.current.percent($0) }
    private let original = Label(localized("Original"))
    private let filtered = Label()
    private var isTelling = true

    /// Controls over `overlay`, hidden at first.
    init(over overlay: Overlay) {
        for (label, side) in [(original, Alignment.start), (filtered, .end)] {
            // The sides of a photo are the same in every language.
            label.keepLeftToRight()
            label.addClass("osd", "photo-side")
            label.align(horizontally: side, vertically: .start)
            label.setTouchable(false)
            overlay.add(label)
        }
        handle.keepLeftToRight()
        handle.addClass("photo-divider")
        handle.align(vertically: .end)
        overlay.add(handle)
        handle.onChanged { [weak self] in
            guard let self, isTelling else { return }
            onMoved?(handle.value)
        }
        show(.filtered, filter: "", split: 0.5)
    }

    /// What is seen.
    enum Sides {
        case filtered
        /// The original instead of the filtered photo.
        case original
        case both
    }

    /// Says what is seen; `filter` is what the right side is called.
    func show(_ sides: Sides, filter: String, split: Double) {
        filtered.text = filter
        isTelling = false
        handle.value = split
        isTelling = true
        original.isVisible = sides != .filtered
        for each in [filtered, handle] as [Widget] { each.isVisible = sides == .both }
    }

    func grabFocus() { handle.grabFocus() }

    var hasFocus: Bool { handle.hasFocus }
}
