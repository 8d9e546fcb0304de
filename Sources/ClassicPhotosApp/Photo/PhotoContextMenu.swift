import Foundation
import GtkBridge

/// The menu of the photo that is looked at: by the pointer's other button, by a finger that stays, or by the key that
/// is there for it.
@MainActor
final class PhotoContextMenu {
    /// Where it was opened, in points of what it lies over.
    let place: CGPoint
    private let menu: ContextMenu

    /// Shows it at `place` of `widget`; `closed` is told when it has gone.
    init(at place: CGPoint, in widget: Widget, closed: @escaping @MainActor () -> Void) {
        self.place = place
        menu = ContextMenu(CommandMenus.photoContext(), in: widget, x: place.x, y: place.y)
        menu.onClosed = closed
    }

    /// Takes it away, if it is still there.
    func close() { menu.close() }
}
