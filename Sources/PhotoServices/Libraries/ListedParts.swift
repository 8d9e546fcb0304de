/// The albums, people, places or folders that a server has listed, on one page or on several: each counts once.
struct ListedParts {
    private let most, mostBytes, longest: Int
    private var known: Set<String> = []
    private var byteCount = 0

    /// More of a kind are not shown.
    static let most = 200_000
    /// The names that the server has for all of a kind, in bytes.
    static let mostBytes = 64 << 20
    /// In bytes; no ID is longer, and no place.
    static let longestName = 512
    /// The same of a folder's path; no file system has longer ones.
    static let longestPath = 4096

    /// Whether there are more than may be shown.
    private(set) var isFull = false

    /// How many there are.
    var count: Int { known.count }

    /// None yet. A name that is longer than `longest` is none.
    init(
        upTo most: Int = ListedParts.most, bytes mostBytes: Int = ListedParts.mostBytes,
        longest: Int = ListedParts.longestName
    ) {
        (self.most, self.mostBytes, self.longest) = (most, mostBytes, longest)
    }

    /// Whether the one that the server calls `name` is new, and may be shown.
    mutating func takes(_ name: String) -> Bool {
        let length = name.utf8.count
        guard length > 0, length <= longest, !isFull, !known.contains(name) else { return false }
        guard known.count < most, byteCount + length <= mostBytes else {
            isFull = true
            return false
        }
        known.insert(name)
        byteCount += length
        return true
    }
}
