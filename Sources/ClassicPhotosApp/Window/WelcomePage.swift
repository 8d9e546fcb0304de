import GtkBridge
import PhotoCore

/// The page of a window without photos: what can be opened, which cameras are plugged in, and what was opened before.
@MainActor
final class WelcomePage {
    let widget: StatusPage
    private let recent: RecentControl?
    private let cameras: CameraWatch?
    private let list: RecentList
    private let libraries = LibraryList()
    private let cameraList = CameraList()
    private let open: @MainActor (CatalogueSource) -> Void
    /// Called with a library, and with what else than to open it a person wants.
    var onLibrary: (@MainActor (LibraryList.Wish, RecentCatalogue) -> Void)?
    /// As wide as a list of this kind is in GNOME's programs, in points.
    private static let width = 480

    /// `recent` are the catalogues to list, and `cameras` the cameras; nil for none. Calls `open` with the pressed one.
    init(
        recent: RecentControl?, cameras: CameraWatch?, open: @escaping @MainActor (CatalogueSource) -> Void
    ) {
        (self.recent, self.cameras, self.open) = (recent, cameras, open)
        widget = StatusPage(
            icon: ClassicPhotos.id, title: "Classic Photos", description: Self.words)
        list = RecentList()
        // Who has just plugged in a camera looks for it.
        let content = Box(.vertical, spacing: 30, cameraList.widget, Self.makeButtons(), libraries.widget, list.widget)
        widget.setChild(Clamp(content, width: Self.width))
        list.onOpen = { [weak self] in self?.openRecent($0) }
        libraries.onWish = { [weak self] wish, library in
            if wish == .open { self?.openRecent(library.address) } else { self?.onLibrary?(wish, library) }
        }
        cameraList.onOpen = open
        list.onPin = { [weak recent] in recent?.pin($0, $1) }
        list.onRemove = { [weak recent] in recent?.remove($0) }
        show()
    }

    private static let words = localized(
        "Open a folder of photos, or the address of a web page, a feed or a catalogue with photos. You can also drop "
            + "them here.")

    private static func makeButtons() -> Widget {
        let buttons = Box(.vertical, spacing: 12)
        buttons.align(horizontally: .center)
        for command in [Command.openFolder, .openLocation, .openLibrary, .openFile, .showDemo] {
            let button = Button(command.label)
            button.setAction(command.action)
            button.setAccessibleLabel(Mnemonic.removed(from: command.label))
            button.addClass("pill")
            // Large words are wider than a narrow window.
            button.wrapText()
            if command == .openFolder { button.addClass("suggested-action") }
            buttons.append(button)
        }
        return buttons
    }

    /// Shows the cameras and the recent catalogues as they are now.
    func show() {
        cameras?.begin()
        cameraList.show(cameras?.shown ?? [])
        let (catalogues, known) = (recent?.shown ?? [], recent?.libraries ?? [])
        let isEmpty = catalogues.isEmpty && known.isEmpty
        // The list is what a person looks for then, who knows the rest.
        widget.setIcon(isEmpty ? ClassicPhotos.id : nil)
        widget.setDescription(isEmpty ? Self.words : nil)
        widget.setClass("compact", !isEmpty)
        list.show(catalogues)
        libraries.show(known, offersAll: (recent?.members.count ?? 0) > 1)
        guard !isEmpty else { return }
        recent?.pictures { [weak self] pictures in
            self?.list.show(pictures)
            self?.libraries.show(pictures)
        }
    }

    private func openRecent(_ address: String) {
        if let source = try? CatalogueSource(address, in: "/") { open(source) }
    }
}
