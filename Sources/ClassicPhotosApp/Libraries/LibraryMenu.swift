import GtkBridge
import PhotoCore

/// The libraries in a window's main menu: each opens.
@MainActor
final class LibraryMenu {
    private let menu: Menu
    private let recent: RecentControl
    private var shown: [RecentCatalogue] = []
    private var offersAll = false

    private static let action = "open-remembered-library"

    /// Fills `menu`, once it is opened. `open` gets the chosen library.
    init(
        _ menu: Menu, of recent: RecentControl, in window: ApplicationWindow,
        open: @escaping @MainActor (CatalogueSource) -> Void
    ) {
        (self.menu, self.recent) = (menu, recent)
        window.add(
            Action(
                Self.action,
                taking: { address in
                    if let source = try? CatalogueSource(address, in: "/") { open(source) }
                }))
    }

    /// The menu is about to be shown.
    func begin() { recent.whenKnown { [weak self] in self?.show() } }

    /// The libraries may have changed.
    func show() {
        let libraries = recent.libraries
        let offersAll = recent.members.count > 1
        guard libraries != shown || offersAll != self.offersAll else { return }
        (shown, self.offersAll) = (libraries, offersAll)
        menu.removeAll()
        if offersAll {
            menu.append(plain: localized("All Libraries"), action: "win.\(Self.action)", target: AllLibraries.address)
        }
        for library in libraries {
            menu.append(plain: RecentText(library).title, action: "win.\(Self.action)", target: library.address)
        }
    }
}
