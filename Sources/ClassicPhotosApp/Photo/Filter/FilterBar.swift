import GLibBridge
import GtkBridge
import PhotoCore

/// What is below a photo while its filter is chosen: the photo under every filter, by how much, and what to compare it
/// with.
@MainActor
final class FilterBar {
    let widget: Revealer
    let strip = FilterStrip()
    /// Called when a person sets an amount, 0 to 1.
    var onAmount: (@MainActor (Double) -> Void)?
    /// Called when a person presses or releases the button that shows the original.
    var onHold: (@MainActor (Bool) -> Void)?
    /// Called when a key is to close the bar.
    var onEscape: (@MainActor () -> Void)?

    /// So long, in points, that a finger can set any tenth of it; shorter if text is twice as large, which would
    /// leave no room in a phone's width.
    private static var leastAmount: Int { Style.textScale < 1.5 ? 160 : 128 }
    /// So long that a hundredth is a few points; longer it would only be further from one end to the other.
    private static let mostWidth = 640

    private let amount = Slider(label: localized("Amount")) { NumberFormats.current.percent($0) }
    /// No label: that would have the whole window measured at every step of the slider.
    private let percent = Inscription()
    private var isTelling = true

    init() {
        amount.expand(horizontally: true)
        percent.addClass("numeric")
        // A percent sign is wider than a digit.
        percent.setWidth(characters: NumberFormats.current.percent(1).count + 1)
        let compare = ToggleButton(icon: "view-dual-symbolic", .compare)
        compare.addClass("flat")
        let original = ToggleButton(icon: "view-reveal-symbolic", .showOriginal)
        original.setTooltip(localized("Hold to Show Original"))
        original.addClass("flat")
        // A press is taken before it comes to the button, which would make it a click.
        let hold = Box(.horizontal, original)
        let all = [
            Button(localized("Appl_y to All")),
            Button(icon: "edit-select-all-symbolic", label: localized("Apply to All")),
        ]
        for button in all {
            button.setAction(Command.filterAll.action)
            button.setTooltip(localized("Apply This Filter to All Photos in the List"))
            button.setAccessibleLabel(localized("Apply to All"))
        }
        all[1].addClass("flat")
        // Next to the others, and not in the middle of the word's place.
        all[1].align(horizontally: .start)
        let controls = Box(.horizontal, spacing: 6, amount, percent, compare, hold, Squeezer(all))
        controls.addClass("photo-filter-controls")
        let box = Box(.vertical, strip.widget, Clamp(controls, width: Self.mostWidth))
        box.addClass("photo-filters")
        box.setAccessibleLabel(localized("Photo Filter"))
        widget = Revealer(child: box)
        hold.onHold { [weak self] in self?.onHold?($0) }
        amount.onChanged { [weak self] in
            guard let self else { return }
            showPercent()
            if isTelling { onAmount?(amount.value) }
        }
        box.onKey { [weak self] key in
            guard key.plainName == "Escape" else { return false }
            self?.onEscape?()
            return true
        }
    }

    /// The desktop's size of text is another.
    func textScaleChanged() { amount.setSizeRequest(width: Self.leastAmount, height: -1) }

    func show(_ choice: FilterChoice) {
        textScaleChanged()
        strip.show(choice.kind)
        isTelling = false
        amount.value = choice.amount
        isTelling = true
        showPercent()
        amount.setUsable(choice.kind != .none)
    }

    private func showPercent() {
        let text = NumberFormats.current.percent(amount.value)
        if percent.text != text { percent.text = text }
    }
}
