/// The XML library's error numbers in words: Foundation on Linux gives no more than the number.
enum XMLErrorReason {
    static let endsEarly = "It ends early; it may be cut short."

    /// What an & or < that begins nothing is reported as.
    static let loneMarkup: Set<Int> = [23, 68]

    /// A sentence for libxml2's `code` (its xmlParserErrors), said of a place after the document's last tag or before.
    static func sentence(code: Int, atEnd: Bool) -> String {
        switch code {
        case 5 where atEnd: "There is more after its end."
        case 4, 5, 77: endsEarly
        case 1: "One comment or tag is longer than 10 MB."
        case 6, 7, 8, 9: "A character is not allowed in XML, or not in the document’s encoding."
        case _ where loneMarkup.contains(code): "An & or < stands alone; write &amp; or &lt; instead."
        case 26, 27: "An entity is used that XML does not define; only &amp; &lt; &gt; &quot; and &apos; are."
        case 31, 32, 79, 81: "The bytes do not fit the encoding. Save it as UTF-8."
        case 38, 39, 40, 41, 42, 65, 73: "A tag is not well formed."
        case 62: "“]]>” stands alone; write ]]&gt; instead."
        case 64: "Something precedes <?xml, which has to come first."
        case 76: "An element is closed by the wrong tag."
        default: "It is not well-formed XML (libxml2’s error \(code))."
        }
    }
}
