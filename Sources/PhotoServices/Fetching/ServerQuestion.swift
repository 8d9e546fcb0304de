import CSoup
import Foundation
import GLibBridge
import PhotoCore

/// The question in a 401 or 407, as libsoup's SoupAuth understands it; or that of a place whose key is missing or
/// refused. On the network thread.
struct ServerQuestion: Sendable {
    /// Creates the answering request fields, once it has a name and a password; nil for a place's key.
    let auth: ObjectReference?
    let space: ProtectionSpace
    /// Whether the sent digest is right, but stale (RFC 7616, 3.3).
    let isStale: Bool
    /// The server at which a browser can sign in; nil if there is none.
    let browserLogin: URL?
    /// The place that asks for its key; nil if the server asks.
    let place: LibraryPlace?

    /// The strongest challenge of the reply to `message`; nil if none can be answered: there is none, all schemes are
    /// unknown, or a server poses as a proxy.
    init?(of message: OpaquePointer) {
        let isProxy = soup_message_get_status(message) == SOUP_STATUS_PROXY_UNAUTHORIZED
        for challenge in Challenge.answerable(in: Self.items(of: message, isProxy)) {
            // libsoup creates none for a 407 without a proxy.
            guard let made = soup_auth_new(challenge.scheme.type, message, challenge.text) else { continue }
            let auth = ObjectReference(taking: UnsafeMutableRawPointer(made))
            guard let space = ProtectionSpace(of: message, made, challenge.scheme) else { continue }
            (self.auth, self.space, place) = (auth, space, nil)
            isStale = Self.isStale(challenge)
            browserLogin = space.isProxy ? nil : Self.browserLogin(of: message)
            return
        }
        return nil
    }

    /// The question for the key of `place`; nil if it has no address.
    init?(for place: LibraryPlace) {
        guard let space = place.space else { return nil }
        (auth, self.space, isStale, browserLogin, self.place) = (nil, space, false, nil, place)
    }

    /// The place, if it begins a session for a credential, which then is no key.
    func placeOfSession(for credential: Credential) -> LibraryPlace? {
        place.flatMap { $0.sessions != nil && !credential.name.isEmpty ? $0 : nil }
    }

    private static func browserLogin(of message: OpaquePointer) -> URL? {
        String(taking: g_uri_to_string(soup_message_get_uri(message))).flatMap { URL(string: $0) }
            .flatMap { BrowserLogin.server(of: $0) }
    }

    private static func items(of message: OpaquePointer, _ isProxy: Bool) -> [String] {
        let name = isProxy ? "Proxy-Authenticate" : "WWW-Authenticate"
        guard let field = soup_message_headers_get_list(soup_message_get_response_headers(message), name),
            let list = soup_header_parse_list(field)
        else { return [] }
        defer { soup_header_free_list(list) }
        var items: [String] = []
        var next: UnsafeMutablePointer<GSList>? = list
        while let item = next {
            if let text = item.pointee.data { items.append(String(cString: text.assumingMemoryBound(to: CChar.self))) }
            next = item.pointee.next
        }
        return items
    }

    private static func isStale(_ challenge: Challenge) -> Bool {
        let parameters = challenge.text.dropFirst(challenge.scheme.rawValue.count)
        guard challenge.scheme == .digest, let table = soup_header_parse_param_list(String(parameters)) else {
            return false
        }
        defer { soup_header_free_param_list(table) }
        guard let value = g_hash_table_lookup(table, "stale") else { return false }
        return String(cString: value.assumingMemoryBound(to: CChar.self)).lowercased() == "true"
    }
}

extension ProtectionSpace.Scheme {
    fileprivate var type: GType { self == .digest ? soup_auth_digest_get_type() : soup_auth_basic_get_type() }
}

extension ProtectionSpace {
    /// The space of `auth`; nil if libsoup does not know it.
    fileprivate init?(of message: OpaquePointer, _ auth: UnsafeMutablePointer<SoupAuth>, _ scheme: Scheme) {
        guard let authority = soup_auth_get_authority(auth).map({ String(cString: $0) }),
            let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...])
        else { return nil }
        let isProxy = soup_auth_is_for_proxy(auth) != 0
        self.init(
            host: String(authority[..<colon]), port: port,
            realm: soup_auth_get_realm(auth).map { String(cString: $0) } ?? "", scheme: scheme,
            // The connection to a proxy is never encrypted; that to a server behind one is if its address is https.
            isEncrypted: !isProxy && Origin(of: message).isEncrypted, isProxy: isProxy)
    }
}

