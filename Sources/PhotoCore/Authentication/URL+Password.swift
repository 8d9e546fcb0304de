import Foundation

extension URL {
    /// The same without the password that is written in it: for whatever is kept, copied, handed on or written down.
    public var withoutPassword: URL {
        // Hardly any has one, and a million are looked at.
        guard absoluteString.utf8.contains(UInt8(ascii: "@")), password != nil,
            var parts = URLComponents(url: absoluteURL, resolvingAgainstBaseURL: false)
        else { return self }
        parts.percentEncodedPassword = nil
        // What cannot be taken apart is not kept at all.
        return parts.url ?? URL(fileURLWithPath: "/")
    }
}
