import Foundation
import Synchronization

/// Gets the names and passwords that servers require: from earlier answers, from the keyring, from the person.
///
/// Asks one question at a time for each protection space, however many requests wait. A declined question is not asked
/// again until `forgetRefusals`. One broker serves the whole program, so sessions share answers. May be used from any
/// thread.
public final class CredentialBroker: Sendable {
    /// What has become of the question for a name and a password.
    public enum Outcome: Sendable, Equatable {
        /// A credential to try, and its number.
        case given(Credential, number: Int)
        /// The person does not want to, or is not asked any more.
        case declined
        /// Nobody could be asked.
        case failed(FetchFailure)
    }

    typealias Answer = @Sendable (Outcome) -> Void

    /// Receives one answer. A class, so that the book's generic code copies a reference.
    final class Waiter: Sendable {
        let answer: Answer
        init(_ answer: @escaping Answer) { self.answer = answer }
    }

    private let book = Mutex(CredentialBook<Waiter>())
    private let asker: any CredentialAsking
    private let store: any CredentialStoring
    private let opened: @Sendable (ProtectionSpace) -> Void

    /// Asks `asker`, and remembers in `store`. `opened` is called, on any thread, when an answer has let the first
    /// request in: failed requests can be retried.
    public init(
        asker: any CredentialAsking, store: any CredentialStoring,
        opened: @escaping @Sendable (ProtectionSpace) -> Void = { _ in }
    ) {
        self.asker = asker
        self.store = store
        self.opened = opened
    }

    /// A request needs a credential for `space`. `failed` is the number of the credential that it was sent with, nil if
    /// it did not come from here. `wasWrong` says that it was sent with one. `browserLogin` is the server at which a
    /// browser can sign in; `mayHaveName` and `refusal` are those of the question. Calls `answer` exactly once, on any
    /// thread and possibly before this returns.
    public func challenged(
        _ space: ProtectionSpace, failed: Int? = nil, wasWrong: Bool = false, browserLogin: URL? = nil,
        mayHaveName: Bool = false, refusal: String = "",
        answer: @escaping @Sendable (Outcome) -> Void
    ) {
        let waiter = Waiter(answer)
        carryOut {
            $0.challenged(
                space, failed: failed, wasWrong: wasWrong, browserLogin: browserLogin, mayHaveName: mayHaveName,
                refusal: refusal, waiter: waiter)
        }
    }

    /// The credential numbered `number` was accepted.
    public func accepted(_ space: ProtectionSpace, number: Int) {
        carryOut { $0.accepted(space, number: number) }
    }

    /// Allows asking again where the person declined, because the person retries.
    public func forgetRefusals() { book.withLock { $0.forgetRefusals() } }

    /// Passes the servers and proxies that it or the keyring has names and passwords for. Calls `completion` exactly
    /// once, from any thread.
    package func servers(completion: @escaping @Sendable (Set<WebServer>) -> Void) {
        store.servers { [self] stored in completion(stored.union(book.withLock(\.servers))) }
    }

    /// Forgets the names and passwords in `scope`: its own at once, then those in the keyring, which a person may
    /// have to unlock. Calls `completion` exactly once, from any thread, with whether the keyring still has some.
    package func forget(_ scope: SignOutScope, completion: @escaping @Sendable (_ areLeft: Bool) -> Void) {
        book.withLock { $0.forget(scope) }
        store.forget(scope) { [self] areLeft in
            // An earlier look-up has found one meanwhile.
            book.withLock { $0.forget(scope) }
            completion(areLeft)
        }
    }

    private func carryOut(_ decide: (inout CredentialBook<Waiter>) -> [CredentialBook<Waiter>.Action]) {
        // Decided under the lock, carried out after it.
        for action in book.withLock({ decide(&$0) }) {
            switch action {
            case .lookUp(let space):
                store.lookUp(space) { [self] lookup in carryOut { $0.lookedUp(space, lookup) } }
            case .ask(let question):
                asker.ask(question) { [self] said in carryOut { $0.answered(question.space, said) } }
            case .answer(let waiters, let answer):
                let outcome = answer.map { Outcome.given($0.credential, number: $0.number) } ?? .declined
                for waiter in waiters { waiter.answer(outcome) }
            case .fail(let waiters): for waiter in waiters { waiter.answer(.failed(.noKeyringAnswer)) }
            case .remember(let credential, let space): store.remember(credential, for: space)
            case .forget(let space): store.forget(space)
            case .tellOpened(let space): opened(space)
            }
        }
    }
}

extension FetchFailure {
    /// The password may be in a keyring that does not answer.
    static var noKeyringAnswer: FetchFailure {
        .other(
            reason: localized("The keyring, which may have the password, does not answer. Retry when it is available."))
    }
}
