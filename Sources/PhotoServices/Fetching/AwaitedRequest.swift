import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// One short request that other requests wait for, such as one that signs in: its whole time is limited.
///
/// On the network thread.
final class AwaitedRequest: Sendable {
    /// Which part of the reply is wanted.
    enum Part {
        case head
        case headAndBody
        /// The same, also of a refusal.
        case answer
    }
    /// A reply; no refusal, unless an answer is wanted.
    struct Reply: Sendable {
        let head: ReplyHead
        /// Empty if only the head is wanted.
        let body: Data
    }
    typealias Completion = @Sendable (Result<Reply, FetchFailure>) -> Void

    private struct State {
        var transfer: Transfer?
        var timer: ThreadTimer?
        var patience = TicketPatience()
        var head: ReplyHead?
        var body = Data()
        var completion: Completion?
    }
    private let part: Part
    private let thread: EventLoopThread
    private let session: SessionBox
    private let state: Mutex<State>

    /// For a body that nobody needs: a new connection is almost always faster.
    private static let mostMilliseconds = 1000

    /// Calls `completion` once.
    init(_ part: Part, on thread: EventLoopThread, _ session: SessionBox, completion: @escaping Completion) {
        (self.part, self.thread, self.session) = (part, thread, session)
        state = Mutex(State(completion: completion))
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
        complete(.failure(.timedOut(host: host, seconds: session.headSeconds * TicketPatience.mostHeads)))
        transfer?.cancel()
    }

    private func take(_ event: WireEvent) {
        switch event {
        case .opened(let head, _):
            state.withLock { $0.head = head }
            guard part == .head else { return }
            let timer = thread.after(milliseconds: Self.mostMilliseconds) { [weak self] in self?.cancel() }
            state.withLock { $0.timer = timer }
            complete(reply(failure: nil))
        case .bytes(let bytes):
            if part != .head { state.withLock { $0.body += bytes } }
        case .ended(let end):
            complete(reply(failure: end.failure))
            session.end()
            state.withLock { $0 = State() }
        case .file: break
        }
    }

    private func cancel() { state.withLock { $0.transfer }?.cancel() }

    private func reply(failure: FetchFailure?) -> Result<Reply, FetchFailure> {
        if let failure { return .failure(failure) }
        let (head, body) = state.withLock { ($0.head, $0.body) }
        guard let head else { return .failure(.cancelled) }
        return (200..<300).contains(head.status) || part == .answer
            ? .success(Reply(head: head, body: body)) : .failure(head.refusal)
    }

    private func complete(_ result: Result<Reply, FetchFailure>) {
        state.withLock { $0.completion.take() }?(result)
    }
}
