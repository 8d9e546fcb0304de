/// The words of attributes, classes and addresses.
enum PageWords {
    /// The longest text that is taken apart.
    private static let longest = 256

    /// Words in lower case: parts between separators, and at capitals.
    static func words(of text: some Collection<UInt8>) -> [String] {
        var (words, word, wasLower): ([String], [UInt8], Bool) = ([], [], false)
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in text.prefix(longest) {
            switch byte {
            case 0x41...0x5A:
                if wasLower { end() }
                word.append(byte | 0x20)
                wasLower = false
            case 0x61...0x7A, 0x30...0x39, 0x80...:
                word.append(byte)
                wasLower = byte >= 0x61
            default:
                end()
                wasLower = false
            }
        }
        end()
        return words
    }
}
