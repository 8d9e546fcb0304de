import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Begins sessions at galleries: one for all requests that wait for the same.
///
/// On the network thread.
final class GalleryLogins: Sendable {
    typealias Completion = @Sendable (GalleryLogin.Answer) -> Void

    private struct Waiting {
        let place: LibraryPlace
        let credential: Credential
        var completions: [Completion]
    }
    private let thread: EventLoopThread
    private let waiting = Mutex<[Waiting]>([])

    init(on thread: EventLoopThread) { self.thread = thread }

    /// Signs in to `place`; calls `completion` once.
    func logIn(
        _ credential: Credential, at place: LibraryPlace, on session: SessionBox, timeoutSeconds: Int,
        completion: @escaping Completion
    ) {
        guard let url = GalleryLogin.address(at: place.address) else { return completion(.failed(.cancelled)) }
        let isFirst = waiting.withLock { waiting in
            if let index = waiting.firstIndex(where: { $0.place == place && $0.credential == credential }) {
                waiting[index].completions.append(completion)
                return false
            }
            waiting.append(Waiting(place: place, credential: credential, completions: [completion]))
            return true
        }
        guard isFirst else { return }
        let request = GalleryLoginRequest(on: thread, session) { [self] answer in
            let completions = waiting.withLock { waiting -> [Completion] in
                guard let index = waiting.firstIndex(where: { $0.place == place && $0.credential == credential }) else {
                    return []
                }
                return waiting.remove(at: index).completions
            }
            for each in completions { each(answer) }
        }
        let form = WireRequest(url: url, limit: GalleryLogin.mostBytes, method: GalleryLogin.form(credential))
        request.start(form, timeoutSeconds: timeoutSeconds)
    }
}

/// One request that signs in.
///
/// On the network thread.
private final class GalleryLoginRequest: Sendable {
    private struct State {
        var transfer: Transfer?
        var timer: ThreadTimer?
        var patience = TicketPatience()
        var head: ReplyHead?
        var body = Data()
        var answer: GalleryLogins.Completion?
    }
    private let thread: EventLoopThread
    private let session: SessionBox
    private let state: Mutex<State>

    /// Calls `answer` once.
    init(on thread: EventLoopThread, _ session: SessionBox, answer: @escaping GalleryLogins.Completion) {
        self.thread = thread
        self.session = session
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
        answer(.failed(.timedOut(host: host, seconds: session.headSeconds * TicketPatience.mostHeads)))
        transfer?.cancel()
    }

    private func take(_ event: WireEvent) {
        switch event {
        case .opened(let head, _): state.withLock { $0.head = head }
        case .bytes(let bytes): state.withLock { $0.body += bytes }
        case .ended(let end):
            let (head, body) = state.withLock { ($0.head, $0.body) }
            answer(Self.answer(head, body, end.failure))
            session.end()
            state.withLock { $0 = State() }
        case .file: break
        }
    }

    private static func answer(_ head: ReplyHead?, _ body: Data, _ failure: FetchFailure?) -> GalleryLogin.Answer {
        if let failure { return .failed(failure) }
        guard let head else { return .failed(.cancelled) }
        return (200..<300).contains(head.status) ? GalleryLogin.answer(body, head.fields) : .failed(head.refusal)
    }

    private func answer(_ answer: GalleryLogin.Answer) {
        state.withLock { $0.answer.take() }?(answer)
    }
}
