import Foundation

/// The pictures that made a decoder process crash, or overrun its limits: the same bytes are not tried again, until
/// the person asks for it.
public struct CrashedPictures: Sendable {
    private struct Key: Hashable {
        let kind: WorkerKind
        let count: Int
        let hash: Int
    }

    /// The latest of this number are remembered.
    static let most = 1000

    private var failures: [Key: DecodeFailure] = [:]
    private var order: [Key] = []

    /// None.
    public init() {}

    /// Remembers that `data` ended so in a process of this kind: what breaks one library may be fine for another.
    public mutating func note(_ data: Data, in kind: WorkerKind, _ failure: DecodeFailure) {
        let key = Self.key(data, kind)
        if failures.updateValue(failure, forKey: key) == nil { order.append(key) }
        if order.count > Self.most { failures[order.removeFirst()] = nil }
    }

    /// How `data` ended; nil where it did not, or was forgotten.
    public func failure(of data: Data, in kind: WorkerKind) -> DecodeFailure? {
        // Most programs meet none: no picture is read through for it then.
        failures.isEmpty ? nil : failures[Self.key(data, kind)]
    }

    /// Has all be tried again.
    public mutating func forget() { self = CrashedPictures() }

    /// By a hash that nobody outside of this process can foresee.
    private static func key(_ data: Data, _ kind: WorkerKind) -> Key {
        var hasher = Hasher()
        data.withUnsafeBytes { hasher.combine(bytes: $0) }
        return Key(kind: kind, count: data.count, hash: hasher.finalize())
    }
}
