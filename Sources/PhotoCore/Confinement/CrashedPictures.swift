import Foundation

/// The pictures that made a worker crash or exceed its limits. The same bytes are not tried again until the person asks
/// for it.
public struct CrashedPictures: Sendable {
    private struct Key: Hashable {
        let kind: WorkerKind
        let count: Int
        let hash: Int
    }

    /// The number of pictures that are remembered: the latest.
    static let most = 1000

    private var failures: [Key: DecodeFailure] = [:]
    private var order: [Key] = []

    /// No pictures.
    public init() {}

    /// Remembers how `data` failed in a worker of this kind: the libraries of another kind may decode it.
    public mutating func note(_ data: Data, in kind: WorkerKind, _ failure: DecodeFailure) {
        let key = Self.key(data, kind)
        if failures.updateValue(failure, forKey: key) == nil { order.append(key) }
        if order.count > Self.most { failures[order.removeFirst()] = nil }
    }

    /// How `data` failed; nil if it did not, or was forgotten.
    public func failure(of data: Data, in kind: WorkerKind) -> DecodeFailure? {
        // Most runs have no crash: then no picture is hashed.
        failures.isEmpty ? nil : failures[Self.key(data, kind)]
    }

    /// Forgets crashes: all pictures may be decoded again.
    public mutating func forget() { self = CrashedPictures() }

    /// Other processes cannot predict this hash.
    private static func key(_ data: Data, _ kind: WorkerKind) -> Key {
        var hasher = Hasher()
        data.withUnsafeBytes { hasher.combine(bytes: $0) }
        return Key(kind: kind, count: data.count, hash: hasher.finalize())
    }
}
