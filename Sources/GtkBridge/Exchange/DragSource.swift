import CGtk
import GLibBridge

/// The content and the icon of a drag.
@MainActor
public struct DraggedContent {
    var content: ExchangedContent
    /// The icon, one point per pixel; nil for the desktop's default.
    var icon: Texture?

    /// Content for a drag.
    public init(content: ExchangedContent, icon: Texture?) {
        self.content = content
        self.icon = icon
    }
}

extension Widget {
    /// Starts drags with the first button; calls `body` with the start in points, which returns the content there, or
    /// nil. Not with a finger, which scrolls and turns pages.
    public func onDragOut(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> DraggedContent?) {
        let pointer = add(controller: gtk_drag_source_new())
        Signal.connect(pointer, "prepare") { (x: Double, y: Double) -> ObjectReference? in
            let device = gtk_event_controller_get_current_event_device(OpaquePointer(pointer))
            if let device, gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN { return nil }
            guard let dragged = body(x, y) else { return nil }
            if let icon = dragged.icon {
                // Slightly below the pointer, which stays visible.
                gtk_drag_source_set_icon(OpaquePointer(pointer), icon.object.opaque, -8, -8)
            }
            return dragged.content.object
        }
    }
}
