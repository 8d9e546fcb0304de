import GLibBridge
import PhotoCore
import Synchronization

/// One request: opened as HTTP or as a file, then read to its end. Everything except `cancel` runs on the network
/// thread.
final class Transfer: FetchTask {
    /// Events of its parts, which open and read.
    enum Step: Sendable {
        /// Told as it is.
        case event(WireEvent)
        /// An open body, to be read next.
        case body(ReplyBody)
        /// The body waits for bytes.
        case waits
        /// Whether a login is being requested.
        case asking(Bool)
        /// A library gave up.
        case broken(GLibError)
        /// The end, or the program's own reason for it.
        case ended(BodyEnd)

        static func failed(_ failure: FetchFailure?) -> Step { .ended(BodyEnd(failure: failure, soundByteCount: nil)) }
    }
    private struct State {
        /// Opens an http or https address.
        var exchange: HTTPExchange?
        var reading: BodyReading?
        var isAsking = false
        var receive: (@Sendable (WireEvent) -> Void)?
    }
    private let state: Mutex<State>
    private let request: WireRequest
    private let cancellable = Cancellable()
    private let timeoutSeconds: Int
    private let thread: EventLoopThread

    init(
        _ request: WireRequest, on thread: EventLoopThread, timeoutSeconds: Int,
        receive: @escaping @Sendable (WireEvent) -> Void
    ) {
        self.request = request
        self.thread = thread
        self.timeoutSeconds = timeoutSeconds
        state = Mutex(State(receive: receive))
    }

    /// Whether it waits for a person, or for the keyring, which a person may have to unlock.
    var waitsForPerson: Bool { state.withLock { $0.isAsking } }

    func start(on session: SessionBox) {
        guard !cancellable.isCancelled else { return complete(.cancelled) }
        switch request.url.scheme?.lowercased() {
        case "http", "https":
            let exchange = HTTPExchange(
                request, on: thread, session, cancellable, timeoutSeconds: timeoutSeconds
            ) { self.take($0) }
            guard let exchange else { return complete(.noWebAddress(request.url.absoluteString)) }
            state.withLock { $0.exchange = exchange }
            exchange.start()
        case "file": FileOpening(request.url, cancellable) { self.take($0) }.start()
        default: complete(.unknownScheme(of: request.url))
        }
    }

    func cancel() {
        // On the network thread: libsoup acts on a cancellation in the cancelling thread. Over HTTP/2, where the
        // connection stays, version 3.2 resets an unanswered request only when more bytes arrive.
        thread.perform {
            self.cancellable.cancel()
            self.state.withLock { $0.exchange }?.cut()
            // Not every call reacts to its cancellable: opening a file on a dead mount does not. Nobody waits for it.
            self.complete(.cancelled)
        }
    }

    private func take(_ step: Step) {
        switch step {
        case .event(let event):
            if case .bytes(let bytes) = event { hop?.bodyGrows(by: bytes.count) }
            state.withLock { $0.receive }?(event)
        case .body(let body): read(body)
        case .waits: hop?.bodyWaits(flow: request.flow) { [weak self] in self?.connectionIsLost() }
        case .asking(let isAsking): state.withLock { $0.isAsking = isAsking }
        case .broken(let error):
            let (exchange, reading) = state.withLock { ($0.exchange, $0.reading) }
            complete(
                exchange?.hop?.failure
                    ?? .meaning(
                        of: error, for: request.url, reply: exchange?.hop.map { SoupReply($0) },
                        progress: (reading?.received ?? 0, reading?.body?.expected), timeoutSeconds: timeoutSeconds))
        case .ended(let end):
            // A connection that the program has closed proves nothing of its body's end.
            if let failure = hop?.failure { complete(failure) } else { complete(end) }
        }
    }

    private func connectionIsLost() {
        let (hop, reading) = state.withLock { ($0.exchange?.hop, $0.reading) }
        complete(hop?.failure ?? .cutShort(received: reading?.received ?? 0, expected: reading?.body?.expected))
    }

    private var hop: Hop? { state.withLock { $0.exchange }?.hop }

    private func read(_ body: ReplyBody) {
        let hop = hop
        let reading = BodyReading(
            body, of: request, from: hop.flatMap { SoupReply($0).host }, on: thread,
            cancellable: hop?.cancellable ?? cancellable
        ) { self.take($0) }
        state.withLock { $0.reading = reading }
        reading.start()
    }

    private func complete(_ failure: FetchFailure?) {
        let soundByteCount = state.withLock { $0.reading }?.body?.soundByteCount
        complete(BodyEnd(failure: failure, soundByteCount: soundByteCount))
    }

    /// Ends the transfer; only the first call counts. Closes what is still open.
    private func complete(_ end: BodyEnd) {
        let end =
            cancellable.isCancelled ? BodyEnd(failure: .cancelled, soundByteCount: end.soundByteCount) : end
        let last = state.withLock { state in
            defer { state = State() }
            return state
        }
        let isLetGo = last.reading?.body?.isLetGo != false
        last.reading?.stop()
        // An unread reply could keep its connection, and its server sending.
        if end.failure != nil { cancellable.cancel() }
        if end.failure != nil || !isLetGo { last.exchange?.cut() }
        last.receive?(.ended(end))
    }
}
