import Foundation

/// Why bytes could not be fetched. The description is a sentence for the user.
public enum FetchFailure: Error, Equatable, Sendable {
    /// The computer has no network, or none that reaches the host.
    case noNetwork(host: String)
    /// Nobody answers at that address; `reason` comes from the system.
    case cannotConnect(host: String, reason: String)
    /// The name does not resolve.
    case hostUnknown(host: String)
    /// No secure connection, because of the certificate or the handshake; `reason` comes from the TLS library.
    case insecure(host: String, reason: String)
    /// The connection ended before it was secure; `reason` comes from the TLS library.
    case handshakeCut(host: String, reason: String)
    /// Nothing arrived for this many seconds.
    case timedOut(host: String, seconds: Int)
    /// The server answered with an error status; `phrase` is its reason, `retryAfter` the number of seconds it asks to
    /// wait.
    case refused(status: Int, phrase: String, retryAfter: Double? = nil)
    /// The server or a proxy requires a login that cannot be answered: without a challenge, in an unknown scheme, or as
    /// a proxy where there is none.
    case unanswerable(status: Int)
    /// The connection ended before the reply was complete. `expected` is the total, if announced.
    case cutShort(received: Int, expected: Int?)
    /// The reply violates HTTP, or its compression is damaged; `reason` is a whole sentence.
    case garbled(reason: String)
    /// The bodies in flight leave no memory for it.
    case crowded
    /// It starts like something other than a picture, and was given up.
    case foreign(ForeignContent)
    /// More than `limit` bytes, and given up.
    case tooLarge(limit: Int)
    /// Redirected in a circle, or too often.
    case tooManyRedirects
    /// Redirected to a forbidden target, as from http to file.
    case redirectRefused(location: String)
    /// A file could not be read; `reason` comes from the system.
    case unreadableFile(path: String, reason: String)
    /// The stated length is invalid: negative, no number, or two different ones.
    case wrongLength(String)
    /// The head of the reply is longer than `limit` bytes.
    case headTooLarge(limit: Int)
    /// Almost nothing arrived for this many seconds.
    case tooSlow(host: String, seconds: Int)
    /// Anything else, in the library's own words.
    case other(reason: String)
    /// No longer wanted. Never shown.
    case cancelled
}

extension FetchFailure: LocalizedError, CustomStringConvertible {
    /// What failed, why, and what to do about it.
    public var description: String { ShownText.lines(sentence(.current)) }

    /// With numbers in this format. A status is a name: it stays as the server sends it.
    func sentence(_ numbers: NumberFormats) -> String {
        switch self {
        case .noNetwork(let host): localized("There is no network connection to reach \(host).")
        case .cannotConnect(let host, let reason): localized("Cannot connect to \(host): \(reason)")
        case .hostUnknown(let host): localized("The host “\(host)” is unknown. Check the address and the network.")
        case .insecure(let host, let reason), .handshakeCut(let host, let reason):
            localized("No secure connection to \(host): \(reason)")
        case .timedOut(let host, let seconds):
            localizedCount(
                seconds, "\(host) did not answer for \(numbers.whole(seconds)) second.",
                "\(host) did not answer for \(numbers.whole(seconds)) seconds.")
        case .refused(404, let phrase, _) where phrase.isEmpty || phrase == "Not Found":
            localized("Not found on the server (404)")
        case .refused(401, _, _): localized("The server requires a name and a password (401). Retry to enter them.")
        case .refused(407, _, _): localized("The proxy requires a name and a password (407). Retry to enter them.")
        case .unanswerable(401):
            localized("The server requires a kind of login (401) that Classic Photos does not support.")
        case .unanswerable(407):
            localized("The server asks for a proxy’s name and password (407), which are not sent to it.")
        case .unanswerable(let status): localized("The server answered with error \(status)")
        case .refused(429, _, _): localized("The server accepts no more requests for now (429)")
        case .refused(let status, let phrase, _):
            phrase.isEmpty
                ? localized("The server answered with error \(status)")
                : localized("The server answered “\(phrase)” (\(status))")
        case .cutShort(let received, let expected?):
            localizedCount(
                expected,
                "The connection was lost after \(numbers.whole(received)) of \(numbers.whole(expected)) byte.",
                "The connection was lost after \(numbers.whole(received)) of \(numbers.whole(expected)) bytes.")
        case .cutShort(let received, nil):
            localizedCount(
                received, "The connection was lost after \(numbers.whole(received)) byte.",
                "The connection was lost after \(numbers.whole(received)) bytes.")
        case .garbled(let reason): localized("The server’s reply is damaged. \(reason)")
        case .crowded: localized("Too many large photos are loading at once. This one is retried when there is room.")
        case .foreign(let content): content.sentence
        case .tooLarge(let limit): localized("Larger than the limit of \(numbers.whole(limit >> 20)) MiB")
        case .tooManyRedirects: localized("The server redirects too many times.")
        case .redirectRefused(let location):
            localized(
                "The server redirects to “\(URLText.withoutPassword(location))”, which may not be opened from the web.")
        case .unreadableFile(let path, let reason): localized("Cannot read “\(path)”: \(reason)")
        case .wrongLength(let length): localized("The server’s reply gives an invalid length: “\(length)”")
        case .headTooLarge(let limit):
            localized("The server’s reply begins with more than \(numbers.whole(limit >> 10)) KiB of header fields.")
        case .tooSlow(let host, let seconds):
            localizedCount(
                seconds, "\(host) has sent almost nothing for \(numbers.whole(seconds)) second.",
                "\(host) has sent almost nothing for \(numbers.whole(seconds)) seconds.")
        case .other(let reason): reason
        case .cancelled: localized("Cancelled")
        }
    }
}
