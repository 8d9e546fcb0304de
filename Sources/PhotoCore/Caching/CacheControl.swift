/// What a Cache-Control field says, as far as a private cache asks: RFC 9111, section 5.2.2.
struct CacheControl: Sendable, Equatable {
    /// Not to be kept.
    var noStore = false
    /// To be asked about before every use.
    var noCache = false
    /// Never to be used stale, not even when the server cannot be reached.
    var mustRevalidate = false
    /// Fresh for this many seconds. What is given twice, or is no number, counts as 0: section 4.2.1 wants stale.
    var maxAge: Int?

    /// Takes the field apart; what is unknown is passed over, as it has to be.
    init(_ field: String) {
        for directive in Self.directives(field) {
            switch directive.name {
            case "no-store": noStore = true
            // Naming fields it would only keep those back; a cache that heeds it for all is right too.
            case "no-cache": noCache = true
            case "must-revalidate": mustRevalidate = true
            case "max-age": maxAge = maxAge == nil ? Self.seconds(directive.argument) : 0
            default: break
            }
        }
    }

    /// Section 1.2.2: more than fits counts as 2^31 seconds.
    static func seconds(_ text: String?) -> Int {
        guard let text, !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return 0 }
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
