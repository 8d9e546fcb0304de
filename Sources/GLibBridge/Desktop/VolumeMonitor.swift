import CGLib

/// The devices of this computer that hold files: the mounted ones, and those that GIO can mount (GVolumeMonitor).
@MainActor
package final class VolumeMonitor {
    /// A device or a mount.
    package struct Volume: Sendable, Equatable {
        /// The device's own, or the person's.
        package let name: String
        /// The URI of its first folder.
        package let address: String
    }

    private let monitor: ObjectReference
    private static let signals = ["mount-added", "mount-removed", "mount-changed", "volume-added", "volume-removed"]

    /// Makes GIO's monitor. Callable from any thread, and blocks: it asks GVfs's monitors on the session's bus, which
    /// have to start. Their signals reach the default main context all the same.
    package nonisolated static func load() -> ObjectReference { ObjectReference(new: g_volume_monitor_get()) }

    /// Follows `monitor`, which was loaded. Calls `body` on the main context when devices come and go.
    package init(_ monitor: ObjectReference, onChange body: @escaping @MainActor () -> Void) {
        self.monitor = monitor
        for name in Self.signals { Signal.connect(monitor.pointer, name) { body() } }
    }

    /// All that can be opened: mounts, and devices without one that say where they would be.
    package var volumes: [Volume] {
        let pointer: UnsafeMutablePointer<GVolumeMonitor> = monitor.typed()
        let mounts = Self.objects(g_volume_monitor_get_mounts(pointer)).compactMap { mount -> Volume? in
            if g_mount_is_shadowed(mount.opaque) != 0 { return nil }
            return Self.volume(g_mount_get_name(mount.opaque), g_mount_get_root(mount.opaque))
        }
        let others = Self.objects(g_volume_monitor_get_volumes(pointer)).compactMap { volume -> Volume? in
            if let mount = g_volume_get_mount(volume.opaque) {
                g_object_unref(UnsafeMutableRawPointer(mount))
                return nil
            }
            return Self.volume(g_volume_get_name(volume.opaque), g_volume_get_activation_root(volume.opaque))
        }
        return mounts + others.filter { volume in !mounts.contains { $0.address == volume.address } }
    }

    /// Takes over both.
    private static func volume(_ name: UnsafeMutablePointer<CChar>?, _ root: OpaquePointer?) -> Volume? {
        let name = String(taking: name)
        guard let root else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(root)) }
        guard let name, let address = String(taking: g_file_get_uri(root)) else { return nil }
        return Volume(name: name, address: address)
    }

    /// Takes over a list of objects.
    private static func objects(_ list: UnsafeMutablePointer<GList>?) -> [ObjectReference] {
        var objects: [ObjectReference] = []
        var link = list
        while let each = link {
            if let object = each.pointee.data { objects.append(ObjectReference(taking: object)) }
            link = each.pointee.next
        }
        g_list_free(list)
        return objects
    }
}
