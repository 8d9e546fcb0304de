import Foundation

/// Whether and for how long a stored reply may be used: RFC 9111 for a private cache, as pure functions of the head.
package struct Freshness: Sendable, Equatable {
    /// Whether the reply may be stored at all.
    package let isStorable: Bool
    /// Whether it may be used stale if the server is unreachable.
    let allowsStale: Bool
    /// How many seconds it is fresh, counted from its creation.
    let lifetime: Double
    /// Its age on arrival: section 4.2.3.
    let initialAge: Double
    private let receivedAt: Double

    /// Ten days: a guess from a photo's age must not outlive a person's memory of changing it.
    static let longestGuess = 864_000.0
    /// The share of the time since the last change that section 4.2.2 calls typical.
    static let guessedShare = 0.1

    /// The rules for the reply with this head.
    package init(_ head: StoredHead) {
        let control = CacheControl(head.fields["cache-control"] ?? "")
        // Nor a redirect's target whose address holds a password: it would be written to disk.
        isStorable = !control.noStore && !head.finalURL.hasLogin && Self.isSelectable(head.fields["vary"])
        let noCache =
            control.noCache
            || (head.fields["cache-control"] == nil && head.fields["pragma"]?.lowercased().contains("no-cache") == true)
        allowsStale = !noCache && !control.mustRevalidate
        receivedAt = head.receivedAt
        let date = head.fields["date"].flatMap(HTTPDate.seconds) ?? head.receivedAt
        let age: Double? = if let field = head.fields["age"] { Self.age(field) } else { 0 }
        // A redirect's own freshness is not stored: the redirecting server is asked again. So it is where the age is
        // unknown.
        let isAsked = noCache || head.url != head.finalURL || age == nil
        lifetime = isAsked ? 0 : Self.lifetime(head, control, date)
        initialAge = max(max(0, head.receivedAt - date), (age ?? 0) + max(0, head.receivedAt - head.requestedAt))
    }

    /// Whether the reply may be used unchecked at `now`, in seconds since 1970. If the clock was set back, every later
    /// reply is stale.
    func isFresh(at now: Double) -> Bool { now >= receivedAt && lifetime > initialAge + (now - receivedAt) }

    /// The first of a list's ages, as section 5.1 says; nil if that is no number.
    private static func age(_ field: String) -> Double? {
        let first = field.split(separator: ",", omittingEmptySubsequences: false).first
        return first.flatMap { CacheControl.number($0.trimmed) }.map(Double.init)
    }

    private static func lifetime(_ head: StoredHead, _ control: CacheControl, _ date: Double) -> Double {
        if let maxAge = control.maxAge { return Double(maxAge) }
        if let expires = head.fields["expires"] {
            // An invalid date, such as "0", means "in the past".
            return HTTPDate.seconds(expires).map { max(0, $0 - date) } ?? 0
        }
        guard let modified = head.fields["last-modified"].flatMap(HTTPDate.seconds), modified < date else { return 0 }
        return min(guessedShare * (date - modified), longestGuess)
    }

    /// Whether every request for the URL selects this reply. Accept-Encoding is the same in every request for a URL;
    /// the other fields here are never sent, which RFC 9111, section 4.1, counts as a match.
    private static func isSelectable(_ vary: String?) -> Bool {
        let harmless: Set<String> = [
            "", "accept-encoding", "origin", "access-control-request-method", "access-control-request-headers",
        ]
        return (vary ?? "").split(separator: ",").allSatisfy { harmless.contains($0.trimmed.lowercased()) }
    }
}
