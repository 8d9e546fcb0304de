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
