/// What GIO asks while it mounts a share: GMountOperation's questions.
public struct ShareQuestion: Sendable, Equatable {
    /// What an answer may consist of (GAskPasswordFlags).
    public struct Parts: OptionSet, Sendable {
        /// GIO's flags.
        public let rawValue: Int
        /// From GIO's flags.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A password.
        public static let password = Parts(rawValue: 1 << 0)
        /// A user's name.
        public static let name = Parts(rawValue: 1 << 1)
        /// A Windows domain.
        public static let domain = Parts(rawValue: 1 << 2)
        /// The keyring can keep the answer.
        public static let saving = Parts(rawValue: 1 << 3)
        /// Nobody has to log in.
        public static let anonymous = Parts(rawValue: 1 << 4)
    }

    /// The backend's words. Untrusted; the first line is its title.
    public let message: String
    /// The name to start with.
    public let name: String
    /// The domain to start with.
    public let domain: String
    /// What is asked for.
    public let parts: Parts
    /// Whether the same was asked before, and answered.
    public let wasWrong: Bool

    /// A question for these parts.
    public init(message: String, name: String = "", domain: String = "", parts: Parts, wasWrong: Bool = false) {
        (self.message, self.name, self.domain) = (message, name, domain)
        (self.parts, self.wasWrong) = (parts, wasWrong)
    }
}

/// A person's answer to a ``ShareQuestion``.
public struct ShareAnswer: Sendable, Equatable {
    /// With a name and a password, or without.
    public enum Login: Sendable, Equatable {
        case anonymous
        case named(Credential, domain: String)
    }

    /// Who logs in.
    public let login: Login
    /// Whether the keyring keeps the password. Otherwise GVfs forgets it with the mount.
    public let isToBeRemembered: Bool

    /// An answer of this login.
    public init(_ login: Login, isToBeRemembered: Bool = false) {
        (self.login, self.isToBeRemembered) = (login, isToBeRemembered)
    }
}

/// Passes GIO's questions to the person at the screen.
@MainActor
public protocol ShareAsking: AnyObject {
    /// Asks for a login. Calls `answered` once, with nil if the person declines; not after `withdraw`.
    func ask(_ question: ShareQuestion, answered: @escaping @MainActor (ShareAnswer?) -> Void)

    /// Asks to choose one of `choices`, for `message`: whether an unknown computer is trusted. Calls `chosen` once,
    /// with nil if the person declines; not after `withdraw`.
    func ask(_ message: String, choices: [String], chosen: @escaping @MainActor (Int?) -> Void)

    /// The question that is open needs no answer any more.
    func withdraw()
}
