import GLibBridge
import GtkBridge
import PhotoCore

/// The area below the list's header bar: the list or the welcome page, and the progress bar over them.
@MainActor
final class ListStage {
    let widget: Overlay
    private let list: PhotoListView
    private let stack = Stack()
    // Created on demand, because few windows show it.
    private var hasWelcome = false
    private var welcomeTimer: MainTimer?
    private var bar: LoadingBar?

    init(_ pane: FindingPane, of list: PhotoListView) {
        self.list = list
        stack.add(pane.widget, name: "list")
        stack.expand(vertically: true)
        widget = Overlay(child: stack)
    }

    /// Whether the list is shown, not the welcome page.
    var showsList: Bool { stack.visibleChild == "list" }

    func showList() { stack.visibleChild = "list" }

    /// Shows the welcome page, unless there is a list.
    func showWelcome() {
        guard list.isEmpty else { return }
        if !hasWelcome { stack.add(Self.makeWelcome(), name: "welcome") }
        hasWelcome = true
        stack.visibleChild = "welcome"
    }

    /// Calls `body`, which shows the welcome page in the window's first frame: one turn of the main loop later, while
    /// the display creates the window.
    func welcomeSoon(_ body: @escaping @MainActor () -> Void) { welcomeTimer = MainTimer(after: 0, body) }

    /// Shows a bar for loading, and Cancel in `header`.
    func showBar(in header: ListHeader) {
        let bar = bar ?? LoadingBar(over: widget, in: header.bar, insteadOf: header.reload)
        self.bar = bar
        bar.isShown = true
    }

    func show(_ progress: CatalogueProgress) { bar?.show(progress) }

    func hideBar() {
        bar?.isShown = false
        bar?.show(CatalogueProgress())
    }

    /// The page of a first start: the program's purpose, and ways to begin.
    private static func makeWelcome() -> Widget {
        let page = StatusPage(
            icon: ClassicPhotos.id, title: "Classic Photos",
            description: localized(
                "Open a catalogue of photos: a property list of names and addresses, on the web or in a file."))
        let buttons = Box(.vertical, spacing: 12)
        buttons.align(horizontally: .center)
        for command in [Command.openLocation, .openFile, .showDemo] {
            let button = Button(command.label)
            button.setAction(command.action)
            button.addClass("pill")
            if command == .openLocation { button.addClass("suggested-action") }
            buttons.append(button)
        }
        page.setChild(buttons)
        return page
    }
}
