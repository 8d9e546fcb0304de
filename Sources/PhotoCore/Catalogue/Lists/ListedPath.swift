/// The name of a file in a list that a program on a computer has written.
enum ListedPath {
    /// The entry as a location; nil if it is no picture, or none that can be reached. Windows' folders are separated by
    /// backslashes. In a document from the network, a path is one on its server.
    ///
    /// `isLiteral` means that nothing in it is escaped.
    static func location(_ text: some Collection<UInt8>, isFile: Bool, isLiteral: Bool = false) -> [UInt8]? {
        var text = Array(text)
        if LocationDetection.isAbsolute(text) {
            return LocationDetection.namesPicture(text) ? text : nil
        }
        if !text.contains(UInt8(ascii: "/")) {
            text = text.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        }
        // A drive's letter, or another computer.
        if text.dropFirst().first == UInt8(ascii: ":"), text.dropFirst(2).first == UInt8(ascii: "/") { return nil }
        if text.starts(with: "//".utf8) { return nil }
        let encoded = text.withUnsafeBytes { FileNames.encoded($0) }
        guard isFile || isLiteral else { return LocationDetection.namesPicture(text) ? text : nil }
        guard LocationDetection.namesPicture(encoded) else { return nil }
        // A path on another computer's disk.
        if !isFile, text.first == UInt8(ascii: "/") { return nil }
        return isLiteral ? encoded : text
    }
}
