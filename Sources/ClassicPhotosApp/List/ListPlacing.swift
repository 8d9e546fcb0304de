import GLibBridge
import GtkBridge
import PhotoCore

/// Carries out what ListPlace decides: which rows the list shows, where it stands, and whose row has the keyboard.
@MainActor
final class ListPlacing {
    private unowned let view: PhotoListView
    private var place = ListPlace()
    private var holdTimer: MainTimer?
    /// While the list comes into sight again.
    private var returning: Returning?
    /// The photo whose row had the keyboard last.
    private(set) var lastFocused: PhotoRecord?

    private struct Returning {
        let record: PhotoRecord
        let layout: FrameRequest
        let done: @MainActor () -> Void
    }

    /// The place of `view`, which owns it.
    init(of view: PhotoListView) { self.view = view }

    /// Takes in what has happened, and does what is to be done.
    func handle(_ event: ListPlace.Event) {
        for action in place.handle(event, in: view.geometry) { perform(action) }
    }

    private func perform(_ action: ListPlace.Action) {
        switch action {
        case .extend(let order): view.extend(to: order)
        case .makeRoom: view.makeRoom { [weak self] in self?.handle(.roomMade) }
        case .show(let order, let start, let version): view.show(order, from: start, of: version)
        case .scroll(let position): view.position.value = position
        case .reveal(let row): view.layout.items.scroll(to: row)
        case .focus(let entry): focus(entry)
        case .focusList: view.list.grabFocus()
        case .awaitLayout: view.afterLayout?.request()
        case .awaitReturn: returning?.layout.request()
        case .endReturn(let takesKeyboard): endReturn(takesKeyboard: takesKeyboard)
        case .look: view.handle(.passWanted)
        case .hold(let milliseconds):
            holdTimer = MainTimer(after: milliseconds) { [weak self] in self?.handle(.holdEnded) }
        }
    }

    /// The row at which the list starts when its rows are shown anew in `columns` columns.
    func start(inColumns columns: Int) -> Int { place.start(in: view.records.order, columns: columns) }

    // MARK: - The keyboard

    private func focus(_ entry: Int) {
        let rows = view.factory.boundRows.lazy.compactMap { $0 as? any PhotoItem }
        guard let row = rows.first(where: { $0.record.flatMap(self.view.records.entry) == entry }) else { return }
        handle(.focused(entry: entry))
        row.grabFocus()
    }

    /// Keeps in mind whose row has the keyboard: a menu that opens takes it away.
    func noteFocus() {
        guard view.list.hasFocus else { return }
        let row = view.factory.boundRows.lazy.compactMap { $0 as? any PhotoItem }.first(where: \.hasFocus)
        lastFocused = row?.record ?? lastFocused
    }

    /// A menu of this photo opens, whose row may not have had the keyboard.
    func note(_ record: PhotoRecord) { lastFocused = record }

    /// The entry that keeps the keyboard in another version of the catalogue: the one whose row is about to have it, or
    /// has it on screen. Not one out of sight, to which the list would go.
    var focusToKeep: Int? { place.wantedFocus ?? view.focusedOnScreen(wholly: true) }

    // MARK: - Back from a photo

    /// The list is in sight again: shows the row of `record`, gives it the keyboard, and calls `done` once it lies
    /// where it will. A row that is on screen stays where it is.
    func comeBack(to record: PhotoRecord, done: @escaping @MainActor () -> Void) {
        let layout = FrameRequest(of: view.list, .laidOut) { [weak self] in self?.returnLaidOut() }
        returning = Returning(record: record, layout: layout, done: done)
        handle(.cameBack(entry: view.records.entry(of: record)))
    }

    private func returnLaidOut() {
        let list = view.list
        guard let record = returning?.record, list.isMapped, list.height > 0 else { return }
        let frame = view.boundRow(record)?.frame(in: list)
        let isOnScreen = frame.map { $0.y >= 0 && $0.y + $0.height <= list.height } ?? false
        handle(.returnLaidOut(row: view.row(of: record), isOnScreen: isOnScreen))
    }

    private func endReturn(takesKeyboard: Bool) {
        guard let returning else { return }
        self.returning = nil
        view.showChangedChoices()
        if takesKeyboard {
            if let row = view.boundRow(returning.record) { row.grabFocus() } else { view.list.grabFocus() }
        }
        returning.done()
    }
}
