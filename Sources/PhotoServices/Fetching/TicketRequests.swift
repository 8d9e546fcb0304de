import GLibBridge
import PhotoCore
import Synchronization

/// Asks places for the tickets that the addresses of their pictures need: once for all pictures that wait for them.
///
/// On the network thread.
final class TicketRequests: Sendable {
    private let places: LibraryPlaces
    private let thread: EventLoopThread
    /// Who waits for the tickets of a place.
    private let waiting = Mutex<[String: [@Sendable (FetchFailure?) -> Void]]>([:])

    /// The head of the reply is what is wanted.
    private static let mostBytes = 1 << 20

    init(_ places: LibraryPlaces, on thread: EventLoopThread) { (self.places, self.thread) = (places, thread) }

    /// Asks `place`; calls `completion` with why there are no tickets; with nil when ``LibraryPlaces`` has them.
    func ask(
        _ place: LibraryPlace, on session: SessionBox, timeoutSeconds: Int,
        completion: @escaping @Sendable (FetchFailure?) -> Void
    ) {
        guard let url = place.tickets else { return completion(.cancelled) }
        let key = url.absoluteString
        let isFirst = waiting.withLock { waiting in
            waiting[key, default: []].append(completion)
            return waiting[key]?.count == 1
        }
        guard isFirst else { return }
        session.begin()
        let reply = Mutex<ReplyHead?>(nil)
        let transfer = Transfer(
            WireRequest(url: url, limit: Self.mostBytes), on: thread, timeoutSeconds: timeoutSeconds
        ) { [self] event in
            switch event {
            case .opened(let head, _): reply.withLock { $0 = head }
            case .ended(let end):
                session.end()
                let head = reply.withLock { $0 }
                let failure = end.failure ?? head.flatMap { (200..<300).contains($0.status) ? nil : $0.refusal }
                if failure == nil, let head { places.set(PictureTickets(head.fields), of: place) }
                for each in waiting.withLock({ $0.removeValue(forKey: key) }) ?? [] { each(failure) }
            case .file, .bytes: break
            }
        }
        transfer.start(on: session)
    }
}
