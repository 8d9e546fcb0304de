import CGtk
import GLibBridge

/// Dropped files and links, or text.
package enum DroppedContent: Sendable, Equatable {
    /// URIs as received.
    case addresses([String])
    /// Text, possibly with addresses.
    case text(String)
}

extension Widget {
    /// Accepts drops from other programs on it or its children; `body` returns whether it can use the content. Ignores
    /// drags from this program.
    package func onDrop(_ body: @escaping @MainActor (DroppedContent) -> Bool) {
        let pointer = add(controller: gtk_drop_target_new(0, GDK_ACTION_COPY))
        // In order of preference.
        var types = [gdk_file_list_get_type(), stringType]
        gtk_drop_target_set_gtypes(OpaquePointer(pointer), &types, gsize(types.count))
        Signal.connect(pointer, "accept") { (drop: UnsafeMutableRawPointer?) in
            guard let offered = drop.map({ OpaquePointer($0) }) else { return false }
            let formats = gdk_drop_get_formats(offered)
            var fits = false
            for type in types where gdk_content_formats_contain_gtype(formats, type) != 0 { fits = true }
            return gdk_drop_get_drag(offered) == nil && (fits || offersText(formats))
        }
        Signal.connect(pointer, "drop") { (value: UnsafeMutableRawPointer?) in
            (value?.assumingMemoryBound(to: GValue.self)).flatMap { content(of: $0) }.map(body) ?? false
        }
    }
}

/// G_TYPE_STRING, a macro: G_TYPE_MAKE_FUNDAMENTAL is a shift by 2.
private let stringType = GType(16 << 2)

/// Other programs name their content by MIME types.
private func offersText(_ formats: OpaquePointer?) -> Bool {
    let types = ["text/uri-list", "text/plain;charset=utf-8", "text/plain"]
    return types.contains { gdk_content_formats_contain_mime_type(formats, $0) != 0 }
}

@MainActor
private func content(of value: UnsafePointer<GValue>) -> DroppedContent? {
    if value.pointee.g_type == stringType {
        return g_value_get_string(value).map { .text(String(cString: $0)) }
    }
    guard value.pointee.g_type == gdk_file_list_get_type(), let files = g_value_get_boxed(value) else { return nil }
    let list = gdk_file_list_get_files(OpaquePointer(files))
    // This owns the list, not the files.
    defer { g_slist_free(list) }
    var addresses: [String] = []
    var next = list
    while let item = next {
        if let data = item.pointee.data, let uri = String(taking: g_file_get_uri(OpaquePointer(data))) {
            addresses.append(uri)
        }
        next = item.pointee.next
    }
    return .addresses(addresses)
}

/// The content of a drag, and its icon, one point per pixel; nil for the desktop's default.
package typealias DraggedContent = (content: ExchangedContent, icon: Texture?)

extension Widget {
    /// Starts drags with the first button; calls `body` with the start in points, which returns the content there, or
    /// nil. Not with a finger, which scrolls and turns pages.
    package func onDragOut(_ body: @escaping @MainActor (_ x: Double, _ y: Double) -> DraggedContent?) {
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
