/// Asks the person at the screen for a name and a password.
public protocol CredentialAsking: Sendable {
    /// Asks `question`. `answered` is called exactly once, from any thread, with nil if the person does not want to
    /// say. May be called from any thread.
    func ask(_ question: CredentialQuestion, answered: @escaping @Sendable (CredentialAnswer?) -> Void)
}

/// What is asked.
public struct CredentialQuestion: Sendable, Equatable {
    /// Who wants it.
    public let space: ProtectionSpace
    /// The name that was tried before, if any.
    public let name: String?
    /// Whether name and password were tried, and are wrong.
    public let wasWrong: Bool
    /// Whether there is a keyring to remember the answer.
    public let canRemember: Bool

    /// A question for `space`.
    init(space: ProtectionSpace, name: String? = nil, wasWrong: Bool = false, canRemember: Bool = false) {
        self.space = space
        self.name = name
        self.wasWrong = wasWrong
        self.canRemember = canRemember
    }
}

/// What is answered.
public struct CredentialAnswer: Sendable, Equatable {
    /// To be tried.
    let credential: Credential
    /// Whether the keyring is to remember it, once it has proved right.
    let isToBeRemembered: Bool

    /// `credential`, to be remembered or not.
    public init(_ credential: Credential, isToBeRemembered: Bool = false) {
        self.credential = credential
        self.isToBeRemembered = isToBeRemembered
    }
}

/// Remembers names and passwords from one start to another: the desktop's keyring.
///
/// Calls may take long, since a person may first have to unlock the keyring. They may be made from any thread.
public protocol CredentialStoring: Sendable {
    /// Looks up what is remembered for `space`; `completion` is called exactly once, from any thread.
    func lookUp(_ space: ProtectionSpace, completion: @escaping @Sendable (CredentialLookup) -> Void)

    /// Remembers `credential` for `space`, in place of what was remembered for it.
    func remember(_ credential: Credential, for space: ProtectionSpace)

    /// Forgets what is remembered for `space`.
    func forget(_ space: ProtectionSpace)
}

/// What a look into the keyring says.
public enum CredentialLookup: Sendable, Equatable {
    /// It is remembered.
    case found(Credential)
    /// It is not, but could be.
    case nothing
    /// There is no keyring.
    case noStore
}
