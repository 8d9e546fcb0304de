import CSoup
import Foundation
import GLibBridge

/// Reports when the peer closes a socket that nobody reads.
///
/// A client that closes only its sending side counts as gone too: without writing, both look the same.
final class SocketWatch: Sendable {
    // nonisolated(unsafe): never written after init; destroying a GSource is allowed on any thread.
    nonisolated(unsafe) private let source: UnsafeMutablePointer<GSource>?

    /// Watches from the calling thread's context, and calls `onClose` there, once.
    init(_ socket: UnsafeMutablePointer<GSocket>?, onClose: @escaping () -> Void) {
        source = socket.flatMap { g_socket_create_source($0, GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue), nil) }
        guard let source else { return }
        let callback: GSocketSourceFunc = { socket, _, data in
            guard let socket, let data else { return 0 }
            var byte: UInt8 = 0
            let got = recv(g_socket_get_fd(socket), &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            // A pipelined request: the client is still there.
            if got > 0 { return 0 }
            if got < 0, errno == EAGAIN || errno == EINTR { return 1 }
            Boxed<() -> Void>.value(in: data)()
            return 0
        }
        g_source_set_callback(
            source, unsafeBitCast(callback, to: GSourceFunc.self), Boxed(onClose).data, releaseObject)
        g_source_attach(source, g_main_context_get_thread_default())
    }

    /// Stops; may be called repeatedly, and from `onClose`.
    func stop() {
        if let source { g_source_destroy(source) }
    }

    deinit {
        guard let source else { return }
        g_source_destroy(source)
        g_source_unref(source)
    }
}
