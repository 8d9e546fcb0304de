import CGLib

/// What the desktop's search can find (org.gnome.Shell.SearchProvider2). On the main context.
@MainActor
package protocol DesktopSearching: AnyObject {
    /// Calls `reply` once, with the identifiers of what matches all `terms`, the best first; among `previous` results,
    /// if given, which matched a part of these terms.
    func find(_ terms: [String], among previous: [String]?, reply: @escaping @MainActor ([String]) -> Void)
    /// Calls `reply` once, with what is shown of each result that still exists.
    func describe(_ ids: [String], reply: @escaping @MainActor ([SearchResultText]) -> Void)
    /// Opens a result. `time` is that of the person's event.
    func activate(_ id: String, time: UInt32)
    /// Shows all that matches in the program.
    func launch(_ terms: [String], time: UInt32)
}

/// What the desktop shows of one result.
package struct SearchResultText: Sendable {
    /// A small picture: rows of RGBA, 8 bits a channel, alpha not premultiplied.
    package struct Picture: Sendable {
        package let width: Int
        package let height: Int
        package let bytesPerRow: Int
        package let bytes: [UInt8]

        package init(width: Int, height: Int, bytesPerRow: Int, bytes: [UInt8]) {
            (self.width, self.height, self.bytesPerRow, self.bytes) = (width, height, bytesPerRow, bytes)
        }
    }

    package let id: String
    package let name: String
    package let description: String
    package var picture: Picture?
    /// The icon of the theme that is shown without a picture.
    package let icon: String

    package init(id: String, name: String, description: String, picture: Picture?, icon: String) {
        (self.id, self.name, self.description, self.picture, self.icon) = (id, name, description, picture, icon)
    }
}

