import Foundation

/// The head of an HTTP reply.
public struct ReplyHead: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The server's reason.
    let phrase: String
    /// The fields by lower-case name; repeated fields are joined with commas.
    public let fields: [String: String]
    /// The URL that answered, after redirects.
    public let url: URL
    /// When the request was sent and when its reply's head arrived, in seconds since 1970.
    package let times: ClosedRange<Double>
    /// Whether its request was sent with a name and a password, or with what stands for them: a key or a ticket.
    let hadLogin: Bool

    /// A received head.
    public init(
        status: Int, phrase: String = "", fields: [String: String], url: URL, times: ClosedRange<Double>,
        hadLogin: Bool = false
    ) {
        self.status = status
        self.phrase = phrase
        self.fields = fields
        self.url = url
        self.times = times
        self.hadLogin = hadLogin
    }

    /// The same, as a reply whose body is the answer.
    package var asAnswer: ReplyHead {
        ReplyHead(status: 200, phrase: phrase, fields: fields, url: url, times: times, hadLogin: hadLogin)
    }

    /// The same with another reason.
    package func with(phrase: String) -> ReplyHead {
        ReplyHead(status: status, phrase: phrase, fields: fields, url: url, times: times, hadLogin: hadLogin)
    }

    /// The meaning of an unsuccessful reply: the status, the server's reason, and how long to wait (RFC 9110, 10.2.3).
    public var refusal: FetchFailure {
        let retryAfter = fields["retry-after"]?.trimmed
        let date = retryAfter.flatMap(HTTPDate.seconds).map { max(0, $0 - times.upperBound) }
        return .refused(status: status, phrase: phrase, retryAfter: retryAfter.flatMap(Self.seconds) ?? date)
    }

    /// Digits only; any number of them, so larger than all that is waited for.
    private static func seconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text).map(Double.init) ?? Double(Int.max)
    }

    /// The value of Content-Length, if valid and not overridden by chunked encoding.
    public var contentLength: Int? {
        guard fields["transfer-encoding"] == nil, let text = fields["content-length"]?.trimmed,
            text.allSatisfy({ $0.isASCII && $0.isNumber })
        else {
            return nil
        }
        return Int(text)
    }

    /// What is wrong with the reply's length: it is invalid, or there are two (RFC 9112, 6.3). Its body cannot be
    /// trusted then. Nil for at most one valid length, and for a chunked reply, where it does not count.
    public var lengthFlaw: String? {
        guard fields["transfer-encoding"] == nil, let field = fields["content-length"] else { return nil }
        let lengths = field.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        let isOne = lengths.allSatisfy { length in
            !length.isEmpty && length.allSatisfy { $0.isASCII && $0.isNumber } && Int(length) == Int(lengths[0])
        }
        return isOne && Int(lengths[0]) != nil ? nil : field
    }

    /// The Content-Range of a 206.
    package var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }

    /// Whether the bytes on the wire differ from those of the body.
    public var isEncoded: Bool {
        guard let encoding = fields["content-encoding"]?.trimmed.lowercased() else { return false }
        return !encoding.isEmpty && encoding != "identity"
    }
}

/// The bytes in a 206, and the total: RFC 9110, section 14.4.
package struct ContentRange: Sendable, Equatable {
    package let range: Range<Int>
    /// The total, if the server knows it.
    package let total: Int?

    /// Reads "bytes 0-99/1000" or "bytes 0-99/*"; nil if invalid.
    init?(_ field: String) {
        let words = field.trimmed.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last,
            last < .max
        else { return nil }
        range = first..<(last + 1)
        if sides[1] == "*" {
            total = nil
        } else {
            guard let number = Self.number(sides[1]), number > last else { return nil }
            total = number
        }
    }

    private static func number(_ text: Substring) -> Int? {
        text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }
}
