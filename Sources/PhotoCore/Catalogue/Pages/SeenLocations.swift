/// Which addresses a page has named already, so that each becomes one row. Eight bytes an address: of ten million, two
/// fall together by chance once in a hundred thousand pages, and nobody can arrange it, because hashes are seeded at
/// random.
public struct SeenLocations {
    private var hashes: Set<Int> = []

    /// None yet.
    public init() {}

    /// Notes an address, and says whether it is new.
    public mutating func insert(_ location: [UInt8]) -> Bool {
        var hasher = Hasher()
        location.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hashes.insert(hasher.finalize()).inserted
    }
}
