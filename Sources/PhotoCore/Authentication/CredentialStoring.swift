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
