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
        let sent = AwaitedRequest(.head, on: thread, session) { [self] reply in
            let result = reply.map { PictureTickets($0.head.fields) }
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
