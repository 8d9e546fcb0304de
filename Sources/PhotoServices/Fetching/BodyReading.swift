import CGLib
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Reads a body to its end, from any kind of stream. On the network thread.
final class BodyReading: Sendable {
    /// 64 KiB: one read per wake-up; larger ones gain nothing measurable on loopback.
    private static let chunkByteCount: gsize = 65536

    private struct State {
        /// Bytes of the body so far, after content decoding.
        var received = 0
        var pace = BodyPace()
        var paceTimer: ThreadTimer?
        /// Until it has ended. libsoup's stream must be released on the network thread.
        var body: ReplyBody?
        /// Until it has ended.
        var receive: (@Sendable (Transfer.Step) -> Void)?
    }
    private let request: WireRequest
    private let host: String?
    private let thread: EventLoopThread
    private let cancellable: Cancellable
    private let state: Mutex<State>

    /// Reads `body`, the reply of `host` to `request` or a file's, until `cancellable` ends it.
    init(
        _ body: ReplyBody, of request: WireRequest, from host: String?, on thread: EventLoopThread,
        cancellable: Cancellable, receive: @escaping @Sendable (Transfer.Step) -> Void
    ) {
        self.request = request
        self.host = host
        self.thread = thread
        self.cancellable = cancellable
        state = Mutex(State(body: body, receive: receive))
    }

    /// Nil once it has stopped.
    var body: ReplyBody? { state.withLock { $0.body } }

    var received: Int { state.withLock { $0.received } }

    func start() {
        if let expected = body?.expected, expected > request.limit { return fail(.tooLarge(limit: request.limit)) }
        // While this side pauses, the server cannot send.
        if request.isPaced, let host { watchPace(of: host) }
        goOn()
    }

    /// Tells nothing more.
    func stop() {
        state.withLock { state in
            state.receive = nil
            state.body = nil
            state.paceTimer = nil
        }
        request.flow?.ended(self)
    }

    private func tell(_ step: Transfer.Step) { state.withLock { $0.receive }?(step) }

    private func fail(_ failure: FetchFailure) {
        tell(.ended(BodyEnd(failure: failure, soundByteCount: body?.soundByteCount)))
    }

    private func goOn() {
        guard let body else { return }
        do throws(FetchFailure) {
            if let piece = try body.next() { return give(piece, of: body) }
        } catch {
            return fail(error)
        }
        if body.isOver { return tell(.ended(body.end(given: received))) }
        tell(.waits)
        g_input_stream_read_bytes_async(
            body.source.typed(), Self.chunkByteCount, G_PRIORITY_DEFAULT, cancellable.pointer,
            { source, result, data in
                guard let data, let source else { return }
                let reading = Unmanaged<BodyReading>.fromOpaque(data).takeRetainedValue()
                reading.didRead(source.withMemoryRebound(to: GInputStream.self, capacity: 1) { $0 }, result)
            }, Unmanaged.passRetained(self).toOpaque())
    }

    private func didRead(_ stream: UnsafeMutablePointer<GInputStream>, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let bytes = try GLibError.check { g_input_stream_read_bytes_finish(stream, result, $0) }
            defer { g_bytes_unref(bytes) }
            guard let body else { return }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            guard let start, count > 0 else { return tell(.ended(body.end(given: received))) }
            body.take(Data(bytes: start, count: Int(count)))
            goOn()
        } catch {
            tell(.broken(error))
        }
    }

    private func give(_ piece: Data, of body: ReplyBody) {
        let received = state.withLock { state in
            state.received += piece.count
            return state.received
        }
        if received > request.limit { return fail(.tooLarge(limit: request.limit)) }
        tell(.event(.bytes(piece)))
        // The receiver may have stopped it.
        guard self.body != nil else { return }
        // In its own turn: the output of a few compressed bytes must not block other requests.
        let goOn: @Sendable () -> Void = { [thread] in thread.perform { self.goOn() } }
        if let flow = request.flow {
            flow.given(piece.count, by: self, goOn: goOn)
        } else if body.hasMore {
            goOn()
        } else {
            self.goOn()
        }
    }

    private func watchPace(of host: String) {
        let timer = thread.after(milliseconds: BodyPace.seconds * 1000) { [weak self] in
            guard let self else { return }
            let isTooSlow = state.withLock { $0.pace.isTooSlow(received: $0.received) }
            guard isTooSlow, request.flow?.isHolding != true else { return watchPace(of: host) }
            fail(.tooSlow(host: host, seconds: BodyPace.seconds))
        }
        state.withLock { $0.paceTimer = timer }
    }
}
