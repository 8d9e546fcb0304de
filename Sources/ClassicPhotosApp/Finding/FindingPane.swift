import GLibBridge
import GtkBridge
import PhotoCore

// The widget tree:
//
//   Box
//   ├── SearchBar: SearchEntry, matches, "Ask the Server"
//   └── Overlay
//       ├── Stack
//       │   ├── "photos": the list
//       │   └── "nothing": StatusPage, where a search finds nothing
//       └── PositionLabel

/// The list with its search bar, a page for searches without a result, and the position.
@MainActor
final class FindingPane {
    /// Shorter lists, in screens, show no position.
    private static let leastScreens = 4.0

    let widget: Widget
    private let list: PhotoListView
    private let entry = SearchEntry(placeholder: localized("Search photos"))
    private let matches = Label()
    /// Asks the server, where there is one; a narrow window has no room for words.
    private let server: Squeezer
    private let bar: SearchBar
    private let stack = Stack()
    private let position = PositionLabel()
    /// The list's position before the search.
    private var before: ListPlace.Spot?
    /// The position that the person has seen: movement away from it shows a new one.
    private var rowSaid: Int?

    var isShownChanged: (@MainActor (Bool) -> Void)?

    init(of list: PhotoListView, in window: ApplicationWindow) {
        self.list = list
        entry.expand(horizontally: true)
        entry.setAccessibleLabel(localized("Search"))
        matches.addClass("dim-label", "numeric")
        let ask = localized("Ask the Server")
        let buttons = [Button(ask), Button(icon: "network-server-symbolic", label: ask)]
        for button in buttons { button.setAction(Command.librarySearch.action) }
        server = Squeezer(buttons)
        server.isVisible = false
        bar = SearchBar(Box(.horizontal, spacing: 12, entry, matches, server), entry: entry)
        stack.add(list.list, name: "photos")
        let page = StatusPage(
            icon: "system-search-symbolic", title: localized("No Results Found"),
            description: localized("Try a different search."))
        stack.add(page, name: "nothing")
        let overlay = Overlay(child: stack)
        overlay.add(position.widget)
        overlay.expand(vertically: true)
        widget = Box(.vertical, bar, overlay)
        bar.appear(onTypingIn: window, into: entry) { [weak self] in self?.widget.isMapped ?? false }
        connect()
    }

    private func connect() {
        entry.onChanged { [weak self] in self?.search() }
        entry.onActivate { [weak self] in self?.enterList() }
        bar.onShown { [weak self] in
            guard let self else { return }
            if bar.isShown { begin() } else { end() }
            isShownChanged?(bar.isShown)
        }
        list.movement.moved = { [weak self] in self?.sayPosition() }
    }

    /// Whether searching is possible now.
    var isShown: Bool {
        get { bar.isShown }
        set {
            if newValue, bar.isShown {
                entry.grabFocus()
                entry.selectAll()
            }
            bar.isShown = newValue
        }
    }

    /// What is searched for.
    var text: String { entry.text }

    /// Whether the server of the open library can search, too.
    var offersServer: Bool {
        get { server.isVisible }
        set { server.isVisible = newValue }
    }

    /// Searches for `text`, as if it was typed.
    func find(_ text: String) {
        bar.isShown = true
        entry.text = text
        entry.grabFocus()
    }

    /// Another catalogue is open: clears the search.
    func reset() {
        before = nil
        bar.isShown = false
        position.hide()
    }

    func rowsChanged() {
        let isSearching = !list.finder.query.isEmpty
        matches.text = isSearching ? FindingText.matches(list.shownCount) : ""
        let page = isSearching && list.shownCount == 0 && !list.isEmpty ? "nothing" : "photos"
        if stack.visibleChild != page { stack.visibleChild = page }
        rowSaid = nil
    }

    // MARK: - Searching

    private func begin() { before = list.visible.firstSpot }

    private func search() {
        // Clearing the text keeps the bar; the list returns to its former position.
        let standing = entry.text.isEmpty ? before.map(ListPlace.Standing.spot) : nil
        list.search(entry.text, standing: standing ?? .top)
    }

    private func end() {
        list.search("", standing: before.map(ListPlace.Standing.spot) ?? .top)
        if let before { list.placing.handle(.slides(.spot(before))) }
        list.focus(entry: before?.entry)
        before = nil
    }

    /// Moves the focus to the matches.
    private func enterList() {
        guard list.shownCount > 0 else { return }
        list.goTo(row: 0)
    }

    // MARK: - Where one is

    private func sayPosition() {
        let geometry = list.placing.geometry
        guard geometry.length > Self.leastScreens * geometry.page, let row = geometry.firstRow else {
            return position.hide()
        }
        // Changes of rows move it too, without the person.
        guard let last = rowSaid else {
            rowSaid = row
            return
        }
        if row == last { return }
        rowSaid = row
        let count = list.shownCount
        position.say(FindingText.position(row, of: count), longest: FindingText.position(count - 1, of: count).count)
    }
}
