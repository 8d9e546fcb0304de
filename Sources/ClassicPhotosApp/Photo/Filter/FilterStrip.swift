import GLibBridge
import GtkBridge
import PhotoCore

/// The photo under every filter, side by side; one of them is chosen. Tab leads to that one, arrow keys from one to the
/// next, which chooses it.
@MainActor
final class FilterStrip {
    /// The side of a preview, in points: what a thumb covers, and eleven of which fit a window of 900.
    static let previewSide = 64

    let widget: ScrolledWindow
    let choices = FilterChoice.all
    var onChosen: (@MainActor (FilterChoice.Kind) -> Void)?

    private let box = Box(.horizontal, spacing: 2)
    private var buttons: [ChoiceButton] = []
    private var pictures: [Image] = []
    private var chosen = 0
    private var toChosen: FrameRequest?

    init() {
        box.addClass("photo-filter-strip")
        box.align(horizontally: .center)
        box.setAccessibleLabel(localized("Filters"))
        widget = ScrolledWindow(strip: box)
        widget.expand(horizontally: true)
        for (index, choice) in choices.enumerated() { addButton(choice, index) }
        box.onKey { [weak self] in self?.pressed($0) ?? false }
        toChosen = FrameRequest(of: box, .laidOut) { [weak self] in self?.scrollToChosen() }
        box.onMap { [weak self] in self?.toChosen?.request() }
    }

    private func addButton(_ choice: FilterChoice, _ index: Int) {
        let picture = Image(side: Self.previewSide)
        picture.setSizeRequest(width: Self.previewSide, height: Self.previewSide)
        picture.addClass("photo-filter-preview")
        picture.clipToOutline()
        let label = Label(choice.displayName)
        label.addClass("caption")
        label.keepWhole()
        label.align(horizontally: .center)
        let button = ChoiceButton(
            content: Box(.vertical, spacing: 4, picture, label), label: choice.displayName, with: buttons.first)
        button.addClass("flat")
        button.setFocusable(index == chosen)
        button.onChosen { [weak self] in
            self?.moveChoice(to: index)
            self?.onChosen?(choice.kind)
        }
        box.append(button)
        buttons.append(button)
        pictures.append(picture)
    }

    /// Marks `kind` as chosen.
    func show(_ kind: FilterChoice.Kind) {
        guard let index = choices.firstIndex(where: { $0.kind == kind }) else { return }
        buttons[index].choose()
        moveChoice(to: index)
    }

    /// Shows what one of the choices makes of the photo; nil until that is known.
    func show(_ preview: PixelBuffer?, at index: Int) {
        pictures[index].setTexture(preview.flatMap { Texture($0) })
    }

    /// Gives the keyboard to the one that is chosen.
    func grabFocus() { buttons[chosen].grabFocus() }

    /// Only the chosen one takes part in going around with Tab.
    private func moveChoice(to index: Int) {
        guard index != chosen else { return }
        let hadFocus = buttons[chosen].hasFocus
        buttons[index].setFocusable(true)
        if hadFocus { buttons[index].grabFocus() }
        buttons[chosen].setFocusable(false)
        chosen = index
        toChosen?.request()
    }

    /// Brings the chosen one into the middle, as far as the strip's ends let it.
    private func scrollToChosen() {
        guard let frame = buttons[chosen].frame(in: box), let place = box.frame(in: widget) else { return }
        let position = widget.horizontalAdjustment
        // Where less room is wanted than there is, the strip lies in the middle and nothing can be scrolled.
        position.value += place.x + frame.x + frame.width / 2 - widget.width / 2
    }

    private func pressed(_ key: KeyPress) -> Bool {
        let next = StripKeys.target(
            of: key.plainName ?? "", from: chosen, of: choices.count, isRightToLeft: box.isRightToLeft)
        guard let next else { return false }
        if choices.indices.contains(next) {
            buttons[next].setFocusable(true)
            buttons[next].grabFocus()
            show(choices[next].kind)
            onChosen?(choices[next].kind)
        }
        return true
    }
}
