import Foundation
import PhotoCore

/// Smaller pictures that lie further on in a photo's file: each is kept apart from the photo, under a name of its own,
/// so that neither is ever taken for the other.
extension HTTPStore {
    /// What is kept of `range` of the photo that `head` is of; nil where that is of another version of it.
    func piece(at range: Range<Int>, of head: StoredHead) -> Data? {
        guard let validator = head.strongValidator,
            let reply = reply(in: file(of: head.url, range), for: head.url), !reply.isWhole,
            reply.head.strongValidator == validator, reply.head.totalByteCount == head.totalByteCount,
            reply.body.count == range.count
        else { return nil }
        return reply.body
    }

    /// Keeps `bytes`, which are those of `range`.
    func keep(_ bytes: Data, at range: Range<Int>, of head: StoredHead) {
        guard Freshness(head).isStorable, head.strongValidator != nil else { return }
        keep(StoredReply(head: head, body: bytes, isWhole: false), in: file(of: head.url, range))
    }

    /// No URL has a space in it, and so no reply is kept under this name.
    private func file(of url: URL, _ range: Range<Int>) -> URL {
        folder.appendingPathComponent(
            SHA256.text(of: "\(url.absoluteString) \(range.lowerBound)-\(range.upperBound)"))
    }
}
