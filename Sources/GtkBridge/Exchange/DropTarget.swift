import CGtk
import GLibBridge

/// Dropped files and links, or text.
public enum DroppedContent: Sendable, Equatable {
    /// URIs as received.
    case addresses([String])
    /// Text, possibly with addresses.
    case text(String)
}

extension Widget {
    /// Accepts drops from other programs on it or its children; `body` returns whether it can use the content. Ignores
    /// drags from this program.
    public func onDrop(_ body: @escaping @MainActor (DroppedContent) -> Bool) {
        let pointer = add(controller: gtk_drop_target_new(0, GDK_ACTION_COPY))
        // In order of preference.
        var types = [gdk_file_list_get_type(), stringType]
        gtk_drop_target_set_gtypes(OpaquePointer(pointer), &types, gsize(types.count))
        Signal.connect(pointer, "accept") { (drop: UnsafeMutableRawPointer?) in
            guard let offered = drop.map({ OpaquePointer($0) }) else { return false }
            let formats = gdk_drop_get_formats(offered)
            let fits = types.contains { gdk_content_formats_contain_gtype(formats, $0) != 0 }
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
        if let data = item.pointee.data, let uri = g_file_get_uri(OpaquePointer(data)) {
            addresses.append(String(cString: uri))
            g_free(uri)
        }
        next = item.pointee.next
    }
    return .addresses(addresses)
}
