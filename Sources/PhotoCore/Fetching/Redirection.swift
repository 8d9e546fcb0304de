/// What a reply's status and Location lead to. A pure decision over the redirects of RFC 9110, 15.4, for a request that
/// only reads.
public enum Redirection: Sendable, Equatable {
    /// The reply is no redirect: it is taken as it is.
    case none
    /// The request is sent again, to where the Location leads.
    case follow
    /// The request ends.
    case refuse(FetchFailure)

    /// Where a Location leads, resolved against the address that it came from.
    public struct Target: Sendable, Equatable {
        /// The address's scheme, in whatever case.
        let scheme: String
        /// The host's name or address; empty where there is none.
        let host: String

        /// An address at `host`.
        public init(scheme: String, host: String) {
            self.scheme = scheme
            self.host = host
        }
    }

    /// 20, as libsoup and most browsers.
    static let most = 20

    /// Decides about a reply of `status` to a request that was redirected `followed` times before. `location` is the
    /// field as the server wrote it, nil where there is none; `target` is nil where it is no address.
    ///
    /// 300 and 304 to 306 redirect nothing. A way from https to http is followed: what the person may see there is no
    /// secret, and no password that was given to https is ever sent over http.
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
