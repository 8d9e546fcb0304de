import Foundation
import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// The libraries at the side of a window's list, and the parts of the one that is shown. It folds away in a narrow
/// window, where it is shown over the list when a person wants it.
@MainActor
final class LibrarySidebar {
    /// The list's page below its header bar, with the sidebar.
    let widget: SidebarView
    private let list = SidebarList(label: localized("Libraries"))
    private let commands: WindowCommands
    private let settings: Settings?
    private let recent: RecentControl
    private let cloudLists: CloudLists
    private let open: @MainActor (CatalogueSource) -> Void
    private var places = SidebarPlaces([], shown: nil, facts: nil)
    private var shown: (address: String?, facts: CatalogueFacts?) = (nil, nil)
    /// Whether the person wants it next to libraries, where there is room for it.
    private var isWanted: Bool
    /// What the person wants here and now; nil for the usual.
    private var choice: Bool?
    private var isNarrow = false
    /// Whether the command follows what is shown, instead of a person.
    private var isUpdating = false
    /// The folder for which `cloudLists` was asked last, while the sidebar is shown.
    private var asked: URL?
    /// Called when there is something to be shown at the side for the first time, or nothing more.
    var usefulnessChanged: (@MainActor (Bool) -> Void)?

    private static let key = "library-sidebar"
    private static let width = 220
    /// Less than the sidebar and two columns of the grid take, in points.
    private static let leastWidth = 640.0

    /// The sidebar next to `content`, which offers what `recent` remembers, without what `cloudLists` knows to be
    /// refused. `open` gets what is chosen. Without `settings`, nothing is remembered.
    init(
        beside content: Widget, of recent: RecentControl, _ cloudLists: CloudLists, _ commands: WindowCommands,
        _ settings: Settings?, open: @escaping @MainActor (CatalogueSource) -> Void
    ) {
        (self.recent, self.commands, self.settings, self.open) = (recent, commands, settings, open)
        self.cloudLists = cloudLists
        isWanted = settings?.boolean(Self.key, default: true) ?? false
        let scroller = ScrolledWindow(child: list)
        scroller.expand(vertically: true)
        // It may lie over the list.
        scroller.addClass("background")
        widget = SidebarView(content: content, sidebar: scroller, width: Self.width)
        widget.expand(vertically: true)
        widget.onClosed = { [weak self] in
            self?.choice = nil
            self?.update()
        }
        list.onChosen = { [weak self] in self?.choose($0) }
        commands.addToggle(.sidebar) { [weak self] in self?.toggle($0) }
        commands.set(.sidebar, isMet: false)
        widget.onWidthChanged = { [weak self] in self?.fit() }
    }

    /// Other libraries are remembered.
    func membersChanged() {
        let was = places.isUseful
        places = SidebarPlaces(
            recent.members, shown: shown.address, facts: shown.facts, refused: cloudLists.refused)
        list.show(
            places.places.map {
                SidebarList.Entry(icon: $0.kind.icon, title: $0.title, subtitle: $0.subtitle, isPart: $0.kind.isPart)
            }, current: places.current)
        if places.isUseful != was { usefulnessChanged?(places.isUseful) }
        commands.set(.sidebar, isMet: places.isUseful)
        update()
    }

    /// The window shows the catalogue at `address`, of which `facts` are known.
    func show(_ address: String?, _ facts: CatalogueFacts?) {
        guard address != shown.address || facts?.lines != shown.facts?.lines else { return }
        if address != shown.address { choice = nil }
        let isFirst = shown.address == nil
        shown = (address, facts)
        if isFirst { recent.whenKnown { [weak self] in self?.membersChanged() } } else { membersChanged() }
    }

    private func fit() {
        let width = widget.width
        guard width > 0, (width < Self.leastWidth) != isNarrow else { return }
        isNarrow.toggle()
        choice = nil
        update()
    }

    private func toggle(_ isOn: Bool) {
        guard !isUpdating else { return }
        choice = isOn
        if !isNarrow, belongs {
            isWanted = isOn
            settings?.set(Self.key, isOn)
        }
        update()
        if isOn { list.focus() }
    }

    private func update() {
        // Next to other catalogues it would only take room.
        let isShown = places.isUseful && (choice ?? (isWanted && belongs && !isNarrow))
        widget.show(isShown, over: isNarrow)
        // Screen readers do not see that it is folded away.
        list.setAccessibleHidden(!isShown)
        isUpdating = true
        commands[.sidebar]?.isOn = isShown
        isUpdating = false
        let folder = isShown && belongs ? shown.address.flatMap { URL(string: $0) } : nil
        guard folder != asked else { return }
        asked = folder
        if let folder { cloudLists.ask(at: folder, for: self) { [weak self] in self?.membersChanged() } }
    }

    /// Whether what is shown is one of its places.
    private var belongs: Bool { places.current != nil }

    private func choose(_ index: Int) {
        guard places.places.indices.contains(index) else { return }
        if isNarrow {
            choice = nil
            update()
        }
        if let source = try? CatalogueSource(places.places[index].address, in: "/") { open(source) }
    }
}
