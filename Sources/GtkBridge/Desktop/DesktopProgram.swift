import CGtk
import GLibBridge

/// A program of the desktop.
@MainActor
public struct DesktopProgram {
    private let info: ObjectReference

    /// Its display name.
    public var name: String { String(cString: g_app_info_get_display_name(info.opaque)) }

    /// The name of its desktop entry; nil without one.
    public var id: String? { g_app_info_get_id(info.opaque).map { String(cString: $0) } }

    /// The programs that open files of `contentType`, such as "image/jpeg": the default first, then recommended ones,
    /// then others.
    public static func all(for contentType: String) -> [DesktopProgram] {
        var programs: [DesktopProgram] = []
        let usual = g_app_info_get_default_for_type(contentType, 0).map {
            DesktopProgram(info: ObjectReference(taking: UnsafeMutableRawPointer($0)))
        }
        for list in [g_app_info_get_recommended_for_type(contentType), g_app_info_get_all_for_type(contentType)] {
            var next = list
            while let item = next {
                // This owns the list and its references.
                if let data = item.pointee.data { programs.append(DesktopProgram(info: ObjectReference(taking: data))) }
                next = item.pointee.next
            }
            g_list_free(list)
        }
        var known: [DesktopProgram] = []
        for program in [usual].compactMap(\.self) + programs where !known.contains(where: { $0.isSame(as: program) }) {
            known.append(program)
        }
        return known
    }

    private func isSame(as other: DesktopProgram) -> Bool { g_app_info_equal(info.opaque, other.info.opaque) != 0 }

    /// Opens `uris` in it, on behalf of `widget`.
    public func open(_ uris: [String], from widget: Widget) throws(GLibError) {
        var list: UnsafeMutablePointer<GList>?
        for uri in uris.reversed() { list = g_list_prepend(list, g_strdup(uri)) }
        defer { g_list_free_full(list, g_free) }
        let context = Launching.context(of: widget)
        _ = try GLibError.check { g_app_info_launch_uris(info.opaque, list, context?.typed(), $0) }
    }
}
