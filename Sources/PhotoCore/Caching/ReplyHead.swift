import Foundation

/// The head of an HTTP reply.
public struct ReplyHead: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The status's own reason.
    public let phrase: String
    /// The fields by their names in lower case; several of one name are joined with commas.
    public let fields: [String: String]
    /// Who answered in the end, after redirects.
    public let url: URL
    /// When the request was sent and its reply's head received, in seconds since 1970.
    public let times: ClosedRange<Double>

    /// A head as it came.
    public init(status: Int, phrase: String = "", fields: [String: String], url: URL, times: ClosedRange<Double>) {
        self.status = status
        self.phrase = phrase
        self.fields = fields
        self.url = url
        self.times = times
    }

    /// The value of Content-Length, where it is one and counts: of a chunked body it does not.
    public var contentLength: Int? {
        guard fields["transfer-encoding"] == nil, let text = fields["content-length"]?.trimmed,
            text.allSatisfy({ $0.isASCII && $0.isNumber })
        else {
            return nil
        }
        return Int(text)
    }

    /// The failure that an error's head tells of.
    public var refusal: FetchFailure { .refused(status: status, phrase: phrase, retryAfter: retryAfter) }

    /// The seconds that Retry-After asks for: a number, or a date (RFC 9110, 10.2.3).
    private var retryAfter: Double? {
        guard let text = fields["retry-after"]?.trimmed else { return nil }
        if let seconds = Double(text) { return seconds.isFinite ? max(0, seconds) : nil }
        return HTTPDate.seconds(text).map { max(0, $0 - times.upperBound) }
    }

    /// What Content-Range says of a 206.
    public var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }

    /// Whether the bytes that are counted on the wire are others than those of the body.
    public var isEncoded: Bool {
        guard let encoding = fields["content-encoding"]?.trimmed.lowercased() else { return false }
        return !encoding.isEmpty && encoding != "identity"
    }
}

/// Which bytes of how many a 206 holds: RFC 9110, section 14.4.
public struct ContentRange: Sendable, Equatable {
    /// The offsets of its bytes.
    public let range: Range<Int>
    /// All there are, where the server knows.
    public let total: Int?

    /// Reads "bytes 0-99/1000" or "bytes 0-99/*"; nil for what makes no sense.
    public init?(_ field: String) {
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
