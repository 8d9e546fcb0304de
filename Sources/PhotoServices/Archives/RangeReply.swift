import Foundation
import PhotoCore
import Synchronization

/// The reply to a request for a range.
struct RangeReply: Sendable {
    let head: ReplyHead
    /// The range's bytes; nil if the server sends the whole.
    let bytes: [UInt8]?

    fileprivate struct Collected {
        var head: ReplyHead?
        var bytes: [UInt8] = []
        var failure: ArchiveError?
        var isOver = false
    }

    /// Sends a request, and blocks until its reply has ended. Of a range, takes `most` bytes. Writes the whole to
    /// `spool`, at most `limit` bytes, if the server sends that and there is one; throws `changed` without one.
    static func fetch(
        _ url: URL, fields: [String: String], limit: Int, most: Int, spool: SpoolFile?, _ access: ArchiveAccess
    ) throws(ArchiveError) -> RangeReply {
        guard let network = access.network else { throw .fetch(.unknownScheme(of: url)) }
        let collected = Mutex(Collected())
        let changed = DispatchSemaphore(value: 0)
        let fields = fields.merging(["Accept-Encoding": "identity"]) { $1 }
        let task = network.send(WireRequest(url: url, fields: fields, limit: limit)) { event in
            collected.withLock { $0.take(event, spool, most: most) }
            changed.signal()
        }
        while true {
            _ = changed.wait(timeout: .now() + .milliseconds(50))
            let (isOver, failure) = collected.withLock { ($0.isOver, $0.failure) }
            if isOver { break }
            if access.isCancelled() || failure != nil {
                task.cancel()
                throw failure ?? .cancelled
            }
        }
        let end = collected.withLock { $0 }
        if let failure = end.failure { throw failure }
        guard let head = end.head else { throw .fetch(.cutShort(received: 0, expected: nil)) }
        return RangeReply(head: head, bytes: head.status == 206 ? end.bytes : nil)
    }
}

extension RangeReply.Collected {
    fileprivate mutating func take(_ event: WireEvent, _ spool: SpoolFile?, most: Int) {
        if isOver || failure != nil { return }
        switch event {
        case .file: break
        case .opened(let head, _):
            self.head = head
            guard let head, (200..<300).contains(head.status) else {
                failure = .fetch(head?.refusal ?? .garbled(reason: ""))
                return
            }
            // The whole, although ranges were sent before: the archive is another one.
            if head.status != 206, spool == nil { failure = .changed }
            // Ranges of compressed bytes are none of the archive.
            if head.status == 206, head.isEncoded { failure = spool == nil ? .changed : .fetch(.garbled(reason: "")) }
        case .bytes(let piece):
            if head?.status == 206 {
                // More than was asked for would fill the memory.
                guard bytes.count + piece.count <= most else {
                    failure = .fetch(.garbled(reason: ""))
                    bytes = []
                    return
                }
                bytes += piece
            } else if let spool {
                do throws(ArchiveError) {
                    try [UInt8](piece).withUnsafeBytesTyped { (bytes) throws(ArchiveError) in try spool.write(bytes) }
                } catch {
                    failure = error
                }
            }
        case .ended(let end):
            isOver = true
            if case .tooLarge? = end.failure {
                failure = .tooLongForServer
            } else if let reason = end.failure {
                failure = .fetch(reason)
            }
        }
    }
}
