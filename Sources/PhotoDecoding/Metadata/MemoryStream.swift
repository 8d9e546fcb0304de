import CGLib
import Foundation

/// Bytes in memory that Exiv2 reads and writes like a file. For use on one thread.
final class MemoryStream {
    /// The current bytes: all that was written since the first write, or the original bytes before it.
    private(set) var data: Data
    private var position = 0
    private var isWritten = false

    init(_ data: Data) { self.data = data }

    /// Passes the functions that gexiv2 calls to `body`. They are valid only within `body`.
    func withCallbacks<Value>(_ body: (UnsafeMutableRawPointer) -> Value) -> Value {
        var stream = GExiv2.Stream(
            handle: Unmanaged.passUnretained(self).toOpaque(), canSeek: { _ in 1 }, canRead: { _ in 1 },
            canWrite: { _ in 1 }, length: { gint64(MemoryStream.at($0).data.count) },
            position: { gint64(MemoryStream.at($0).position) },
            read: { MemoryStream.at($0).read(to: $1, Int($2), Int($3)) },
            write: { MemoryStream.at($0).write($1, Int($2), Int($3)) },
            seek: { MemoryStream.at($0).seek(Int($1), from: $2) }, flush: { _ in })
        return withExtendedLifetime(self) { withUnsafeMutablePointer(to: &stream) { body($0) } }
    }

    private static func at(_ handle: UnsafeMutableRawPointer) -> MemoryStream {
        Unmanaged<MemoryStream>.fromOpaque(handle).takeUnretainedValue()
    }

    private func read(to buffer: UnsafeMutableRawPointer?, _ offset: Int, _ count: Int) -> gint32 {
        let there = max(0, min(count, data.count - position))
        guard let buffer, there > 0 else { return 0 }
        let start = data.startIndex + position
        data.copyBytes(
            to: (buffer + offset).assumingMemoryBound(to: UInt8.self), from: start..<(start + there))
        position += there
        return gint32(there)
    }

    /// Exiv2 creates the new picture elsewhere, and then writes all of it, from the start.
    private func write(_ buffer: UnsafeMutableRawPointer?, _ offset: Int, _ count: Int) {
        guard let buffer, count > 0 else { return }
        if !isWritten { data = Data() }
        isWritten = true
        data.append((buffer + offset).assumingMemoryBound(to: UInt8.self), count: count)
        position = data.count
    }

    private func seek(_ offset: Int, from origin: CInt) {
        let base = origin == 0 ? 0 : origin == 1 ? position : data.count
        position = min(max(0, base + min(max(offset, -data.count), data.count)), data.count)
    }
}
