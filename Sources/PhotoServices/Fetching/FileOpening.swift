import CGLib
import Foundation
import GLibBridge
import PhotoCore

/// Opens a file through GIO. On the network thread.
final class FileOpening: Sendable {
    private let url: URL
    private let cancellable: Cancellable
    private let tell: @Sendable (Transfer.Step) -> Void

    init(_ url: URL, _ cancellable: Cancellable, tell: @escaping @Sendable (Transfer.Step) -> Void) {
        self.url = url
        self.cancellable = cancellable
        self.tell = tell
    }

    func start() {
        guard let file = url.filePath.withCString({ g_file_new_for_path($0) }) else {
            return tell(.failed(.unknownScheme(of: url)))
        }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        // Opening a pipe would wait for a writer.
        g_file_query_info_async(
            file, "standard::type,standard::size,etag::value", G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT,
            cancellable.pointer,
            { source, result, data in
                guard let opening = FileOpening.taken(from: data), let source else { return }
                opening.didQuery(OpaquePointer(source), result)
            }, userData)
    }

    /// The user data of async calls: balanced by `taken(from:)` in their callbacks.
    private var userData: gpointer { Unmanaged.passRetained(self).toOpaque() }

    private static func taken(from data: gpointer?) -> FileOpening? {
        data.map { Unmanaged<FileOpening>.fromOpaque($0).takeRetainedValue() }
    }

    private func didQuery(_ file: OpaquePointer, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let info = try GLibError.check { g_file_query_info_finish(file, result, $0) }
            defer { info.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
            let type = g_file_info_get_file_type(info)
            guard type == G_FILE_TYPE_REGULAR else {
                let reason =
                    type == G_FILE_TYPE_DIRECTORY
                    ? localized("It is a folder.") : localized("It is a device or a pipe.")
                return tell(.failed(.unreadableFile(path: url.shownPath, reason: reason)))
            }
            let tag = g_file_info_get_etag(info).map { String(cString: $0) }
            let isSized = g_file_info_has_attribute(info, "standard::size") != 0
            let byteCount = isSized ? Int(g_file_info_get_size(info)) : nil
            tell(.event(.file(BodyVersion(entityTag: tag), byteCount: byteCount)))
            g_file_read_async(
                file, G_PRIORITY_DEFAULT, cancellable.pointer,
                { source, result, data in
                    guard let opening = FileOpening.taken(from: data), let source else { return }
                    opening.didOpen(OpaquePointer(source), result)
                }, userData)
        } catch {
            tell(.broken(error))
        }
    }

    private func didOpen(_ file: OpaquePointer, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let opened = try GLibError.check { g_file_read_finish(file, result, $0) }
            guard let opened else { return tell(.failed(.unknownScheme(of: url))) }
            // The length is not requested: a file that changes meanwhile is read to its end.
            tell(.event(.opened(nil, HostPolicy.Observation())))
            tell(.body(ReplyBody(file: ObjectReference(taking: UnsafeMutableRawPointer(opened)))))
        } catch {
            tell(.broken(error))
        }
    }
}
