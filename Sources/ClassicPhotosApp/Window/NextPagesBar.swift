import GLibBridge
import GtkBridge
import PhotoCore

/// Says below the list that more of the catalogue is being read, why it could not be, or that there is more.
@MainActor
final class NextPagesBar {
    enum Content: Equatable {
        case nothing
        case reading
        /// With Retry.
        case failed(String)
        /// With a button: the list is searched or sorted, and its end is not that of the catalogue.
        case more
    }

    let widget: Revealer
    private let spinner = Spinner()
    private let label = Label()
    private let button = Button(localized("_Retry"))
    private var content = Content.nothing
    private var patience: MainTimer?

    /// Most pages arrive sooner, and a bar would only flash.
    private static let patienceMilliseconds = 300

    /// A hidden bar whose button calls `goOn`.
    init(goOn: @escaping @MainActor () -> Void) {
        // The text says it.
        spinner.setAccessibleLabel("")
        label.expand(horizontally: true)
        label.align(vertically: .center)
        label.wrap(lines: 3)
        button.align(vertically: .center)
        button.onClicked(goOn)
        let row = Box(.horizontal, spacing: 12, spinner, label, button)
        row.setMargins(vertical: 8, horizontal: 12)
        widget = Revealer(child: row)
        // A hidden bar must not be a Tab stop.
        widget.isVisible = false
    }

    func show(_ content: Content) {
        guard content != self.content else { return }
        let isShown = widget.isVisible
        self.content = content
        patience = nil
        if content == .reading, !isShown {
            patience = MainTimer(after: Self.patienceMilliseconds) { [weak self] in self?.reveal() }
        } else {
            reveal()
        }
    }

    /// Called with what the bar says; with nothing when it goes.
    var said: (@MainActor (String) -> Void)?

    /// Called before the button goes while it has the keyboard focus.
    var leaves: (@MainActor () -> Void)?

    private func reveal() {
        spinner.isSpinning = content == .reading
        spinner.isVisible = content == .reading
        switch content {
        case .nothing: label.text = ""
        case .reading: label.text = localized("Loading more photos…")
        case .failed(let reason): label.text = localized("More photos could not be loaded. \(reason)")
        case .more: label.text = localized("There are more photos.")
        }
        let hasButton = content != .nothing && content != .reading
        // GTK would move the focus on, to the other end of the window.
        if !hasButton, button.hasFocus { leaves?() }
        button.isVisible = content != .reading
        button.text = content == .more ? localized("_Load More") : localized("_Retry")
        widget.isVisible = content != .nothing
        widget.isRevealed = content != .nothing
        // Each attempt that fails is said, also in the same words.
        if case .failed = content { said?("") }
        said?(label.text)
    }
}
