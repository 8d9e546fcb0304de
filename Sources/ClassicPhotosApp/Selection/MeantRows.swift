import PhotoCore

/// The photos that a command is about when it names none: those that are selected, or the one that has the keyboard.
@MainActor
final class MeantRows {
    private let visible: VisibleRows
    private let selection: RowSelection
    /// Kept while a menu, or another part of the window, has the keyboard.
    private var lastFocused: PhotoRecord?

    /// Those of the rows that are `visible`, and of what is selected of them or others.
    init(_ visible: VisibleRows, selection: RowSelection) { (self.visible, self.selection) = (visible, selection) }

    private var records: PhotoListModel { visible.records }

    /// The photo whose row has the keyboard, or had it last; nil where no row shows it any more.
    var focused: PhotoRecord? { lastFocused.flatMap { records.row(of: $0) == nil ? nil : $0 } }

    private var focusedPhoto: PhotoRecord? { focused.flatMap { $0.folder == nil ? $0 : nil } }

    /// The keyboard is elsewhere in the window.
    func focusChanged() { lastFocused = visible.focused ?? lastFocused }

    /// The menu of a photo opens, whose row may not have had the keyboard.
    func focus(on record: PhotoRecord) { lastFocused = record }

    /// The photos that are shown and selected, in the order of the list; where none is, the one that has the keyboard.
    var entries: [UInt32] {
        let selected = selection.count > 0 ? selection.shownEntries : []
        return selected.isEmpty ? focusedPhoto.flatMap(records.entry).map { [UInt32($0)] } ?? [] : selected
    }

    /// Whether there are none. Does not list them: there may be a million.
    var isEmpty: Bool { selection.count == 0 && focusedPhoto == nil }

    /// The photo or the folder to open: the one that has the keyboard, or the first that is selected, or `first` on
    /// screen.
    func toOpen(else first: Int?) -> PhotoRecord? {
        if let focused { return focused }
        let selected = selection.shownEntries.first.flatMap { records.row(ofEntry: Int($0)) }
        return (selected ?? first).flatMap(records.record)
    }
}
