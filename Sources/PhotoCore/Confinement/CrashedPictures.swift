import Foundation

/// The pictures that made a decoder process crash, or overrun its limits: the same bytes are not tried again, until
/// somebody asks for that.
public struct CrashedPictures: Sendable {
    private struct Key: Hashable {
        let count: Int
        let hash: Int
    }

    /// So many are remembered, the latest.
    static let most = 1000

    private var failures: [Key: DecodeFailure] = [:]
    private var order: [Key] = []

    /// None.
    public init() {}

    /// Remembers that `data` ended so.
    public mutating func note(_ data: Data, _ failure: DecodeFailure) {
        let key = Self.key(data)
        if failures.updateValue(failure, forKey: key) == nil { order.append(key) }
        if order.count > Self.most { failures[order.removeFirst()] = nil }
    }

    /// How `data` ended; nil where it did not, or was forgotten.
    public func failure(of data: Data) -> DecodeFailure? {
        // Most programs meet none: no picture is read through for it then.
        failures.isEmpty ? nil : failures[Self.key(data)]
    }

    /// Has all be tried again.
    public mutating func forget() { self = CrashedPictures() }

    /// By a hash that nobody outside of this process can foresee.
    private static func key(_ data: Data) -> Key {
        var hasher = Hasher()
        data.withUnsafeBytes { hasher.combine(bytes: $0) }
        return Key(count: data.count, hash: hasher.finalize())
    }
}