/// The object on the session's bus through which the desktop searches.
@MainActor
package enum SearchProviderObject {
    /// Exports `provider`, which is not retained, at `path` of `connection`, as long as that lasts. Returns whether the
    /// path was free.
    package static func export(_ provider: any DesktopSearching, on connection: OpaquePointer, at path: String) -> Bool
    {
        guard let description = g_dbus_node_info_new_for_xml(xml, nil) else { return false }
        defer { g_dbus_node_info_unref(description) }
        let registration = g_dbus_connection_register_object(
            connection, path, g_dbus_node_info_lookup_interface(description, interface), functions,
            Boxed(WeakProvider(provider)).data, releaseObject, nil)
        return registration != 0
    }

    private final class WeakProvider {
        weak var provider: (any DesktopSearching)?
        init(_ provider: any DesktopSearching) { self.provider = provider }
    }

    // MARK: - The interface

    private static let interface = "org.gnome.Shell.SearchProvider2"
    private static let xml = """
        <node><interface name="\(interface)">
        <method name="GetInitialResultSet">
        <arg type="as" name="terms" direction="in"/><arg type="as" name="results" direction="out"/></method>
        <method name="GetSubsearchResultSet">
        <arg type="as" name="previous_results" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="as" name="results" direction="out"/></method>
        <method name="GetResultMetas">
        <arg type="as" name="identifiers" direction="in"/><arg type="aa{sv}" name="metas" direction="out"/></method>
        <method name="ActivateResult">
        <arg type="s" name="identifier" direction="in"/><arg type="as" name="terms" direction="in"/>
        <arg type="u" name="timestamp" direction="in"/></method>
        <method name="LaunchSearch">
        <arg type="as" name="terms" direction="in"/><arg type="u" name="timestamp" direction="in"/></method>
        </interface></node>
        """

    /// Never freed: GDBus keeps the pointer.
    private static let functions: UnsafePointer<GDBusInterfaceVTable> = {
        let functions = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
        functions.initialize(to: GDBusInterfaceVTable())
        functions.pointee.method_call = { _, _, _, _, method, parameters, invocation, data in
            MainActor.assumeIsolated(with: (method, parameters, invocation, data)) {
                (method, parameters, invocation, data) in
                guard let invocation else { return }
                SearchProviderObject.answer(
                    method.map { String(cString: $0) } ?? "", parameters, invocation,
                    data.flatMap { Boxed<WeakProvider>.value(in: $0).provider })
            }
        }
        return UnsafePointer(functions)
    }()

    /// GDBus has checked that the parameters have the types above. Each call is answered once.
    private static func answer(
        _ method: String, _ parameters: OpaquePointer?, _ invocation: OpaquePointer, _ provider: (any DesktopSearching)?
    ) {
        guard let provider, let parameters else { return reply(nil, to: invocation) }
        switch method {
        case "GetInitialResultSet":
            provider.find(strings(parameters, 0), among: nil) { reply(variant($0), to: invocation) }
        case "GetSubsearchResultSet":
            provider.find(strings(parameters, 1), among: strings(parameters, 0)) { reply(variant($0), to: invocation) }
        case "GetResultMetas":
            provider.describe(strings(parameters, 0)) { reply(variant($0), to: invocation) }
        case "ActivateResult":
            provider.activate(string(parameters, 0), time: number(parameters, 2))
            reply(nil, to: invocation)
        case "LaunchSearch":
            provider.launch(strings(parameters, 0), time: number(parameters, 1))
            reply(nil, to: invocation)
        default: reply(nil, to: invocation)
        }
    }

    /// Takes the call; `result` is floating.
    private static func reply(_ result: OpaquePointer?, to invocation: OpaquePointer) {
        g_dbus_method_invocation_return_value(invocation, result.map { g_variant_new_tuple([$0], 1) })
    }

    // MARK: - Values

    /// More words or results than a person types or sees; of what any program on the bus may send, the rest is ignored.
    private static let mostStrings = 256

    private static func strings(_ parameters: OpaquePointer, _ index: Int) -> [String] {
        guard let list = g_variant_get_child_value(parameters, gsize(index)) else { return [] }
        defer { g_variant_unref(list) }
        return (0..<min(Int(g_variant_n_children(list)), mostStrings)).map { string(list, $0) }
    }

    private static func string(_ parent: OpaquePointer, _ index: Int) -> String {
        guard let child = g_variant_get_child_value(parent, gsize(index)) else { return "" }
        defer { g_variant_unref(child) }
        return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
    }

    private static func number(_ parent: OpaquePointer, _ index: Int) -> UInt32 {
        guard let child = g_variant_get_child_value(parent, gsize(index)) else { return 0 }
        defer { g_variant_unref(child) }
        return g_variant_get_uint32(child)
    }

    private static func variant(_ strings: [String]) -> OpaquePointer? {
        array(of: "s", strings.map { g_variant_new_string($0) })
    }

    private static func variant(_ results: [SearchResultText]) -> OpaquePointer? {
        array(
            of: "a{sv}",
            results.map { result in
                var entries = [
                    entry("id", g_variant_new_string(result.id)), entry("name", g_variant_new_string(result.name)),
                    entry("description", g_variant_new_string(result.description)),
                ]
                if let picture = result.picture {
                    entries.append(entry("icon-data", variant(picture)))
                } else {
                    entries.append(entry("gicon", g_variant_new_string(result.icon)))
                }
                return array(of: "{sv}", entries)
            })
    }

    /// GdkPixbuf's parts: width, height, bytes a row, whether it has alpha, bits, channels, pixels.
    private static func variant(_ picture: SearchResultText.Picture) -> OpaquePointer? {
        let type = g_variant_type_new("y")
        defer { g_variant_type_free(type) }
        let pixels = picture.bytes.withUnsafeBytes {
            g_variant_new_fixed_array(type, $0.baseAddress, gsize($0.count), 1)
        }
        return g_variant_new_tuple(
            [
                g_variant_new_int32(gint32(clamping: picture.width)),
                g_variant_new_int32(gint32(clamping: picture.height)),
                g_variant_new_int32(gint32(clamping: picture.bytesPerRow)), g_variant_new_boolean(1),
                g_variant_new_int32(8), g_variant_new_int32(4), pixels,
            ], 7)
    }

    private static func entry(_ key: String, _ value: OpaquePointer?) -> OpaquePointer? {
        g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value))
    }

    private static func array(of type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        return g_variant_new_array(type, children, gsize(children.count))
    }
}
