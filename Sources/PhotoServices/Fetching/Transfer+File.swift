import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension Transfer {
    /// Opens the file, through GIO.
    func startFile() {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        guard let file = request.url.filePath.withCString({ g_file_new_for_path($0) }) else { return refuseScheme() }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        // Opening a pipe would wait for somebody to write to it.
        g_file_query_info_async(
            file, "standard::type,standard::size,etag::value", G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT,
            cancellable.pointer,
            { source, result, data in
                guard let transfer = Transfer.taken(from: data), let source else { return }
                transfer.didQuery(OpaquePointer(source), result)
            }, userData)
    }

    private func didQuery(_ file: OpaquePointer, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let info = try GLibError.check { g_file_query_info_finish(file, result, $0) }
            defer { info.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
            let type = g_file_info_get_file_type(info)
            guard type == G_FILE_TYPE_REGULAR else {
                let reason = type == G_FILE_TYPE_DIRECTORY ? "It is a folder." : "It is a device or a pipe."
                return complete(.unreadableFile(path: request.url.shownPath, reason: reason))
            }
            let tag = g_file_info_get_etag(info).map { String(cString: $0) }
            let isSized = g_file_info_has_attribute(info, "standard::size") != 0
            send(.file(BodyVersion(entityTag: tag), byteCount: isSized ? Int(g_file_info_get_size(info)) : nil))
            g_file_read_async(
                file, G_PRIORITY_DEFAULT, cancellable.pointer,
                { source, result, data in
                    guard let transfer = Transfer.taken(from: data), let source else { return }
                    transfer.didOpen(OpaquePointer(source), result)
                }, userData)
        } catch {
            complete(failure(for: error))
        }
    }

    private func didOpen(_ file: OpaquePointer, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let opened = try GLibError.check { g_file_read_finish(file, result, $0) }
            guard let opened else { return refuseScheme() }
            // The length is not asked for: a file that grows or shrinks meanwhile is read to where it ends.
            send(.opened(nil, HostPolicy.Observation()))
            let body = ReplyBody(file: ObjectReference(taking: UnsafeMutableRawPointer(opened)))
            read(body, cancellable: cancellable)
        } catch {
            complete(failure(for: error))
        }
    }
}
