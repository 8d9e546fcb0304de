import Foundation

/// Asks the person at the screen for a name and a password.
public protocol CredentialAsking: Sendable {
    /// Asks `question`. Calls `answered` exactly once, from any thread, with nil if the person declines. May be called
    /// from any thread.
    func ask(_ question: CredentialQuestion, answered: @escaping @Sendable (CredentialAnswer?) -> Void)
}

/// A question for a name and a password.
public struct CredentialQuestion: Sendable, Equatable {
    /// The space that requires them.
    public let space: ProtectionSpace
    /// The name that was tried before, if any.
    public internal(set) var name: String?
    /// Whether the server refused the name and password it was sent.
    public internal(set) var wasWrong = false
    /// Whether there is a keyring to remember the answer.
    public internal(set) var canRemember = false
    /// The server at which a browser can sign in instead (``BrowserLogin``); nil if there is none.
    public internal(set) var browserLogin: URL?
    /// Whether a place that wants a key also takes a name and a password.
    public internal(set) var mayHaveName = false
    /// Why they were refused, if not because they are wrong, or why there are none, as a sentence; empty without one.
    public internal(set) var refusal = ""
}

/// A person's answer.
public struct CredentialAnswer: Sendable, Equatable {
    let credential: Credential
    /// Whether the keyring remembers it once a server has accepted it.
    let isToBeRemembered: Bool

    /// `credential`, and whether to remember it.
    public init(_ credential: Credential, isToBeRemembered: Bool = false) {
        self.credential = credential
        self.isToBeRemembered = isToBeRemembered
    }
}

/// Remembers names and passwords between starts: the desktop's keyring.
///
/// Calls can take long, because a person may have to unlock the keyring first. They may come from any thread.
public protocol CredentialStoring: Sendable {
    /// Looks up the credential for `space`. Calls `completion` exactly once, from any thread.
    func lookUp(_ space: ProtectionSpace, completion: @escaping @Sendable (CredentialLookup) -> Void)

    /// Remembers `credential` for `space`, and replaces an older one.
    func remember(_ credential: Credential, for space: ProtectionSpace)

    func forget(_ space: ProtectionSpace)

    /// Passes the servers and proxies that it has credentials for. Calls `completion` exactly once, from any thread.
    func servers(completion: @escaping @Sendable (Set<WebServer>) -> Void)

    /// Forgets all in `scope`, after earlier look-ups; some are left if the person does not unlock it. Calls
    /// `completion` exactly once, from any thread.
    func forget(_ scope: SignOutScope, completion: @escaping @Sendable (_ areLeft: Bool) -> Void)
}

/// The result of a keyring look-up.
public enum CredentialLookup: Sendable, Equatable {
    /// The keyring has one.
    case found(Credential)
    /// The keyring has none, but can store one.
    case nothing
    /// There is no keyring.
    case noStore
    /// There is one, but it does not answer.
    case noAnswer
}
