/// What a reply's status and Location mean. A pure decision about the redirects of RFC 9110, 15.4, for read-only
/// requests.
public enum Redirection: Sendable, Equatable {
    /// No redirect: use the reply.
    case none
    /// Send the request again, to the target.
    case follow
    /// End the request.
    case refuse(FetchFailure)

    /// A Location's target, resolved against its source.
    public struct Target: Sendable, Equatable {
        /// The scheme, in any case.
        let scheme: String
        /// The host's name or address; may be empty.
        let host: String

        /// An address at `host`.
        public init(scheme: String, host: String) {
            self.scheme = scheme
            self.host = host
        }
    }

    /// 20, as in libsoup and most browsers.
    static let most = 20

    /// Decides about a reply of `status` to a request after `followed` redirects. `location` is the raw field, nil if
    /// absent; `target` is nil if the field is no address.
    ///
    /// 300 and 304 to 306 are no redirects. Redirects from https to http are followed: the content is no secret to the
    /// person, and no password given to https is ever sent over http.
    public init(status: Int, location: String?, target: Target?, followed: Int) {
        guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty else {
            self = .none
            return
        }
        guard let target, !target.host.isEmpty, ["http", "https"].contains(target.scheme.lowercased()) else {
            self = .refuse(.redirectRefused(location: location))
            return
        }
        self = followed < Self.most ? .follow : .refuse(.tooManyRedirects)
    }
}
