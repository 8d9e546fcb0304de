import GLibBridge
import GtkBridge

/// The choice between list and grid, and the size of the grid's pictures.
@MainActor
final class LayoutControl {
    private let list: PhotoListView
    private let commands: WindowCommands
    /// Stores the choice; nil to forget it.
    private let settings: Settings?
    /// Whether the window shows the list, not a photo's page.
    private var isHere = false

    static func appearance(_ settings: Settings) -> ListLayouts.Appearance {
        ListLayouts.Appearance(
            isGrid: settings.string("view", default: "list") == "grid",
            rowSide: RowStyle.nearest(to: settings.integer("row-picture-size", default: RowStyle.pictureSide)),
            gridSide: GridLayout.nearest(to: settings.integer("grid-picture-size", default: GridLayout.usualSide)),
            width: Double(
                WindowSides.held(settings.integer("window-width", default: WindowSize.usual.width))))
    }

    init(of list: PhotoListView, commands: WindowCommands, settings: Settings?) {
        (self.list, self.commands, self.settings) = (list, commands, settings)
        commands.add(.view, choosing: list.isGrid ? "grid" : "list") { [weak self] in self?.show(asGrid: $0 == "grid") }
        // For the button, which is pressed while there is a grid.
        commands.addToggle(.grid) { [weak self] in self?.show(asGrid: $0) }
        commands.add(.gridLarger) { [weak self] in self?.sizePictures(larger: true) }
        commands.add(.gridSmaller) { [weak self] in self?.sizePictures(larger: false) }
        commands.add(.gridReset) { [weak self] in self?.setPictureSide(GridLayout.usualSide) }
        commands[.grid]?.isOn = list.isGrid
    }

    private func show(asGrid isGrid: Bool) {
        // Setting the state calls this, too.
        guard isGrid != list.isGrid else { return }
        list.isGrid = isGrid
        commands[.view]?.choice = isGrid ? "grid" : "list"
        commands[.grid]?.isOn = isGrid
        store { $0.set("view", isGrid ? "grid" : "list") }
        enable(isHere: isHere)
    }

    private func sizePictures(larger: Bool) {
        if let side = GridLayout.side(after: list.gridSide, larger: larger) { setPictureSide(side) }
    }

    private func setPictureSide(_ side: Int) {
        list.gridSide = side
        store { $0.set("grid-picture-size", side) }
        enable(isHere: isHere)
    }

    /// For the next start; the other windows keep theirs.
    private func store(_ body: (Settings) -> Void) {
        if let settings { settings.quietly { body(settings) } }
    }

    /// Lays the photos out as the settings say, which were changed elsewhere.
    func follow() {
        guard let settings else { return }
        let wanted = Self.appearance(settings)
        list.rowSide = wanted.rowSide
        if wanted.gridSide != list.gridSide { list.gridSide = wanted.gridSide }
        show(asGrid: wanted.isGrid)
        enable(isHere: isHere)
    }

    /// These commands belong to the list; on a photo's page their keys mean something else.
    func enable(isHere: Bool) {
        self.isHere = isHere
        let isGrid = list.isGrid && isHere
        let side = list.gridSide
        commands.set(.largerGrid, isMet: isGrid && GridLayout.side(after: side, larger: true) != nil)
        commands.set(.smallerGrid, isMet: isGrid && GridLayout.side(after: side, larger: false) != nil)
        commands.set(.unusualGrid, isMet: isGrid && side != GridLayout.usualSide)
    }
}
