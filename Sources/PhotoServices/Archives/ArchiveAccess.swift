import PhotoCore

/// How an archive's bytes are reached. Reading blocks: an archive's library asks for bytes, and waits for them.
package struct ArchiveAccess: Sendable {
    /// Asks servers; without it, only files are read.
    let network: DataFetcher?
    /// Reads members; without it, only a ZIP's directory is read.
    let unpacker: (any ArchiveUnpacking)?
    /// Asked several times a second while bytes are awaited.
    let isCancelled: @Sendable () -> Bool

    package init(
        network: DataFetcher?, unpacker: (any ArchiveUnpacking)? = nil,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.network = network
        self.unpacker = unpacker
        self.isCancelled = isCancelled
    }
}

/// An archive's bytes, at any place. May be used from any thread.
protocol ArchiveBytes: Sendable {
    var byteCount: Int { get }

    /// The bytes of a range within them; fewer, but at least one, if that is better. Blocks.
    func read(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8]
}

extension ArchiveBytes {
    /// All bytes of a range, clamped to what there is.
    func readAll(_ range: Range<Int>, _ access: ArchiveAccess) throws(ArchiveError) -> [UInt8] {
        let range = range.clamped(to: 0..<byteCount)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        while bytes.count < range.count {
            let piece = try read((range.lowerBound + bytes.count)..<range.upperBound, access)
            if piece.isEmpty { throw .changed }
            bytes += piece
        }
        return bytes
    }
}
