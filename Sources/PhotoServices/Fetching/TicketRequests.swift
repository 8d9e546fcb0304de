import GLibBridge
import PhotoCore
import Synchronization

/// Asks places for the tickets that the addresses of their pictures need: once for all pictures that wait for them.
///
/// On the network thread.
final class TicketRequests: Sendable {
    typealias Completion = @Sendable (Result<PictureTickets, FetchFailure>) -> Void

    private let places: LibraryPlaces
    private let thread: EventLoopThread
    /// Who waits for the tickets of a place.
    private let waiting = Mutex<[String: [Completion]]>([:])
    /// How often everything was forgotten.
    private let age = Mutex(0)

    /// The head of the reply is what is wanted.
    private static let mostBytes = 1 << 20

    init(_ places: LibraryPlaces, on thread: EventLoopThread) { (self.places, self.thread) = (places, thread) }

    /// Tickets that were asked for before are those of another person.
    func forgetAll() { age.withLock { $0 += 1 } }

    /// Asks `place`, whose tickets ``LibraryPlaces`` keeps.
    func ask(
        _ place: LibraryPlace, on session: SessionBox, timeoutSeconds: Int, completion: @escaping Completion
    ) {
        guard let url = place.tickets else { return completion(.failure(.cancelled)) }
        let key = url.absoluteString
        let isFirst = waiting.withLock { waiting in
            waiting[key, default: []].append(completion)
            return waiting[key]?.count == 1
        }
        if isFirst { send(WireRequest(url: url, limit: Self.mostBytes), to: place, on: session, timeoutSeconds) }
    }

    private func send(_ request: WireRequest, to place: LibraryPlace, on session: SessionBox, _ timeoutSeconds: Int) {
        session.begin()
        let reply = Mutex<ReplyHead?>(nil)
        let asked = age.withLock { $0 }
        let transfer = Transfer(request, on: thread, timeoutSeconds: timeoutSeconds) { [self] event in
            switch event {
            case .opened(let head, _): reply.withLock { $0 = head }
            case .ended(let end):
                defer { session.end() }
                guard asked == age.withLock({ $0 }) else {
                    return send(request, to: place, on: session, timeoutSeconds)
                }
                let result = Self.result(reply.withLock { $0 }, end)
                if case .success(let tickets) = result { places.set(tickets, of: place) }
                let waited = waiting.withLock { $0.removeValue(forKey: request.url.absoluteString) }
                for each in waited ?? [] { each(result) }
            case .file, .bytes: break
            }
        }
        transfer.start(on: session)
    }

    private static func result(_ head: ReplyHead?, _ end: BodyEnd) -> Result<PictureTickets, FetchFailure> {
        if let failure = end.failure { return .failure(failure) }
        guard let head else { return .failure(.cancelled) }
        return (200..<300).contains(head.status) ? .success(PictureTickets(head.fields)) : .failure(head.refusal)
    }
}
