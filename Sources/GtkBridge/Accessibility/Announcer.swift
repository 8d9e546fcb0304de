import CGtk
import GLibBridge

/// Says to people who listen what changes while their focus is elsewhere: an invisible status line, whose name is the
/// newest message.
@MainActor
package final class Announcer {
    package let widget: Widget

    package init() {
        let label = Label()
        ObjectProperties.set(label.object.pointer, "accessible-role", int: Int(GTK_ACCESSIBLE_ROLE_STATUS.rawValue))
        label.setTouchable(false)
        label.align(horizontally: .start, vertically: .end)
        widget = label
    }

    package func announce(_ text: String) {
        widget.setAccessibleLabel(text)
        CGtk.announce(widget.opaque, text)
    }
}
