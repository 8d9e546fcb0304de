import Foundation

/// The profile whose keys sign the requests to a bucket, if a person has named one. It stands in the addresses of the
/// bucket and of its objects, where others have a person's name: two windows may show a bucket with two profiles.
///
/// It is no secret. It is never sent, and leaves the program in no address (`URL.withoutPassword`): others would take
/// it for a name, and send it.
package enum SigningProfile {
    /// No name of a person that a server knows begins so.
    private static let mark = "profile;"

    /// The address `url` for requests that `profile` signs; without one, it stays.
    package static func address(_ url: URL, for profile: String?) -> URL {
        guard let name = profile?.addingPercentEncoding(withAllowedCharacters: S3Access.unreserved),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { return url }
        parts.percentEncodedUser = mark + name
        return parts.url ?? url
    }

    /// The profile in an address; nil without one.
    package static func name(in url: URL) -> String? {
        // Most addresses have none, and a million are checked.
        guard url.user != nil, url.password == nil else { return nil }
        return URLComponents(url: url, resolvingAgainstBaseURL: false)?.user.flatMap { name(ofUser: $0) }
    }

    /// Whether a profile stands in place of a person's name, as an address has it.
    static func isUser(percentEncoded user: some Sequence<UInt8>) -> Bool {
        String(decoding: Array(user), as: UTF8.self).removingPercentEncoding?.hasPrefix(mark) == true
    }

    /// The profile that stands in place of a person's name; nil for such a name.
    package static func name(ofUser user: String) -> String? {
        user.hasPrefix(mark) ? String(user.dropFirst(mark.count)) : nil
    }
}
