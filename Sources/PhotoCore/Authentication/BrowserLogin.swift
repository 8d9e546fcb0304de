import Foundation

/// Signing in to a Nextcloud server in the person's browser, which gives this program a password of its own: login
/// flow v2, https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/index.html.
///
/// A pure value: it says what to request, and reads the answers. What it receives is trusted no further than the
/// server that the person has opened: pages and secrets stay there.
package struct BrowserLogin: Sendable, Equatable {
    /// What the server says to a question whether the person has signed in.
    package enum Answer: Sendable, Equatable {
        /// Not yet. Ask again.
        case waits
        case signedIn(Credential)
        /// It does not work; a sentence says why.
        case failed(String)
    }

    /// Seconds between two questions.
    package static let pauseSeconds = 1
    /// Seconds until the server forgets the question.
    package static let longestSeconds = 20 * 60
    static let mostBytes = 64 << 10

    private let server: URL
    private var poll: (endpoint: URL, token: String)?

    /// A login at the server whose folders are at `server`, an address of http or https that ends in a slash.
    package init(at server: URL) { self.server = server }

    package static func == (one: Self, other: Self) -> Bool {
        one.server == other.server && one.poll?.endpoint == other.poll?.endpoint && one.poll?.token == other.poll?.token
    }

    /// The Nextcloud server with `url` in its folders: the part before `remote.php`. Nil for other addresses.
    package static func server(of url: URL) -> URL? {
        guard let address = url.webAddress, var parts = URLComponents(url: address, resolvingAgainstBaseURL: false),
            let end = parts.percentEncodedPath.range(of: "/remote.php/")
        else { return nil }
        parts.percentEncodedPath = parts.percentEncodedPath[..<end.lowerBound] + "/"
        (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
        (parts.percentEncodedQuery, parts.percentEncodedFragment) = (nil, nil)
        return parts.url
    }

    // MARK: - Beginning

    /// The request that begins it.
    package var beginning: FetchRequest {
        let address = URL(string: "index.php/login/v2", relativeTo: server)?.absoluteURL ?? server
        return FetchRequest(url: address, limit: Self.mostBytes, method: .form(""))
    }

    /// The server has answered: returns the page to open in the browser, or a sentence why there is none.
    package mutating func began(_ result: Result<Data, FetchFailure>) -> Result<URL, FetchFailure> {
        switch result {
        case .failure(.refused(404, _, _)), .failure(.refused(405, _, _)):
            return .failure(.other(reason: localized("The server has no page to sign in with a browser.")))
        case .failure(let failure): return .failure(failure)
        case .success(let body):
            let answer = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
            let poll = answer?["poll"] as? [String: Any]
            guard let page = (answer?["login"] as? String).flatMap({ URL(string: $0)?.webAddress }),
                let endpoint = (poll?["endpoint"] as? String).flatMap({ URL(string: $0)?.webAddress }),
                let token = poll?["token"] as? String, !token.isEmpty, token.utf8.count <= Self.mostBytes
            else { return .failure(.other(reason: localized("The server has no page to sign in with a browser."))) }
            for address in [page, endpoint] where !isOfServer(address) {
                let host = ShownText.line(address.host ?? "")
                return .failure(
                    .other(reason: localized("The server names another one to sign in to: \(host). Open that one.")))
            }
            self.poll = (secure(endpoint), token)
            return .success(secure(page))
        }
    }

    /// Whether an address is at the server. Behind a proxy, a server may not know that others reach it by https.
    private func isOfServer(_ address: URL) -> Bool {
        address.host?.lowercased() == server.host?.lowercased() && Self.port(of: address) == Self.port(of: server)
    }

    /// Nil for the usual one of the scheme.
    private static func port(of address: URL) -> Int? {
        address.port == (address.scheme?.lowercased() == "https" ? 443 : 80) ? nil : address.port
    }

    /// The address by https, if that is how the person opened the server.
    private func secure(_ address: URL) -> URL {
        guard server.scheme?.lowercased() == "https", address.scheme?.lowercased() == "http",
            var parts = URLComponents(url: address, resolvingAgainstBaseURL: false)
        else { return address }
        parts.scheme = "https"
        return parts.url ?? address
    }

    // MARK: - Waiting

    /// The request that asks whether the person has signed in; nil before it has begun.
    package var question: FetchRequest? {
        poll.map { poll in
            // All but letters and digits is escaped.
            let token = poll.token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return FetchRequest(url: poll.endpoint, limit: Self.mostBytes, method: .form("token=" + token))
        }
    }

    /// The server has answered, `seconds` after the beginning.
    package func asked(_ result: Result<Data, FetchFailure>, after seconds: Int) -> Answer {
        guard case .success(let body) = result else {
            if seconds >= Self.longestSeconds {
                return .failed(localized("Nobody has signed in with the browser for 20 minutes."))
            }
            guard case .failure(let failure) = result, !failure.mayPass else { return .waits }
            return .failed("\(failure)")
        }
        let answer = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
        guard let name = answer?["loginName"] as? String, let password = answer?["appPassword"] as? String,
            !name.isEmpty, !password.isEmpty
        else { return .failed(localized("The server has no page to sign in with a browser.")) }
        return .signedIn(Credential(name: name, password: password))
    }
}

extension FetchFailure {
    /// Whether a question may be asked again: 404 says that nobody has signed in yet.
    fileprivate var mayPass: Bool {
        switch self {
        case .refused(let status, _, _): status == 404 || status == 429 || status >= 500
        case .noNetwork, .cannotConnect, .hostUnknown, .timedOut, .tooSlow, .cutShort, .crowded: true
        default: false
        }
    }
}
