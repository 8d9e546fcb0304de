import Synchronization

/// Gets the names and passwords that servers want: from what was answered before, from the keyring, from the person.
///
/// One question for one protection space at a time, however many requests wait for it; a question that was declined is
/// not asked again until `forgetRefusals`. One for the whole program, so that what one session was told the other
/// knows. May be used from any thread.
public final class CredentialBroker: Sendable {
    typealias Answer = @Sendable (CredentialBook<Waiter>.Numbered?) -> Void

    /// Gets one answer. A class, so that the book's generic code copies a reference.
    final class Waiter: Sendable {
        let answer: Answer
        init(_ answer: @escaping Answer) { self.answer = answer }
    }

    private let book = Mutex(CredentialBook<Waiter>())
    private let asker: any CredentialAsking
    private let store: any CredentialStoring
    private let opened: @Sendable (ProtectionSpace) -> Void

    /// Asks `asker`, and keeps in `store` what is to be remembered. `opened` is called, on any thread, when an answer
    /// has let the first request in: what failed for want of it can be had now.
    public init(
        asker: any CredentialAsking, store: any CredentialStoring,
        opened: @escaping @Sendable (ProtectionSpace) -> Void = { _ in }
    ) {
        self.asker = asker
        self.store = store
        self.opened = opened
    }

    /// A request has been refused for want of a credential of `space`. `failed` is the number of the one that it was
    /// sent with, nil for none from here; `wasWrong` says that it was sent with some. `answer` is called exactly once,
    /// on any thread and perhaps before this returns, with the credential to be tried and its number, or with nil.
    public func challenged(
        _ space: ProtectionSpace, failed: Int? = nil, wasWrong: Bool = false,
        answer: @escaping @Sendable ((credential: Credential, number: Int)?) -> Void
    ) {
        let waiter = Waiter { answer($0.map { ($0.credential, $0.number) }) }
        carryOut { $0.challenged(space, failed: failed, wasWrong: wasWrong, waiter: waiter) }
    }

    /// A request sent with the credential numbered `number` was let in.
    public func accepted(_ space: ProtectionSpace, number: Int) {
        carryOut { $0.accepted(space, number: number) }
    }

    /// Lets the person be asked again where the answer was no: something is tried again at their wish.
    public func forgetRefusals() { book.withLock { $0.forgetRefusals() } }

    private func carryOut(_ decide: (inout CredentialBook<Waiter>) -> [CredentialBook<Waiter>.Action]) {
        // Decided under the lock, done after it.
        for action in book.withLock({ decide(&$0) }) {
            switch action {
            case .lookUp(let space):
                store.lookUp(space) { [self] lookup in carryOut { $0.lookedUp(space, lookup) } }
            case .ask(let question):
                asker.ask(question) { [self] said in carryOut { $0.answered(question.space, said) } }
            case .answer(let waiters, let answer):
                for waiter in waiters { waiter.answer(answer) }
            case .remember(let credential, let space): store.remember(credential, for: space)
            case .forget(let space): store.forget(space)
            case .tellOpened(let space): opened(space)
            }
        }
    }
}
