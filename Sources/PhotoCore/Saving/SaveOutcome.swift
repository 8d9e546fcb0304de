/// What became of photos that were taken along together.
public struct SaveOutcome: Sendable, Equatable {
    /// One that was not taken along.
    public struct Missing: Sendable, Equatable {
        /// Its number among those that were to be, from 0.
        public let number: Int
        /// What a person calls it.
        public let name: String
        /// Why.
        public let failure: PhotoSaveFailure
    }

    /// How many there were to be.
    public let total: Int
    /// How many there are.
    public internal(set) var keptCount = 0
    /// The file that was finished last.
    public internal(set) var lastFile: SavedPhotoFile?
    /// Those that are not, the first of them: see `missingCount`.
    public internal(set) var missing: [Missing] = []
    /// How many are not.
    public internal(set) var missingCount = 0
    /// Whether the person gave it up: then some were not begun.
    public internal(set) var isCancelled = false

    /// So many are remembered by name: nobody reads more, and there may be a million.
    static let mostRemembered = 1000

    init(total: Int) { self.total = total }

    mutating func add(_ result: Result<SavedPhotoFile, PhotoSaveFailure>, _ number: Int, _ name: String) {
        switch result {
        case .success(let file):
            keptCount += 1
            lastFile = file
        case .failure(.cancelled): break
        case .failure(let failure):
            missingCount += 1
            if missing.count < Self.mostRemembered {
                missing.append(Missing(number: number, name: name, failure: failure))
            }
        }
    }
}

/// How far photos are that are taken along together. A pure value.
public struct SaveProgress: Sendable, Equatable {
    /// How many there are.
    public let total: Int
    /// How many of them are there, or will not be.
    public private(set) var done = 0
    /// What those are called that are under way, by their number.
    private var parts: [Int: SavePart] = [:]

    /// `total` photos, of which none is begun.
    init(total: Int) { self.total = total }

    /// How many are finished or under way: "3 of 10" counts the third from its beginning.
    public var begun: Int { done + parts.count }

    /// 0 to 1; nil while that of a single photo is not known.
    public var fraction: Double? {
        if total == 1, let part = parts.first?.value, part.fraction == nil { return nil }
        guard total > 0 else { return 1 }
        return min(1, (Double(done) + parts.values.reduce(0) { $0 + ($1.fraction ?? 0) }) / Double(total))
    }

    /// Bytes received of those under way.
    public var byteCount: Int { parts.values.reduce(0) { $0 + $1.byteCount } }

    mutating func begin(_ number: Int) { parts[number] = SavePart(fraction: 0) }

    mutating func move(_ number: Int, to part: SavePart) { if parts[number] != nil { parts[number] = part } }

    mutating func end(_ number: Int) { if parts.removeValue(forKey: number) != nil { done += 1 } }
}
