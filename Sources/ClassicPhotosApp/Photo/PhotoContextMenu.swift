import Foundation
import GtkBridge

/// The menu of the photo that is looked at: by the pointer's other button, by a finger that stays, or by the key that
/// is there for it. It has what the menu of a row has, as far as it is of use for a photo that is open, and its
/// details.
@MainActor
final class PhotoContextMenu {
    /// The action that shows the details where the menu was opened.
    static let detailsAction = "photo-details-there"

    /// Where it was opened, in points of what it lies over.
    let place: CGPoint
    private let menu: ContextMenu

    /// Shows it at `place` of `widget`; `closed` is told when it has gone.
    init(at place: CGPoint, in widget: Widget, closed: @escaping @MainActor () -> Void) {
        self.place = place
        menu = ContextMenu(Self.entries(), in: widget, x: place.x, y: place.y)
        menu.onClosed = closed
    }

    /// Takes it away, if it is still there.
    func close() { menu.close() }

    private static func entries() -> Menu {
        let looking = Menu()
        looking.append("D_etails", action: "win.\(detailsAction)", keys: PhotoActions.detailsHere.keys[0])
        let keeping = Menu()
        for action in [PhotoActions.saveOriginal, .export] { action.append(to: keeping) }
        let menu = Menu()
        menu.append(section: looking)
        menu.append(section: keeping)
        menu.append(section: DesktopAction.menu(inList: false))
        return menu
    }
}
