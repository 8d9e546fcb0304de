import GLibBridge
import GtkBridge

/// The choice between list, grid and timeline, and the size of the grid's pictures.
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
            kind: .init(rawValue: settings.string("view", default: "")) ?? .list,
            isSquare: settings.boolean("timeline-squares", default: false),
            rowSide: RowStyle.nearest(to: settings.integer("row-picture-size", default: RowStyle.pictureSide)),
            gridSide: GridLayout.nearest(to: settings.integer("grid-picture-size", default: GridLayout.usualSide)),
            width: Double(
                WindowSides.held(settings.integer("window-width", default: WindowSize.usual.width))))
    }

    init(of list: PhotoListView, commands: WindowCommands, settings: Settings?) {
        (self.list, self.commands, self.settings) = (list, commands, settings)
        commands.add(.view, choosing: list.layout.rawValue) { [weak self] in
            self?.show(.init(rawValue: $0) ?? .list)
        }
        // For the button, which is pressed while there is a grid.
        commands.addToggle(.grid) { [weak self] isOn in
            guard let self, isOn != (list.layout == .grid) else { return }
            show(isOn ? .grid : .list)
        }
        commands.addToggle(.timelineOldest) { [weak self] in self?.setOldestFirst($0) }
        commands.addToggle(.timelineSquares) { [weak self] in self?.setSquare($0) }
        commands.add(.gridLarger) { [weak self] in self?.sizePictures(larger: true) }
        commands.add(.gridSmaller) { [weak self] in self?.sizePictures(larger: false) }
        commands.add(.gridReset) { [weak self] in self?.setPictureSide(GridLayout.usualSide) }
        commands[.grid]?.isOn = list.layout == .grid
        commands[.timelineSquares]?.isOn = list.layouts.timeline.isSquare
        setOldestFirst(settings?.boolean("timeline-oldest-first", default: false) ?? false)
    }

    private func show(_ layout: ListLayouts.Kind) {
        // Setting the state calls this, too.
        guard layout != list.layout else { return }
        list.layout = layout
        commands[.view]?.choice = layout.rawValue
        commands[.grid]?.isOn = layout == .grid
        store { $0.set("view", layout.rawValue) }
        enable(isHere: isHere)
    }

    private func setOldestFirst(_ isOldestFirst: Bool) {
        guard isOldestFirst != list.timeline.isOldestFirst else { return }
        list.timeline.isOldestFirst = isOldestFirst
        commands[.timelineOldest]?.isOn = isOldestFirst
        store { $0.set("timeline-oldest-first", isOldestFirst) }
    }

    private func setSquare(_ isSquare: Bool) {
        guard isSquare != list.layouts.timeline.isSquare else { return }
        list.showSquares(isSquare)
        commands[.timelineSquares]?.isOn = isSquare
        store { $0.set("timeline-squares", isSquare) }
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

    /// Stores how this window lays photos out, for the preferences over it, which show and change that.
    func storeShown() {
        store { settings in
            let stored = Self.appearance(settings)
            if stored.kind != list.layout { settings.set("view", list.layout.rawValue) }
            if stored.gridSide != list.gridSide { settings.set("grid-picture-size", list.gridSide) }
        }
    }

    /// Lays the photos out as the setting `key` says, which was changed elsewhere. The others may have been stored by
    /// another window for itself.
    func follow(_ key: String) {
        guard let settings else { return }
        let wanted = Self.appearance(settings)
        switch key {
        case "view": show(wanted.kind)
        case "row-picture-size": list.rowSide = wanted.rowSide
        case "grid-picture-size": if wanted.gridSide != list.gridSide { list.gridSide = wanted.gridSide }
        case "timeline-squares": setSquare(wanted.isSquare)
        case "timeline-oldest-first": setOldestFirst(settings.boolean(key, default: false))
        default: break
        }
        enable(isHere: isHere)
    }

    /// These commands belong to the list; on a photo's page their keys mean something else.
    func enable(isHere: Bool) {
        self.isHere = isHere
        // The timeline's lines are as high as the grid's pictures.
        let isGrid = list.layout != .list && isHere
        commands.set(.timeline, isMet: list.layout == .timeline && isHere)
        let side = list.gridSide
        commands.set(.largerGrid, isMet: isGrid && GridLayout.side(after: side, larger: true) != nil)
        commands.set(.smallerGrid, isMet: isGrid && GridLayout.side(after: side, larger: false) != nil)
        commands.set(.unusualGrid, isMet: isGrid && side != GridLayout.usualSide)
    }
}
