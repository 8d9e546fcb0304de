import Foundation

/// The head of an HTTP reply.
public struct ReplyHead: Sendable, Equatable {
    /// The status code.
    public let status: Int
    /// The status's own reason.
    let phrase: String
    /// The fields by their names in lower case; several of one name are joined with commas.
    public let fields: [String: String]
    /// Who answered in the end, after redirects.
    public let url: URL
    /// When the request was sent and its reply's head received, in seconds since 1970.
    let times: ClosedRange<Double>

    /// A head as it came.
    public init(status: Int, phrase: String = "", fields: [String: String], url: URL, times: ClosedRange<Double>) {
        self.status = status
        self.phrase = phrase
        self.fields = fields
        self.url = url
        self.times = times
    }

    /// What a reply that is no success means: the status, the server's own reason, and how long it asks to be left
    /// alone (RFC 9110, 10.2.3).
    public var refusal: FetchFailure {
        let retryAfter = fields["retry-after"]?.trimmed
        let seconds = retryAfter.flatMap(Double.init).flatMap { $0.isFinite ? max(0, $0) : nil }
        let date = retryAfter.flatMap(HTTPDate.seconds).map { max(0, $0 - times.upperBound) }
        return .refused(status: status, phrase: phrase, retryAfter: seconds ?? date)
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

    /// What is wrong with the length that the reply says: that is none, or there are two (RFC 9112, 6.3). What is said
    /// of its body cannot be believed then. Nil for a reply that says one length or none, and for a chunked one, where
    /// it does not count.
    public var lengthFlaw: String? {
        guard fields["transfer-encoding"] == nil, let field = fields["content-length"] else { return nil }
        let lengths = field.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
        let isOne = lengths.allSatisfy { length in
            !length.isEmpty && length.allSatisfy { $0.isASCII && $0.isNumber } && Int(length) == Int(lengths[0])
        }
        return isOne && Int(lengths[0]) != nil ? nil : field
    }

    /// What Content-Range says of a 206.
    var contentRange: ContentRange? { fields["content-range"].flatMap(ContentRange.init) }

    /// Whether the bytes that are counted on the wire are others than those of the body.
    public var isEncoded: Bool {
        guard let encoding = fields["content-encoding"]?.trimmed.lowercased() else { return false }
        return !encoding.isEmpty && encoding != "identity"
    }
}

/// Which bytes of how many a 206 holds: RFC 9110, section 14.4.
struct ContentRange: Sendable, Equatable {
    /// The offsets of its bytes.
    let range: Range<Int>
    /// All there are, where the server knows.
    let total: Int?

    /// Reads "bytes 0-99/1000" or "bytes 0-99/*"; nil for what makes no sense.
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