/// An answer to a server's question: creates the request fields that carry it. On the network thread.
struct ServerAnswer: Sendable {
    private enum Form: Sendable {
        /// A SoupAuth with a name and a password.
        case auth(ObjectReference)
        /// The field of a request that has the name and the password.
        case field(String)
        case signature(S3Key)
        case key(String)
        /// What a place has given for a name and a password.
        case token(AccessToken, Credential)
    }
    private let form: Form
    let space: ProtectionSpace
    /// The broker's number of the credential; nil for one from the address.
    let number: Int?
    /// The credential without a number: it is for requests that have it themselves.
    let own: Credential?

    init(_ question: ServerQuestion, _ credential: Credential, number: Int?) {
        (space, self.number) = (question.space, number)
        own = number == nil ? credential : nil
        if let auth = question.auth {
            form = .auth(auth)
            soup_auth_authenticate(auth.typed(), credential.name, credential.password)
        } else if space.scheme == .key {
            form = .key(credential.password)
        } else {
            form = .signature(S3Key(id: credential.name, secret: credential.password))
        }
    }

    /// The key of the configuration for `place`; nil without one.
    init?(for place: LibraryPlace) {
        guard case .signature(_, let key?) = place.authorization, let space = place.space else { return nil }
        (form, self.space, number, own) = (.signature(key), space, nil, nil)
    }

    /// The session that a place has begun for `credential`, as the answer to `question`.
    init(_ token: AccessToken, for credential: Credential, _ question: ServerQuestion, number: Int?) {
        (form, space, self.number) = (.token(token, credential), question.space, number)
        own = number == nil ? credential : nil
    }

    private init(_ form: Form, to space: ProtectionSpace, number: Int) {
        (self.form, self.space, self.number, own) = (form, space, number, nil)
    }

    /// The same for requests of any session; nil if each needs one of its own, or if it is from an address. It was sent
    /// with `message`.
    func plain(sentWith message: OpaquePointer) -> ServerAnswer? {
        guard let number, space.scheme == .basic,
            let field = soup_message_headers_get_one(
                soup_message_get_request_headers(message), Self.field(isProxy: space.isProxy))
        else { return nil }
        return ServerAnswer(.field(String(cString: field)), to: space, number: number)
    }

    /// Whether both are the same answer to the same question.
    func isSame(as other: ServerAnswer) -> Bool {
        other.space == space && other.number == number && other.token == token
    }

    /// The token of its session; nil if it is none.
    var token: AccessToken? { if case .token(let token, _) = form { token } else { nil } }

    /// What its session was begun with; nil if it is none.
    var sessionCredential: Credential? { if case .token(_, let credential) = form { credential } else { nil } }

    /// Whether it only counts at a place of its own.
    var isForPlace: Bool {
        switch form {
        case .auth, .field: false
        case .signature, .key, .token: true
        }
    }

    /// Whether it is the key of a place's configuration.
    var isConfigured: Bool { isForPlace && number == nil && own == nil }

    /// Adds the fields to `message`, which goes to `place`, where the clock is `skew` seconds ahead.
    func apply(to message: OpaquePointer, at place: LibraryPlace? = nil, skew: Double = 0) {
        let headers = soup_message_get_request_headers(message)
        switch form {
        case .auth(let auth):
            guard let token = soup_auth_get_authorization(auth.typed(), message) else { return }
            defer { g_free(token) }
            soup_message_headers_replace(headers, Self.field(isProxy: space.isProxy), token)
        case .field(let text): soup_message_headers_replace(headers, Self.field(isProxy: space.isProxy), text)
        case .signature(let key):
            guard let place, place.space == space, case .signature(let region, _) = place.authorization else { return }
            let uri = soup_message_get_uri(message)
            let text = { (part: UnsafePointer<CChar>?) in part.map { String(cString: $0) } }
            let fields = RequestSignature(key: key, region: region).fields(
                host: Origin(uri).hostField, path: text(g_uri_get_path(uri)) ?? "/", query: text(g_uri_get_query(uri)),
                at: Date().timeIntervalSince1970 + skew)
            for (name, value) in fields { soup_message_headers_replace(headers, name, value) }
        case .key(let key):
            guard let place, place.space == space, case .key(let field) = place.authorization else { return }
            // What a person has pasted may have a line's end.
            soup_message_headers_replace(headers, field, key.filter { $0.isASCII && !$0.isWhitespace })
        case .token(let token, _):
            guard let place, place.space == space, case .key(let field) = place.authorization else { return }
            soup_message_headers_replace(headers, field, token.value)
        }
    }

    static func field(isProxy: Bool) -> String { isProxy ? "Proxy-Authorization" : "Authorization" }
}
