import GLibBridge
import PhotoCore
import Synchronization

/// The sessions at galleries that are being begun, each with those who wait for it. One for the whole program: the list
/// and the pictures of a gallery come on threads of their own. From any thread.
final class GalleryLoginsUnderWay: Sendable {
    /// Gets the answer, and the session of the program that has asked for it.
    typealias Completion = @Sendable (GalleryLogin.Answer, SessionBox) -> Void

    private struct Waiting {
        let place: LibraryPlace
        let credential: Credential
        var others: [Completion] = []
    }
    private let waiting = Mutex<[Waiting]>([])

    /// Whether nobody begins this session so far. Otherwise `completion` is called when it has begun, or has failed, on
    /// the thread of the first.
    func begins(_ credential: Credential, at place: LibraryPlace, else completion: @escaping Completion) -> Bool {
        waiting.withLock { waiting in
            if let index = waiting.firstIndex(where: { $0.place == place && $0.credential == credential }) {
                waiting[index].others.append(completion)
                return false
            }
            waiting.append(Waiting(place: place, credential: credential))
            return true
        }
    }

    /// It has begun, or has failed; returns those who wait besides the first.
    func ends(_ credential: Credential, at place: LibraryPlace) -> [Completion] {
        waiting.withLock { waiting in
            waiting.firstIndex { $0.place == place && $0.credential == credential }
                .map { waiting.remove(at: $0).others } ?? []
        }
    }
}

/// Begins sessions at galleries: one for all requests that wait for the same.
///
/// On the network thread.
final class GalleryLogins: Sendable {
    typealias Completion = @Sendable (GalleryLogin.Answer) -> Void

    private let thread: EventLoopThread
    private let underWay: GalleryLoginsUnderWay

    /// On `thread`; other threads may have some `underWay`.
    init(on thread: EventLoopThread, beside underWay: GalleryLoginsUnderWay) {
        (self.thread, self.underWay) = (thread, underWay)
    }

    /// Signs in to `place`; calls `completion` once.
    func logIn(
        _ credential: Credential, at place: LibraryPlace, on session: SessionBox, timeoutSeconds: Int,
        completion: @escaping Completion
    ) {
        guard let url = GalleryLogin.address(at: place.address) else { return completion(.failed(.cancelled)) }
        let isFirst = underWay.begins(credential, at: place) { [self] answer, other in
            thread.perform {
                // Photos that hang hold up no list: it asks by itself. Those of one session have the same connections.
                guard case .failed = answer, other !== session else { return completion(answer) }
                self.logIn(credential, at: place, on: session, timeoutSeconds: timeoutSeconds, completion: completion)
            }
        }
        guard isFirst else { return }
        let request = AwaitedRequest(.headAndBody, on: thread, session) { [self] result in
            let answer = Self.answer(result)
            // First: who comes after the end finds the new session.
            completion(answer)
            for each in underWay.ends(credential, at: place) { each(answer, session) }
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
