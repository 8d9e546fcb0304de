import Foundation

/// Gives out bytes that are in memory, without a copy of them all, until told to stop.
///
/// `XMLParser(data:)` will not do: on Linux it hands libxml2 the whole document at once, which then reports an internal
/// error for every document of more than 10 MB, well formed or not. From a stream it takes 128 KiB at a time.
final class DataInputStream: InputStream {
    private let data: Data
    private var offset: Int
    private let isCancelled: () -> Bool
    /// Whether reading ended because nobody wants the rest.
    private(set) var wasCancelled = false
    /// Whether a reader has been told that there is no more: what fails from then on fails for want of more.
    private(set) var hasEnded = false

    init(_ data: Data, skipping offset: Int, isCancelled: @escaping () -> Bool) {
        self.data = data
        self.offset = offset
        self.isCancelled = isCancelled
        super.init(data: Data())
    }

    override func open() {}

    override func close() {}

    override var streamStatus: Stream.Status { hasBytesAvailable ? .open : .atEnd }

    override var hasBytesAvailable: Bool { !wasCancelled && offset < data.count }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
        wasCancelled = wasCancelled || isCancelled()
        guard hasBytesAvailable else {
            hasEnded = true
            return 0
        }
        let start = data.startIndex + offset
        let count = min(length, data.count - offset)
        data.copyBytes(to: buffer, from: start..<start + count)
        offset += count
        return count
    }
}
