import Foundation
import PhotoCore

/// Writes a body to disk as it comes: a collected one once there is a block of it, or once it has waited for long
/// enough.
struct BodySaver {
    private let url: URL
    private let store: HTTPStore?
    private var writer: StoredStreamWriter?
    /// What was left on disk of a download that broke off, and is gone on from.
    private var beginning: PartialBodyReader?
    /// How many bytes have come that no writer has.
    private var unsavedByteCount = 0
    private var isAwaited = false

    /// Writes the body of `url`; without a store it writes nothing.
    init(_ url: URL, in store: HTTPStore?) {
        self.url = url
        self.store = store
    }

    /// Whether there is a file that is written to.
    var isWriting: Bool { writer != nil }
    /// Whether what was there before stays in its place, and need not be written again.
    var continues: Bool { writer?.continues == true }

    /// Another body comes; nothing of it is there.
    mutating func startAgain() {
        writer?.abandon()
        (writer, beginning, unsavedByteCount) = (nil, nil, 0)
    }

    /// What comes follows what `beginning` has read.
    mutating func goOn(from beginning: PartialBodyReader?) { self.beginning = beginning }

    /// Begins to write a body with this `head`, of which `body` is there beyond what it goes on from.
    mutating func begin(_ head: StoredHead, isResumable: Bool = true, _ body: Data? = nil) {
        guard writer == nil, let store else { return }
        let known = beginning?.byteCount ?? 0
        writer = StoredStreamWriter(url, head, in: store, after: beginning, isResumable: isResumable)
        beginning = nil
        guard let writer, let body else { return }
        writer.append(writer.continues ? Data(body.dropFirst(known)) : body)
        writer.save()
        unsavedByteCount = 0
    }

    /// More has come. Whether a `save` is to follow within ``StoredStreamWriter/longestWait``.
    mutating func add(_ bytes: Data) -> Bool {
        guard store != nil else { return false }
        if let writer { writer.append(bytes) } else { unsavedByteCount += bytes.count }
        guard !isAwaited, writer?.hasUnsaved ?? true else { return false }
        isAwaited = true
        return true
    }

    /// Whether there is enough to begin with.
    var hasBlock: Bool { writer == nil && unsavedByteCount >= StoredStreamWriter.blockByteCount }

    /// Writes what has waited long enough. Whether there is a file to write to.
    mutating func save() -> Bool {
        isAwaited = false
        writer?.save()
        return writer != nil
    }

    /// Whether more has come than what is gone on from.
    func hasMore(than byteCount: Int) -> Bool { beginning.map { byteCount > $0.byteCount } ?? false }

    /// The body is over: keeps it with this `head`, if there is a file of it. Whether there is.
    mutating func finish(_ head: StoredHead?) -> Bool {
        guard let writer, let head else { return false }
        self.writer = nil
        writer.finish(head)
        return true
    }

    /// Leaves what has come to the next fetch of the body, if there is a file of it. Whether there is.
    mutating func leave() -> Bool {
        writer?.leave()
        defer { writer = nil }
        return writer != nil
    }
}
