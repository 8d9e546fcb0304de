/// The outcome of saving several photos.
package struct SaveOutcome: Sendable, Equatable {
    /// A photo that was not saved, or those of a month that could not be read.
    package struct Missing: Sendable, Equatable {
        /// Its number among all, from 0.
        package let number: Int
        /// Its name, or that of the month.
        package let name: String
        package let failure: PhotoSaveFailure
        /// How many photos of the month are meant; nil for a photo.
        package var ofMonth: Int?
    }

    /// The intended number. A month of a library may have more or fewer photos than were counted.
    package internal(set) var total: Int
    package internal(set) var keptCount = 0
    /// The file finished last.
    package internal(set) var lastFile: SavedPhotoFile?
    /// The first photos that were not saved, and the first months: see `missingCount`.
    package internal(set) var missing: [Missing] = []
    /// How many were not saved.
    package internal(set) var missingCount = 0
    /// Whether the person cancelled: then some were not begun.
    package internal(set) var isCancelled = false

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

    /// This many photos of a month could not be read.
    mutating func add(unread count: Int, of month: String, _ failure: PhotoSaveFailure, _ number: Int) {
        missingCount += count
        if missing.count < Self.mostRemembered {
            missing.append(Missing(number: number, name: month, failure: failure, ofMonth: count))
        }
    }
}

/// The progress of saving several photos. A pure value.
package struct SaveProgress: Sendable, Equatable {
    package internal(set) var total: Int
    /// How many are saved or have failed.
    package private(set) var done = 0
    /// The running photos, by their numbers.
    private var parts: [Int: SavePart] = [:]

    init(total: Int) { self.total = total }

    /// How many are finished or running: "3 of 10" counts the third from its start.
    package var begun: Int { done + parts.count }

    /// 0 to 1; nil for a single photo of unknown length.
    package var fraction: Double? {
        if total == 1, let part = parts.first?.value, part.fraction == nil { return nil }
        guard total > 0 else { return 1 }
        return min(1, (Double(done) + parts.values.reduce(0) { $0 + ($1.fraction ?? 0) }) / Double(total))
    }

    /// Bytes received of running photos.
    package var byteCount: Int { parts.values.reduce(0) { $0 + $1.byteCount } }

    mutating func begin(_ number: Int) { parts[number] = SavePart(fraction: 0) }

    mutating func move(_ number: Int, to part: SavePart) { if parts[number] != nil { parts[number] = part } }

    /// This many cannot be begun.
    mutating func leaveOut(_ count: Int) { done += count }

    mutating func end(_ number: Int) { if parts.removeValue(forKey: number) != nil { done += 1 } }
}
