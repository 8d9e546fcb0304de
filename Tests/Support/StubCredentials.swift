import Foundation
import PhotoCore
import Synchronization

/// A person who answers questions for names and passwords as the test specifies. Records the questions.
public final class StubAsker: CredentialAsking {
    private let questions = Mutex<[CredentialQuestion]>([])
    private let answer: @Sendable (_ count: Int) -> CredentialAnswer?

    /// `answer` gets the number of questions so far. It may block: it runs on a thread of its own.
    public init(_ answer: @escaping @Sendable (_ count: Int) -> CredentialAnswer?) { self.answer = answer }

    /// A person who gives these answers in order, and then none.
    public convenience init(_ answers: CredentialAnswer?...) {
        self.init { count in count <= answers.count ? answers[count - 1] : nil }
    }

    /// All questions, in order.
    public var asked: [CredentialQuestion] { questions.withLock { $0 } }

    /// Records the question, and answers it.
    public func ask(_ question: CredentialQuestion, answered: @escaping @Sendable (CredentialAnswer?) -> Void) {
        let count = questions.withLock { questions in
            questions.append(question)
            return questions.count
        }
        Thread.detachNewThread { [answer] in answered(answer(count)) }
    }
}

extension CredentialAnswer {
    /// A name and a password.
    public static func say(_ name: String, _ password: String, isToBeRemembered: Bool = false) -> CredentialAnswer {
        CredentialAnswer(Credential(name: name, password: password), isToBeRemembered: isToBeRemembered)
    }
}

/// A keyring in memory; or none.
public final class StubCredentialStore: CredentialStoring {
    private let kept = Mutex<[ProtectionSpace: Credential]>([:])
    private let isThere: Bool
    private let silences: Mutex<Int>

    /// An empty keyring, unless there is none. It does not answer the first look-ups, as many as `silences`.
    public init(isThere: Bool = true, silences: Int = 0) {
        self.isThere = isThere
        self.silences = Mutex(silences)
    }

    /// Its content, unordered.
    public var credentials: [Credential] { kept.withLock { Array($0.values) } }

    /// See CredentialStoring.
    public func lookUp(_ space: ProtectionSpace, completion: @escaping @Sendable (CredentialLookup) -> Void) {
        guard isThere else { return completion(.noStore) }
        let isSilent = silences.withLock { silences in
            defer { silences = max(0, silences - 1) }
            return silences > 0
        }
        guard !isSilent else { return completion(.noAnswer) }
        completion(kept.withLock { $0[space] }.map(CredentialLookup.found) ?? .nothing)
    }

    /// See CredentialStoring.
    public func remember(_ credential: Credential, for space: ProtectionSpace) {
        kept.withLock { $0[space] = credential }
    }

    /// See CredentialStoring.
    public func forget(_ space: ProtectionSpace) { kept.withLock { $0[space] = nil } }

    /// See CredentialStoring.
    public func servers(completion: @escaping @Sendable (Set<WebServer>) -> Void) {
        completion(Set(kept.withLock { $0.keys.map { WebServer($0) } }))
    }

    /// See CredentialStoring.
    public func forget(_ scope: SignOutScope, completion: @escaping @Sendable (_ areLeft: Bool) -> Void) {
        kept.withLock { kept in kept = kept.filter { !scope.contains($0.key) } }
        completion(false)
    }
}
