import Foundation
import PhotoCore

/// Writes an arriving body to disk: a collected one after its first block, or after a delay.
struct BodySaver {
    private let url: URL
    private let store: HTTPStore?
    private var writer: StoredStreamWriter?
    /// The stored beginning that is being resumed.
    private var beginning: PartialBodyReader?
    /// How many received bytes no writer has.
    private var unsavedByteCount = 0
    private var isAwaited = false

    /// Writes the body of `url`; without a store, nothing.
    init(_ url: URL, in store: HTTPStore?) {
        self.url = url
        self.store = store
    }

    var isWriting: Bool { writer != nil }
    /// Whether the stored beginning stays, and need not be written again.
    var continues: Bool { writer?.continues == true }

    /// Another body begins.
    mutating func startAgain() {
        writer?.abandon()
        (writer, beginning, unsavedByteCount) = (nil, nil, 0)
    }

    /// The body continues what `beginning` has read.
    mutating func goOn(from beginning: PartialBodyReader?) { self.beginning = beginning }

    /// Begins to write a body with this `head`; `body` holds the bytes after the resumed ones.
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

    /// Adds bytes. Returns whether a `save` must follow within ``StoredStreamWriter/longestWait``.
    mutating func add(_ bytes: Data) -> Bool {
        guard store != nil else { return false }
        if let writer { writer.append(bytes) } else { unsavedByteCount += bytes.count }
        guard !isAwaited, writer?.hasUnsaved ?? true else { return false }
        isAwaited = true
        return true
    }

    /// Whether there is enough to begin writing.
    var hasBlock: Bool { writer == nil && unsavedByteCount >= StoredStreamWriter.blockByteCount }

    /// Writes bytes that have waited long enough. Returns whether a file is being written.
    mutating func save() -> Bool {
        isAwaited = false
        writer?.save()
        return writer != nil
    }

    /// Whether there are more bytes than the resumed ones.
    func hasMore(than byteCount: Int) -> Bool { beginning.map { byteCount > $0.byteCount } ?? false }

    /// The body has ended: stores it with this `head`, if it has a file. Returns whether it has.
    mutating func finish(_ head: StoredHead?) -> Bool {
        guard let writer, let head else { return false }
        self.writer = nil
        writer.finish(head)
        return true
    }

    /// Leaves the bytes to the body's next fetch, if they have a file. Returns whether they have.
    mutating func leave() -> Bool {
        writer?.leave()
        defer { writer = nil }
        return writer != nil
    }
}
