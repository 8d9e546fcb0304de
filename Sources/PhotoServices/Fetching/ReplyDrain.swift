import CGLib
import Foundation
import GLibBridge
import Synchronization

/// Reads the rest of an unwanted reply, a redirect's or a challenge's, so that its connection can serve the next
/// request; or closes it, if that would take longer than a new connection.
///
/// On the network thread.
final class ReplyDrain: Sendable {
    /// 64 KiB: more than any redirect or login page, and little compared with a picture.
    static let mostBytes = 65536
    /// A second: a new connection is almost always faster.
    private static let mostMilliseconds = 1000
    private static let chunkByteCount: gsize = 8192

    private struct State {
        var bytes = Data()
        var stream: ObjectReference?
        var timer: ThreadTimer?
        var done: (@Sendable (Data) -> Void)?
    }
    private let hop: Hop
    private let state: Mutex<State>

    /// Reads `stream`, the body of the hop's reply; calls `done` once, when the connection is free or closed, with what
    /// was read. `length` is the reply's stated length.
    static func read(
        _ stream: ObjectReference, of hop: Hop, length: Int?, on thread: EventLoopThread,
        done: @escaping @Sendable (Data) -> Void
    ) {
        let drain = ReplyDrain(stream, of: hop, done)
        if let length, length > mostBytes { return drain.end(cutting: true) }
        let timer = thread.after(milliseconds: mostMilliseconds) { [weak drain] in drain?.end(cutting: true) }
        drain.state.withLock { $0.timer = timer }
        drain.readNext()
    }

    private init(_ stream: ObjectReference, of hop: Hop, _ done: @escaping @Sendable (Data) -> Void) {
        self.hop = hop
        state = Mutex(State(stream: stream, done: done))
    }

    private func readNext() {
        guard let stream = state.withLock({ $0.stream }) else { return }
        g_input_stream_read_bytes_async(
            stream.typed(), Self.chunkByteCount, G_PRIORITY_DEFAULT, hop.cancellable.pointer,
            { source, result, data in
                guard let data, let source else { return }
                let drain = Unmanaged<ReplyDrain>.fromOpaque(data).takeRetainedValue()
                drain.didRead(source.withMemoryRebound(to: GInputStream.self, capacity: 1) { $0 }, result)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func didRead(_ stream: UnsafeMutablePointer<GInputStream>, _ result: OpaquePointer?) {
        guard let bytes = g_input_stream_read_bytes_finish(stream, result, nil) else { return end(cutting: true) }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let start = g_bytes_get_data(bytes, &count), count > 0 else { return end(cutting: false) }
        let isTooLong = state.withLock { state in
            state.bytes.append(start.assumingMemoryBound(to: UInt8.self), count: Int(count))
            return state.bytes.count > Self.mostBytes
        }
        if isTooLong { end(cutting: true) } else { readNext() }
    }

    private func end(cutting: Bool) {
        if cutting { hop.cut() }
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        last.done?(last.bytes)
    }
}
