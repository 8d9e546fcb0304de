import CGtk
import GLibBridge

/// What is dragged to another program, and what it looks like under the pointer.
@MainActor
public struct DraggedContent {
    /// What other programs get.
    var content: ExchangedContent
    /// What it looks like, a point for a pixel; nil for the desktop's own icon.
    var icon: Texture?

    /// Content to be dragged.
    public init(content: ExchangedContent, icon: Texture?) {
        self.content = content
        self.icon = icon
    }
}

extension Widget {
    /// Has something dragged out of it with the first button; `body` gets the place where it was taken hold of, in
    /// points, and answers what is there: nil for nothing. Not by a finger, which scrolls and turns pages.
    public func onDragOut(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> DraggedContent?) {
        guard let source = gtk_drag_source_new() else { return }
        let pointer = UnsafeMutableRawPointer(source)
        Signal.connect(pointer, "prepare") { (x: Double, y: Double) -> ObjectReference? in
            let device = gtk_event_controller_get_current_event_device(OpaquePointer(pointer))
            if let device, gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN { return nil }
            guard let dragged = body(x, y) else { return nil }
            if let icon = dragged.icon {
                // A little below the pointer, which stays to be seen.
                gtk_drag_source_set_icon(source, icon.object.opaque, -8, -8)
            }
            return dragged.content.object
        }
        gtk_widget_add_controller(widget, source)
    }
}
