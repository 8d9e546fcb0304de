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
