import CGtk
import GLibBridge

/// Content for other programs, through the clipboard or a drag: photos as pictures, as files or links, and as text.
/// Each takes what it can use.
@MainActor
public final class ExchangedContent {
    let object: ObjectReference

    /// The photos at `addresses`, which are URLs; as text, one line each. `picture` is the whole single photo, if
    /// given.
    public init(addresses: [String], picture: Texture? = nil) {
        var providers: [UnsafeMutablePointer<GdkContentProvider>?] = []
        // Programs take the first form they understand: prefer the picture.
        if let picture { providers.append(Self.provider(of: picture)) }
        let isLocal = addresses.allSatisfy { $0.hasPrefix("file:") }
        providers.append(isLocal ? Self.provider(ofFiles: addresses) : Self.provider(ofLinks: addresses))
        providers.append(Self.provider("text/plain;charset=utf-8", addresses.joined(separator: "\n")))
        object = ObjectReference(new: gdk_content_provider_new_union(&providers, gsize(providers.count)))
    }

    /// Encoded, as PNG or in other formats, only on request.
    private static func provider(of picture: Texture) -> UnsafeMutablePointer<GdkContentProvider>? {
        var value = GValue()
        g_value_init(&value, gdk_texture_get_type())
        defer { g_value_unset(&value) }
        g_value_set_object(&value, picture.object.pointer)
        return gdk_content_provider_new_for_value(&value)
    }

    /// Files, which sandboxed programs get through the desktop's portal.
    private static func provider(ofFiles addresses: [String]) -> UnsafeMutablePointer<GdkContentProvider>? {
        var files: UnsafeMutablePointer<GSList>?
        for address in addresses.reversed() {
            files = g_slist_prepend(files, UnsafeMutableRawPointer(g_file_new_for_uri(address)))
        }
        defer { g_slist_free_full(files) { $0.map { g_object_unref($0) } } }
        var value = GValue()
        g_value_init(&value, gdk_file_list_get_type())
        defer { g_value_unset(&value) }
        g_value_take_boxed(&value, gdk_file_list_new_from_list(files).map { UnsafeRawPointer($0) })
        return gdk_content_provider_new_for_value(&value)
    }

    /// RFC 2483, section 5: one line each, with CRLF.
    private static func provider(ofLinks addresses: [String]) -> UnsafeMutablePointer<GdkContentProvider>? {
        provider("text/uri-list", addresses.map { "\($0)\r\n" }.joined())
    }

    private static func provider(_ type: String, _ text: String) -> UnsafeMutablePointer<GdkContentProvider>? {
        let utf8 = Array(text.utf8)
        let bytes = g_bytes_new(utf8, gsize(utf8.count))
        defer { g_bytes_unref(bytes) }
        return gdk_content_provider_new_for_bytes(type, bytes)
    }
}
