import CSoup
import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// One request: opened as HTTP or as a file, then read to its end. All but `cancel` runs on the network thread.
final class Transfer: FetchTask {
    /// 64 KiB: a read a wake-up; larger ones gain nothing measurable on loopback.
    private static let chunkByteCount: gsize = 65536

    struct State {
        /// The message under way.
        var hop: Hop?
        var redirects = 0
        /// Whether a server has said that it is not the right one.
        var wasMisdirected = false
        /// Whether a name and a password are being asked for. Nothing is under way then.
        var isAsking = false
        var body: ReplyBody?
        /// What ends the reading of `body`.
        var reading: Cancellable?
        /// Bytes of the body so far, free of any content encoding.
        var received = 0
        var pace = BodyPace()
        var paceTimer: ThreadTimer?
        /// Seconds since 1970.
        var sentAt = 0.0
        var sentTo: String?
        var receive: (@Sendable (WireEvent) -> Void)?
    }
    let state: Mutex<State>
    let request: WireRequest
    let cancellable = Cancellable()
    let timeoutSeconds: Int
    let thread: EventLoopThread

    init(
        _ request: WireRequest, on thread: EventLoopThread, timeoutSeconds: Int,
        receive: @escaping @Sendable (WireEvent) -> Void
    ) {
        self.request = request
        self.thread = thread
        self.timeoutSeconds = timeoutSeconds
        state = Mutex(State(receive: receive))
    }

    /// Whether it waits for a person, or for the keyring, which a person may first have to unlock.
    var waitsForPerson: Bool { state.withLock { $0.isAsking } }

    func cancel() {
        // On the network thread: libsoup acts on the cancellation in whatever thread makes it. Over HTTP/2, where the
        // connection stays, version 3.2 resets a request without an answer only when the next bytes come over it.
        thread.perform {
            self.cancellable.cancel()
            self.state.withLock { $0.hop }?.cut()
            // Not every call heeds its cancellable: opening a file on a mount that is gone does not. Nobody waits for
            // it.
            self.complete(.cancelled)
        }
    }

    /// Ends the transfer; the first call counts. What is still open is closed.
    func complete(_ failure: FetchFailure?) {
        complete(BodyEnd(failure: failure, soundByteCount: state.withLock { $0.body }?.soundByteCount))
    }

    private func complete(_ end: BodyEnd) {
        let end =
            cancellable.isCancelled ? BodyEnd(failure: .cancelled, soundByteCount: end.soundByteCount) : end
        let (receive, hop, body) = state.withLock { state in
            defer {
                state.receive = nil
                state.body = nil
                state.reading = nil
                state.paceTimer = nil
                state.hop = nil
            }
            return (state.receive, state.hop, state.body)
        }
        // A reply that is merely let go unread may keep its connection, and its server sending.
        if end.failure != nil { cancellable.cancel() }
        if end.failure != nil || body?.isLetGo == false { hop?.cut() }
        receive?(.ended(end))
    }

    func send(_ event: WireEvent) {
        state.withLock { $0.receive }?(event)
    }

    func refuseScheme() {
        complete(.other(reason: "“\(request.url.scheme ?? "")” addresses cannot be opened."))
    }

    /// What async calls carry as their user data: balanced by `taken(from:)` in their callbacks.
    var userData: gpointer { Unmanaged.passRetained(self).toOpaque() }

    static func taken(from data: gpointer?) -> Transfer? {
        data.map { Unmanaged<Transfer>.fromOpaque($0).takeRetainedValue() }
    }

    // MARK: - Reading to the end, from whatever kind of stream

    func read(_ body: ReplyBody, cancellable: Cancellable) {
        if let expected = body.expected, expected > request.limit { return complete(.tooLarge(limit: request.limit)) }
        state.withLock { state in
            state.body = body
            state.reading = cancellable
        }
        goOn()
    }

    private func goOn() {
        let (body, reading) = state.withLock { ($0.body, $0.reading) }
        guard let body, let reading else { return }
        do throws(FetchFailure) {
            if let piece = try body.next() { return give(piece, of: body) }
        } catch {
            return complete(error)
        }
        if body.isOver { return complete(body.end(given: state.withLock { $0.received })) }
        g_input_stream_read_bytes_async(
            body.source.typed(), Self.chunkByteCount, G_PRIORITY_DEFAULT, reading.pointer,
            { source, result, data in
                guard let transfer = Transfer.taken(from: data), let source else { return }
                transfer.didRead(source.withMemoryRebound(to: GInputStream.self, capacity: 1) { $0 }, result)
            }, userData)
    }

    private func didRead(_ stream: UnsafeMutablePointer<GInputStream>, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let bytes = try GLibError.check { g_input_stream_read_bytes_finish(stream, result, $0) }
            defer { g_bytes_unref(bytes) }
            guard let body = state.withLock({ $0.body }) else { return }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            guard let start, count > 0 else { return complete(body.end(given: state.withLock { $0.received })) }
            body.take(Data(bytes: start, count: Int(count)))
            goOn()
        } catch {
            complete(failure(for: error))
        }
    }

    private func give(_ piece: Data, of body: ReplyBody) {
        let received = state.withLock { state in
            state.received += piece.count
            return state.received
        }
        if received > request.limit { return complete(.tooLarge(limit: request.limit)) }
        send(.bytes(piece))
        // What a few packed bytes make keeps no other request waiting.
        let goOn: @Sendable () -> Void = { [thread] in thread.perform { self.goOn() } }
        if let flow = request.flow {
            flow.given(piece.count, goOn: goOn)
        } else if body.hasMore {
            goOn()
        } else {
            self.goOn()
        }
    }
}
