/// The outcome of saving several photos.
public struct SaveOutcome: Sendable, Equatable {
    /// A photo that was not saved.
    public struct Missing: Sendable, Equatable {
        /// Its number among all, from 0.
        public let number: Int
        /// Its name.
        public let name: String
        /// Why.
        public let failure: PhotoSaveFailure
    }

    /// The intended number.
    public let total: Int
    /// The saved number.
    public internal(set) var keptCount = 0
    /// The file finished last.
    public internal(set) var lastFile: SavedPhotoFile?
    /// The first photos that were not saved: see `missingCount`.
    public internal(set) var missing: [Missing] = []
    /// How many were not saved.
    public internal(set) var missingCount = 0
    /// Whether the person cancelled: then some were not begun.
    public internal(set) var isCancelled = false

    /// How many are remembered by name: nobody reads more, and there may be a million.
    static let mostRemembered = 1000

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

/// The progress of saving several photos. A pure value.
public struct SaveProgress: Sendable, Equatable {
    /// How many there are.
    public let total: Int
    /// How many are saved or have failed.
    public private(set) var done = 0
    /// The running photos, by their numbers.
    private var parts: [Int: SavePart] = [:]

    init(total: Int) { self.total = total }

    /// How many are finished or running: "3 of 10" counts the third from its start.
    public var begun: Int { done + parts.count }

    /// 0 to 1; nil for a single photo of unknown length.
    public var fraction: Double? {
        if total == 1, let part = parts.first?.value, part.fraction == nil { return nil }
        guard total > 0 else { return 1 }
        return min(1, (Double(done) + parts.values.reduce(0) { $0 + ($1.fraction ?? 0) }) / Double(total))
    }

    /// Bytes received of running photos.
    public var byteCount: Int { parts.values.reduce(0) { $0 + $1.byteCount } }

    mutating func begin(_ number: Int) { parts[number] = SavePart(fraction: 0) }

    mutating func move(_ number: Int, to part: SavePart) { if parts[number] != nil { parts[number] = part } }

    mutating func end(_ number: Int) { if parts.removeValue(forKey: number) != nil { done += 1 } }
}
