import CGtk
import GLibBridge

/// A popover that points to a position, and closes on any other interaction.
@MainActor
public final class Popover {
    private let popover: Widget
    /// Called when it has closed.
    public var onClosed: (@MainActor () -> Void)?

    /// A popover with `content`, at `x`, `y` of `parent`; retain it while it is open.
    public init(content: Widget, in parent: Widget, x: Double, y: Double) {
        popover = Widget(made: gtk_popover_new())
        gtk_popover_set_child(popover.object.typed(), content.widget)
        gtk_widget_set_parent(popover.widget, parent.widget)
        var place = GdkRectangle(x: CInt(x), y: CInt(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.object.typed(), &place)
        Signal.connect(popover.object.pointer, "closed") { [weak self] in
            self?.close()
            self?.onClosed?()
        }
    }

    /// Shows it.
    public func show() { gtk_popover_popup(popover.object.typed()) }

    /// Closes it, if still open.
    public func close() {
        guard gtk_widget_get_parent(popover.widget) != nil else { return }
        gtk_widget_unparent(popover.widget)
    }
}
