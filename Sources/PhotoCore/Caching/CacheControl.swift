/// The parts of a Cache-Control field that matter to a private cache: RFC 9111, section 5.2.2.
struct CacheControl: Sendable, Equatable {
    var noStore = false
    /// Must be checked before every use.
    var noCache = false
    /// Must never be used stale, even if the server is unreachable.
    var mustRevalidate = false
    /// Fresh for this many seconds. A repeated or invalid value counts as 0: section 4.2.1 requires stale.
    var maxAge: Int?

    /// Parses the field; ignores unknown directives, as required.
    init(_ field: String) {
        for directive in Self.directives(field) {
            switch directive.name {
            case "no-store": noStore = true
            // With field names, it would protect only those fields; applying it to all is correct too.
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "max-age": maxAge = maxAge == nil ? Self.seconds(directive.argument) : 0
            default: break
            }
        }
    }

    private static func seconds(_ text: String?) -> Int { text.flatMap(number) ?? 0 }

    /// A number of seconds; nil if invalid. Section 1.2.2: larger values count as 2^31 seconds.
    static func number(_ text: String) -> Int? {
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return min(Int(text) ?? 1 << 31, 1 << 31)
    }

    private static func directives(_ field: String) -> [(name: String, argument: String?)] {
        var parts: [String] = [""]
        var isQuoted = false
        for character in field {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == ",", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { part in
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { $0.trimmed }
            return (sides[0].lowercased(), sides.count > 1 ? sides[1] : nil)
        }
    }
}

extension StringProtocol {
    /// Without spaces and tabs at its ends.
    var trimmed: String {
        String(drop(while: { $0 == " " || $0 == "\t" }).reversed().drop(while: { $0 == " " || $0 == "\t" }).reversed())
    }
}
