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
        var stream: ObjectReference?
        /// What ends the reading of `stream`.
        var reading: Cancellable?
        var received = 0
        var pace = BodyPace()
        var paceTimer: ThreadTimer?
        var expected: Int?
        /// Whether the body's bytes are what the server counted: not so under a content encoding.
        var isEncoded = false
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
            // Not every call heeds its cancellable: opening a file on a mount that is gone does not. Nobody waits for it.
            self.complete(.cancelled)
        }
    }

    /// Ends the transfer; the first call counts. What is still open is closed.
    func complete(_ failure: FetchFailure?) {
        let failure = cancellable.isCancelled ? .cancelled : failure
        // A reply that is merely let go unread may keep its connection, and its server sending.
        if failure != nil { cancellable.cancel() }
        let (receive, hop) = state.withLock { state in
            defer {
                state.receive = nil
                state.stream = nil
                state.reading = nil
                state.paceTimer = nil
                state.hop = nil
            }
            return (state.receive, state.hop)
        }
        if failure != nil { hop?.cut() }
        receive?(.ended(failure))
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

    func read(_ stream: ObjectReference, expected: Int?, cancellable: Cancellable) {
        if let expected, expected > request.limit { return complete(.tooLarge(limit: request.limit)) }
        state.withLock { state in
            state.stream = stream
            state.reading = cancellable
            state.expected = expected
        }
        readNext()
    }

    private func readNext() {
        let (stream, reading) = state.withLock { ($0.stream, $0.reading) }
        guard let stream, let reading else { return }
        g_input_stream_read_bytes_async(
            stream.typed(), Self.chunkByteCount, G_PRIORITY_DEFAULT, reading.pointer,
            { source, result, data in
                guard let transfer = Transfer.taken(from: data), let source else { return }
                transfer.didRead(source.withMemoryRebound(to: GInputStream.self, capacity: 1) { $0 }, result)
            }, userData)
    }

    private func didRead(_ stream: UnsafeMutablePointer<GInputStream>, _ result: OpaquePointer?) {
        do throws(GLibError) {
            let bytes = try GLibError.check { g_input_stream_read_bytes_finish(stream, result, $0) }
            defer { g_bytes_unref(bytes) }
            var count: gsize = 0
            let start = g_bytes_get_data(bytes, &count)
            guard let start, count > 0 else { return complete(state.withLock { Self.shortfall($0) }) }
            let received = state.withLock { state in
                state.received += Int(count)
                return state.received
            }
            if received > request.limit { return complete(.tooLarge(limit: request.limit)) }
            send(.bytes(Data(bytes: start, count: Int(count))))
            guard let flow = request.flow else { return readNext() }
            flow.given(Int(count)) { [thread] in thread.perform { self.readNext() } }
        } catch {
            complete(failure(for: error))
        }
    }

    /// Whether fewer bytes came than the server had announced: libsoup reports no error for a reply that ends early under
    /// "Connection: close". A chunked reply announces nothing: what is cut short
    /// between its chunks shows in the content alone, which decoder and catalogue reader look at.
    private static func shortfall(_ state: State) -> FetchFailure? {
        guard let expected = state.expected else { return nil }
        var received = state.received
        if state.isEncoded, let message = state.hop?.message.opaque {
            received = Int(soup_message_metrics_get_response_body_bytes_received(soup_message_get_metrics(message)))
        }
        return received < expected ? .cutShort(received: received, expected: expected) : nil
    }
}
