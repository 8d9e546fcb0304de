import CSoup
import GLibBridge
import PhotoCore

/// An answer to a server's question: what makes the fields of the requests that bring it. On the network thread.
struct ServerAnswer: Sendable {
    /// A SoupAuth that has a name and a password.
    let auth: ObjectReference
    /// Whom it is for.
    let space: ProtectionSpace
    /// The broker's number of the credential; nil for one that stood in the address.
    let number: Int?

    init(_ question: ServerQuestion, _ credential: Credential, number: Int?) {
        (auth, space, self.number) = (question.auth, question.space, number)
        soup_auth_authenticate(auth.typed(), credential.name, credential.password)
    }

    /// Sends it along with `message`.
    func apply(to message: OpaquePointer) {
        guard let token = soup_auth_get_authorization(auth.typed(), message) else { return }
        defer { g_free(token) }
        soup_message_headers_replace(
            soup_message_get_request_headers(message), Self.field(isProxy: space.isProxy), token)
    }

    static func field(isProxy: Bool) -> String { isProxy ? "Proxy-Authorization" : "Authorization" }
}
