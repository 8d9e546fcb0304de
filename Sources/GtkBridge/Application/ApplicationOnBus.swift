import CGtk
import GLibBridge

/// An AdwApplication that can put objects on the session's bus before it takes its name there: a program that starts
/// this one through the bus calls them at once. GApplication offers that to subclasses only.
@MainActor
enum ApplicationOnBus {
    /// Gets the connection.
    typealias Body = @MainActor (OpaquePointer) -> Void

    private static let held = g_quark_from_string("classic-photos-bus")

    /// Registered once: type names are global to the process. It differs from AdwApplication only in `dbus_register`.
    private static let type: GType = {
        let parent = adw_application_get_type()
        var sizes = GTypeQuery()
        g_type_query(parent, &sizes)
        return g_type_register_static_simple(
            parent, "ClassicPhotosApplication", sizes.class_size,
            { applicationClass, _ in
                applicationClass?.assumingMemoryBound(to: GApplicationClass.self).pointee.dbus_register = {
                    ApplicationOnBus.register($0, $1, $2, $3)
                }
            }, sizes.instance_size, nil, GTypeFlags(rawValue: 0))
    }()

    static func make(id: String, flags: GApplicationFlags) -> ObjectReference {
        let object = ObjectReference(new: g_object_new_with_properties(type, 0, nil, nil))
        let application: UnsafeMutablePointer<GApplication> = object.typed()
        g_application_set_application_id(application, id)
        g_application_set_flags(application, flags)
        return object
    }

    static func onBus(_ object: ObjectReference, _ body: @escaping Body) {
        g_object_set_qdata_full(object.typed(), held, Boxed(body).data, releaseObject)
    }

    nonisolated private static func register(
        _ application: UnsafeMutablePointer<GApplication>?, _ connection: OpaquePointer?,
        _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> gboolean {
        MainActor.assumeIsolated(with: (application, connection)) { application, connection in
            guard let application, let connection else { return }
            g_object_get_qdata(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GObject.self), held)
                .map { Boxed<Body>.value(in: $0)(connection) }
        }
        let parent = g_type_class_peek(adw_application_get_type())?.assumingMemoryBound(to: GApplicationClass.self)
        return parent?.pointee.dbus_register?(application, connection, path, error) ?? 1
    }
}

extension Application {
    /// Calls `body` with the session bus's connection (a GDBusConnection) before the program has its name there. Not
    /// called without a bus.
    package func onBus(_ body: @escaping @MainActor (_ connection: OpaquePointer) -> Void) {
        ApplicationOnBus.onBus(object, body)
    }

    /// Keeps the program running without a window, until `release` was called as often.
    package func hold() { g_application_hold(object.typed()) }
    package func release() { g_application_release(object.typed()) }
}
