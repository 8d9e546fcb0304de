/// yajl's error messages in sentences for a person.
enum JSONErrorReason {
    static let endsEarly = "It ends early; it may be cut short."

    /// A sentence for what yajl_get_error gives. yajl has no numbers for its errors, so they are told by their words,
    /// which have not changed since its version 2.0.
    static func sentence(_ message: String) -> String {
        if let known = sentences.first(where: { message.contains($0.words) }) { return known.sentence }
        let words = message.split(separator: "\n").first.map(String.init) ?? "no reason given"
        return "It is not well-formed JSON (\(words))."
    }

    private static let sentences: [(words: String, sentence: String)] = [
        ("premature EOF", endsEarly),
        ("invalid character inside string", "A line break or another control character stands in a text."),
        ("occurs before a character which it may not", "A backslash in a text begins no escape."),
        ("after '\\u' inside string", "An escape \\u in a text has not four hexadecimal digits."),
        ("malformed number", "A number is not well formed."),
        ("comments are not enabled", "There is a comment, and JSON has none."),
        ("invalid object key", "A key is not a text in double quotes."),
        ("separated by a colon", "There is no colon between a key and its value."),
        ("after array element", "After an element of an array there is neither a comma nor a bracket."),
        ("after key and value", "After an entry of an object there is neither a comma nor a brace."),
        ("trailing garbage", "There is more after the end."),
        ("unallowed token", "Something stands where a value should: perhaps there is a comma too many."),
        ("invalid char in json text", "Something stands there that is no JSON: perhaps a text without double quotes."),
        (
            "invalid string in json text",
            "Something stands there that is no JSON: perhaps a misspelt true, false or null."
        ),
    ]
}
