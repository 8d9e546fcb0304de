import PhotoCore

/// An archive in memory. For the hostile worker it is a command: see ArchiveLies.
final class MemorySource: ArchiveSource {
    private let content: [UInt8]
    /// From here on nothing can be read.
    private let readableByteCount: Int
    private(set) var answers = 0

    init(_ content: [UInt8], readable: Int = .max) {
        self.content = content
        readableByteCount = readable
    }

    convenience init(_ command: String) { self.init(Array(command.utf8)) }

    var byteCount: Int { content.count }

    func bytes(at offset: Int, most: Int) -> ArraySlice<UInt8>? {
        answers += 1
        return offset < readableByteCount ? content[offset...].prefix(most) : nil
    }
}
