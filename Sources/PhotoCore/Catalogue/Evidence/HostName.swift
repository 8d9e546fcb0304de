/// Names of servers in texts without a scheme.
enum HostName {
    /// The longest one (RFC 1035, 2.3.4).
    private static let longest = 253
    /// A folder's name may have one dot.
    private static let fewestLabelsOfBeginning = 3

    /// Whether the text is one: words with dots between them, of which the last has letters alone.
    static func isHost(_ text: some Collection<UInt8>, fewestLabels: Int = 2) -> Bool {
        guard text.count <= longest else { return false }
        let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= fewestLabels, let last = labels.last, last.count >= 2, last.allSatisfy(URLText.isLetter)
        else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether a path begins with one: `img.shore.example/a/1.jpg`.
    static func begins(_ path: [UInt8]) -> Bool {
        let first = path.prefix { $0 != UInt8(ascii: "/") }
        return first.count < path.count && isHost(first, fewestLabels: fewestLabelsOfBeginning)
            && !LocationDetection.namesPicture(first)
    }
}
