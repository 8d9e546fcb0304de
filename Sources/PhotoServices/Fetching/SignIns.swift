import GLibBridge
import PhotoCore
import Synchronization

/// What a server says to a name and a password.
protocol SignInAnswer: Sendable {
    /// Whether nothing was learned about them.
    var isFailure: Bool { get }
}

/// The sessions at places that are being begun, each with those who wait for it. One for the whole program: the list
/// and the pictures of a place come on threads of their own. From any thread.
final class SignInsUnderWay<Answer: SignInAnswer>: Sendable {
    /// Gets the answer, and the session of the program that has asked for it.
    typealias Completion = @Sendable (Answer, SessionBox) -> Void

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

/// Begins sessions at places: one for all requests that wait for the same.
///
/// On the network thread.
final class SignIns<Answer: SignInAnswer>: Sendable {
    typealias Completion = @Sendable (Answer) -> Void

    /// How a name and a password are sent, and what the replies mean.
    struct Form: Sendable {
        let part: AwaitedRequest.Part
        /// Nil where a place has no address for it.
        let request: @Sendable (Credential, LibraryPlace) -> WireRequest?
        let answer: @Sendable (Result<AwaitedRequest.Reply, FetchFailure>) -> Answer
    }
    private let form: Form
    private let thread: EventLoopThread
    private let underWay: SignInsUnderWay<Answer>

    /// On `thread`; other threads may have some `underWay`.
    init(_ form: Form, on thread: EventLoopThread, beside underWay: SignInsUnderWay<Answer>) {
        (self.form, self.thread, self.underWay) = (form, thread, underWay)
    }

    /// Signs in to `place`; calls `completion` once.
    func logIn(
        _ credential: Credential, at place: LibraryPlace, on session: SessionBox, timeoutSeconds: Int,
        completion: @escaping Completion
    ) {
        guard let wire = form.request(credential, place) else {
            return completion(form.answer(.failure(.cancelled)))
        }
        let isFirst = underWay.begins(credential, at: place) { [self] answer, other in
            thread.perform {
                // Photos that hang hold up no list: it asks by itself. Those of one session have the same connections.
                guard answer.isFailure, other !== session else { return completion(answer) }
                self.logIn(credential, at: place, on: session, timeoutSeconds: timeoutSeconds, completion: completion)
            }
        }
        guard isFirst else { return }
        let request = AwaitedRequest(form.part, on: thread, session) { [self] result in
            let answer = form.answer(result)
            // First: who comes after the end finds the new session.
            completion(answer)
            for each in underWay.ends(credential, at: place) { each(answer, session) }
        }
        request.start(wire, timeoutSeconds: timeoutSeconds)
    }
}

extension GalleryLogin.Answer: SignInAnswer {
    var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension SignIns.Form where Answer == GalleryLogin.Answer {
    /// Of Piwigo galleries.
    static var gallery: Self {
        Self(part: .headAndBody) { credential, place in
            GalleryLogin.address(at: place.address).map { url in
                WireRequest(url: url, limit: GalleryLogin.mostBytes, method: GalleryLogin.form(credential))
            }
        } answer: { result in
            switch result {
            case .success(let reply): GalleryLogin.answer(reply.body, reply.head.fields)
            case .failure(let failure): .failed(failure)
            }
        }
    }
}

extension TokenLogin.Answer: SignInAnswer {
    var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension SignIns.Form where Answer == TokenLogin.Answer {
    /// Of places whose sessions have tokens.
    static var token: Self {
        Self(part: .answer) { credential, place in
            place.sessions.map { url in
                WireRequest(url: url, limit: TokenLogin.mostBytes, method: TokenLogin.beginning(credential))
            }
        } answer: { result in
            switch result {
            case .success(let reply):
                TokenLogin.answer(reply.body, status: reply.head.status, failure: reply.head.refusal)
            case .failure(let failure): .failed(failure)
            }
        }
    }
}
