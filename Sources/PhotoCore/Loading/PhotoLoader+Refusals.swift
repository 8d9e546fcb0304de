/// Photos that were refused for want of a name and a password.
extension PhotoLoader {
    /// A server has let in somebody: what was refused before is tried again with the next look, or when it comes on
    /// screen. `live` are the records that rows hold.
    public func retryRefused(live: [PhotoRecord]) {
        held.forgetFailures { $0.isForWantOfCredential }
        for record in live {
            if case .failed(let failure) = record.state, failure.isForWantOfCredential { retry(record) }
        }
    }
}

extension PhotoFailure {
    /// Whether a name and a password were asked for, by the server or by a proxy, and none or none right was given.
    var isForWantOfCredential: Bool {
        if case .fetch(.refused(401, _, _)) = self { return true }
        if case .fetch(.refused(407, _, _)) = self { return true }
        return false
    }
}
