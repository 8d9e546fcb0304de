/// A description that names a photo which nothing else names.
enum CaptionName {
    /// The longest, in bytes: two lines.
    private static let longest = 160

    /// Whether a description is a name: one short line, without markup, and no address.
    static func suits(_ description: ArraySlice<UInt8>) -> Bool {
        description.count <= longest && description.contains { !EntryScratch.isSpace($0) }
            && !description.contains { $0 == 0x0A || $0 == 0x0D || $0 == UInt8(ascii: "<") }
            && !LocationDetection.isAbsolute(description)
    }
}
