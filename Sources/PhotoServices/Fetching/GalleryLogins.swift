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
        let request = AwaitedRequest(.headAndBody, on: thread, session) { [self] result in
            let completions = waiting.withLock { waiting -> [Completion] in
                guard let index = waiting.firstIndex(where: { $0.place == place && $0.credential == credential }) else {
                    return []
                }
                return waiting.remove(at: index).completions
            }
            let answer = Self.answer(result)
            for each in completions { each(answer) }
        }
        let form = WireRequest(url: url, limit: GalleryLogin.mostBytes, method: GalleryLogin.form(credential))
        request.start(form, timeoutSeconds: timeoutSeconds)
    }

    private static func answer(_ result: Result<AwaitedRequest.Reply, FetchFailure>) -> GalleryLogin.Answer {
        switch result {
        case .success(let reply): GalleryLogin.answer(reply.body, reply.head.fields)
        case .failure(let failure): .failed(failure)
        }
    }
}
