import Foundation

/// Why bytes could not be had. The description is a sentence for the person at the screen.
public enum FetchFailure: Error, Equatable, Sendable {
    /// The computer has no network, or none that leads to the host.
    case noNetwork(host: String)
    /// Nobody answers at that address; `reason` is the system's word for it.
    case cannotConnect(host: String, reason: String)
    /// The name does not resolve.
    case hostUnknown(host: String)
    /// No secure connection: certificate or handshake; `reason` is the TLS library's.
    case insecure(host: String, reason: String)
    /// Nothing came for this many seconds.
    case timedOut(host: String, seconds: Int)
    /// The server answered with an error status; `phrase` is its own reason, `retryAfter` the seconds it asks to be
    /// left alone for, if it does.
    case refused(status: Int, phrase: String, retryAfter: Double? = nil)
    /// The server, or a proxy, wants a name and a password, but in no way that can be answered: without a challenge, in
    /// a scheme that is not known, or as a proxy where there is none.
    case unanswerable(status: Int)
    /// The connection ended before the whole reply had come. `expected` where the server had said how much.
    case cutShort(received: Int, expected: Int?)
    /// The reply is not formed as HTTP says, or what it is packed in is damaged; `reason` is a whole sentence.
    case garbled(reason: String)
    /// The bodies under way leave no memory for it.
    case crowded
    /// Its beginning is that of something else than a picture: given up.
    case foreign(ForeignContent)
    /// More than `limit` bytes: given up.
    case tooLarge(limit: Int)
    /// Redirected in a circle, or too often.
    case tooManyRedirects
    /// Redirected to what may not be opened from there, as from http to file.
    case redirectRefused(location: String)
    /// A file that could not be read; `reason` is the system's.
    case unreadableFile(path: String, reason: String)
    /// The reply says a length that is none: negative, no number, or two different ones.
    case wrongLength(String)
    /// The head of the reply is longer than `limit` bytes.
    case headTooLarge(limit: Int)
    /// Next to nothing has come for this many seconds.
    case tooSlow(host: String, seconds: Int)
    /// Anything else, in the library's own words.
    case other(reason: String)
    /// Given up because nobody wants it any more. Never shown.
    case cancelled
}

extension FetchFailure: LocalizedError, CustomStringConvertible {
    /// What failed, why, and where there is something to do about it, what.
    public var description: String {
        switch self {
        case .noNetwork(let host): "There is no network to reach \(host) by."
        case .cannotConnect(let host, let reason): "Cannot connect to \(host): \(reason)"
        case .hostUnknown(let host): "The host “\(host)” is unknown. Check the address and the network."
        case .insecure(let host, let reason): "No secure connection to \(host): \(reason)"
        case .timedOut(let host, let seconds): "\(host) did not answer for \(seconds) seconds."
        case .refused(404, let phrase, _) where phrase.isEmpty || phrase == "Not Found":
            "Not found on the server (404)"
        case .refused(401, _, _): "The server asks for a name and a password (401). Try again to be asked for them."
        case .refused(407, _, _): "The proxy asks for a name and a password (407). Try again to be asked for them."
        case .unanswerable(401):
            "The server asks for a name and a password (401), but in no way that Classic Photos knows."
        case .unanswerable(407):
            "The server asks for a proxy's name and password (407), which it cannot be given."
        case .unanswerable(let status): "The server answered with error \(status)"
        case .refused(429, _, _): "The server asks for fewer requests (429)"
        case .refused(let status, let phrase, _):
            phrase.isEmpty
                ? "The server answered with error \(status)" : "The server answered “\(phrase)” (\(status))"
        case .cutShort(let received, let expected?):
            "The connection broke off after \(received) of \(expected) bytes."
        case .cutShort(let received, nil): "The connection broke off after \(received) bytes."
        case .garbled(let reason): "The server’s answer is damaged. \(reason)"
        case .crowded: "Too many large photos are under way at once. It is tried again when there is room."
        case .foreign(let content): "It is \(content.name), not a picture."
        case .tooLarge(let limit): "Larger than the limit of \(limit >> 20) MiB"
        case .tooManyRedirects: "The server redirects in a circle."
        case .redirectRefused(let location):
            "The server redirects to “\(location)”, which may not be opened from the web."
        case .unreadableFile(let path, let reason): "Cannot read “\(path)”: \(reason)"
        case .wrongLength(let length): "The server's reply says a wrong length: “\(length)”"
        case .headTooLarge(let limit): "The server's reply begins with more than \(limit >> 10) KiB of header fields."
        case .tooSlow(let host, let seconds): "\(host) has sent next to nothing for \(seconds) seconds."
        case .other(let reason): reason
        case .cancelled: "Cancelled"
        }
    }

    /// The same sentence, for callers that ask as Foundation does.
    public var errorDescription: String? { description }
}
