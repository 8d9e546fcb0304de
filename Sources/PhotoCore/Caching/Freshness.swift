import Foundation

/// Whether and for how long a stored reply may be used: RFC 9111 for a private cache, as pure functions of the head.
public struct Freshness: Sendable, Equatable {
    /// Whether the reply may be kept at all.
    public let isStorable: Bool
    /// Whether it may be used, stale, when the server cannot be reached.
    let allowsStale: Bool
    /// For how many seconds it is fresh, counted from its creation.
    let lifetime: Double
    /// How old it was when it was received: section 4.2.3.
    let initialAge: Double
    private let receivedAt: Double

    /// Ten days: what is guessed from an old photo's age should not outlive a person's memory of having changed it.
    static let longestGuess = 864_000.0
    /// A share of the time since it was last changed: what section 4.2.2 calls typical.
    static let guessedShare = 0.1

    /// What holds for the reply with this head.
    public init(_ head: StoredHead) {
        let control = CacheControl(head.fields["cache-control"] ?? "")
        // Nor what a redirect has led to by an address that holds a password: it would be written to disk.
        let holdsPassword = head.finalURL.user != nil || head.finalURL.password != nil
        isStorable = !control.noStore && !holdsPassword && Self.isSelectable(head.fields["vary"])
        let noCache =
            control.noCache
            || (head.fields["cache-control"] == nil && head.fields["pragma"]?.lowercased().contains("no-cache") == true)
        allowsStale = !noCache && !control.mustRevalidate
        receivedAt = head.receivedAt
        let date = head.fields["date"].flatMap(HTTPDate.seconds) ?? head.receivedAt
        // A redirect has a freshness of its own, which is not kept: the server that redirected is asked again.
        lifetime = noCache || head.url != head.finalURL ? 0 : Self.lifetime(head, control, date)
        let age = head.fields["age"].map { Double(CacheControl.seconds($0.trimmed)) } ?? 0
        initialAge = max(max(0, head.receivedAt - date), age + max(0, head.receivedAt - head.requestedAt))
    }

    /// Whether the reply may be used without asking at `now`, in seconds since 1970. A clock that was set back makes
    /// everything stale that came after.
    func isFresh(at now: Double) -> Bool {
        now >= receivedAt && lifetime > initialAge + (now - receivedAt)
    }

    private static func lifetime(_ head: StoredHead, _ control: CacheControl, _ date: Double) -> Double {
        if let maxAge = control.maxAge { return Double(maxAge) }
        if let expires = head.fields["expires"] {
            // What is no date, above all "0", means "in the past".
            return HTTPDate.seconds(expires).map { max(0, $0 - date) } ?? 0
        }
        guard let modified = head.fields["last-modified"].flatMap(HTTPDate.seconds), modified < date else { return 0 }
        return min(guessedShare * (date - modified), longestGuess)
    }

    /// Whether every request for the URL would select this reply. Of what is named here Accept-Encoding is the same in
    /// every request for a URL, and the others are never sent, which RFC 9111, section 4.1, takes for a match.
    private static func isSelectable(_ vary: String?) -> Bool {
        let harmless: Set<String> = [
            "", "accept-encoding", "origin", "access-control-request-method", "access-control-request-headers",
        ]
        return (vary ?? "").split(separator: ",").allSatisfy { harmless.contains($0.trimmed.lowercased()) }
    }
}
