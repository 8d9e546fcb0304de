import GLibBridge
import PhotoCore
import Synchronization

/// Asks places for the tickets that the addresses of their pictures need: once for all pictures that wait for them.
///
/// On the network thread.
final class TicketRequests: Sendable {
    typealias Completion = @Sendable (Result<PictureTickets, FetchFailure>) -> Void

    private struct Waiting {
        let who: ObjectIdentifier
        let completion: Completion
    }
    private let places: LibraryPlaces
    private let thread: EventLoopThread
    /// Who waits for the tickets of a place that is asked, perhaps nobody.
    private let waiting = Mutex<[String: [Waiting]]>([:])
    /// How often everything was forgotten.
    private let age = Mutex(0)

    /// The head of the reply is what is wanted.
    static let mostBytes = 1 << 20

    init(_ places: LibraryPlaces, on thread: EventLoopThread) { (self.places, self.thread) = (places, thread) }

    /// Tickets that were asked for before are those of another person.
    func forgetAll() { age.withLock { $0 += 1 } }

    /// Asks `place`, whose tickets ``LibraryPlaces`` keeps, for `who`.
    func ask(
        _ place: LibraryPlace, for who: ObjectIdentifier, on session: SessionBox, timeoutSeconds: Int,
        completion: @escaping Completion
    ) {
        guard let url = place.tickets else { return completion(.failure(.cancelled)) }
        let key = url.absoluteString
        let isFirst = waiting.withLock { waiting in
            defer { waiting[key, default: []].append(Waiting(who: who, completion: completion)) }
            return waiting[key] == nil
        }
        if isFirst { send(WireRequest(url: url, limit: Self.mostBytes), to: place, on: session, timeoutSeconds) }
    }

    /// `who` does not wait any more. The place's answer is for the next.
    func leave(_ who: ObjectIdentifier) {
        waiting.withLock { waiting in
            for key in Array(waiting.keys) { waiting[key]?.removeAll { $0.who == who } }
        }
    }

    private func send(_ request: WireRequest, to place: LibraryPlace, on session: SessionBox, _ timeoutSeconds: Int) {
        let key = request.url.absoluteString
        let asked = age.withLock { $0 }
        let sent = TicketRequest(on: thread, session) { [self] result in
            let isOld = asked != age.withLock { $0 }
            if isOld, waiting.withLock({ $0[key]?.isEmpty == false }) {
                return send(request, to: place, on: session, timeoutSeconds)
            }
            if !isOld, case .success(let tickets) = result { places.set(tickets, of: place) }
            let waited = waiting.withLock { $0.removeValue(forKey: key) }
            for each in waited ?? [] { each.completion(result) }
        }
        sent.start(request, timeoutSeconds: timeoutSeconds)
    }
}

/// One request for the tickets of a place, which are in the head of its reply.
///
/// On the network thread.
private final class TicketRequest: Sendable {
    private struct State {
        var transfer: Transfer?
        var timer: ThreadTimer?
        var patience = TicketPatience()
        var answer: TicketRequests.Completion?
    }
    private let thread: EventLoopThread
    private let session: SessionBox
    private let state: Mutex<State>

    /// For the reply's body, which nobody needs: a new connection is almost always faster.
    private static let mostMilliseconds = 1000

    /// Calls `answer` once.
    init(on thread: EventLoopThread, _ session: SessionBox, answer: @escaping TicketRequests.Completion) {
        (self.thread, self.session) = (thread, session)
        state = Mutex(State(answer: answer))
    }

    func start(_ request: WireRequest, timeoutSeconds: Int) {
        session.begin()
        let transfer = Transfer(request, on: thread, timeoutSeconds: timeoutSeconds) { [self] in take($0) }
        state.withLock { $0.transfer = transfer }
        limitTime(host: request.url.host ?? "")
        transfer.start(on: session)
    }

    /// Each part of the request has limits of its own, but there may be many: redirects, and questions.
    private func limitTime(host: String) {
        let timer = thread.after(milliseconds: session.headSeconds * 1000) { [weak self] in self?.look(at: host) }
        state.withLock { $0.timer = timer }
    }

    private func look(at host: String) {
        let transfer = state.withLock { $0.transfer }
        let waitsForPerson = transfer?.waitsForPerson == true
        guard state.withLock({ $0.patience.isOver(waitsForPerson: waitsForPerson) }) else {
            return limitTime(host: host)
        }
        answer(.failure(.timedOut(host: host, seconds: session.headSeconds * TicketPatience.mostHeads)))
        transfer?.cancel()
    }

    private func take(_ event: WireEvent) {
        switch event {
        case .opened(let head, _):
            let timer = thread.after(milliseconds: Self.mostMilliseconds) { [weak self] in self?.cancel() }
            state.withLock { $0.timer = timer }
            answer(Self.result(head))
        case .ended(let end):
            answer(.failure(end.failure ?? .cancelled))
            session.end()
            state.withLock { $0 = State() }
        case .file, .bytes: break
        }
    }

    private func cancel() { state.withLock { $0.transfer }?.cancel() }

    private func answer(_ result: Result<PictureTickets, FetchFailure>) {
        state.withLock { $0.answer.take() }?(result)
    }

    private static func result(_ head: ReplyHead?) -> Result<PictureTickets, FetchFailure> {
        guard let head else { return .failure(.cancelled) }
        return (200..<300).contains(head.status) ? .success(PictureTickets(head.fields)) : .failure(head.refusal)
    }
}
