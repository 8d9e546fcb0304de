import CSoup
import Foundation
import GLibBridge
import PhotoCore

extension Transfer {
    /// Opens the file, through GIO.
    func startFile() {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        guard let file = g_file_new_for_path(request.url.path) else { return refuseScheme() }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        g_file_read_async(
            file, G_PRIORITY_DEFAULT, cancellable.pointer,
            { source, result, data in
                guard let transfer = Transfer.taken(from: data), let source else { return }
                transfer.didOpen(OpaquePointer(source), result)
            }, userData)
    }

    private func didOpen(_ file: OpaquePointer, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let opened = try GLibError.check { g_file_read_finish(file, result, $0) }
            guard let opened else { return refuseScheme() }
            // The length is not asked for: a file that grows or shrinks meanwhile is read to where it ends.
            send(.opened(nil, HostPolicy.Observation()))
            read(ObjectReference(taking: UnsafeMutableRawPointer(opened)), expected: nil)
        } catch {
            complete(failure(for: error))
        }
    }
}
