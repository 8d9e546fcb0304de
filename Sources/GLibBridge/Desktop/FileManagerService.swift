import CGLib

/// The desktop's file manager, by freedesktop.org's File Manager D-Bus Interface.
@MainActor
public enum FileManagerService {
    private static let name = "org.freedesktop.FileManager1"
    /// The service may have to be started: D-Bus's own time-out for an answer.
    private static let patienceMilliseconds: CInt = 25_000

    /// Shows files, given as URIs, each selected in its folder. Calls `completion` with whether a file manager could.
    public static func show(_ uris: [String], completion: @escaping @MainActor (Bool) -> Void) {
        g_bus_get(
            G_BUS_TYPE_SESSION, nil, AsyncReady.callback,
            AsyncReady.data { _, result in
                guard let bus = try? GLibError.check({ g_bus_get_finish(result, $0) }) else { return completion(false) }
                defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
                show(uris, bus, completion)
            })
    }

    private static func show(
        _ uris: [String], _ bus: OpaquePointer, _ completion: @escaping @MainActor (Bool) -> Void
    ) {
        var strings: [UnsafePointer<CChar>?] = uris.map { uri in g_strdup(uri).map { UnsafePointer($0) } }
        defer { for string in strings { g_free(UnsafeMutableRawPointer(mutating: string)) } }
        // The second is the start-up identifier, which does not exist here.
        let parameters = g_variant_new_tuple(
            [g_variant_new_strv(&strings, gssize(strings.count)), g_variant_new_string("")], 2)
        g_dbus_connection_call(
            bus, name, "/org/freedesktop/FileManager1", name, "ShowItems", parameters, nil, G_DBUS_CALL_FLAGS_NONE,
            patienceMilliseconds, nil, AsyncReady.callback,
            AsyncReady.data { source, result in
                let answer = try? GLibError.check {
                    g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, $0)
                }
                if let answer = answer ?? nil { g_variant_unref(answer) }
                completion(answer != nil)
            })
    }
}
