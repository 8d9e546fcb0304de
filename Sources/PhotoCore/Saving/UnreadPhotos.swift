/// Chosen photos of a month that is not read.
@MainActor
struct UnreadPhotos {
    /// What has become of them.
    struct Outcome {
        /// Those that are known now. A month may have more or fewer than were counted.
        let known: ChosenEntries
        /// How many are still unknown.
        let missingCount: Int
        /// Why; nil if the month was read.
        let failure: PhotoSaveFailure?
    }

    let chosen: ChosenEntries
    private let section: Int
    private let reader: SectionReader

    /// The `chosen` entries are all of this section, which `reader` reads.
    init(of section: Int, chosen: ChosenEntries, reader: SectionReader) {
        (self.section, self.chosen, self.reader) = (section, chosen, reader)
    }

    /// How many they are, as far as the server has counted.
    var count: Int { chosen.entries.count }

    /// Their month.
    var name: String { chosen.catalogue.monthName(at: Int(chosen.entries[0])) }

    /// Reads the month. Calls `then` once, never inside this call.
    func read(then: @escaping @MainActor (Outcome) -> Void) {
        reader.read(section) { then(outcome(of: $0)) }
    }

    /// Gives it up. Calls nothing.
    func cancel() { reader.cancel() }

    private func outcome(of reading: SectionReader.Outcome) -> Outcome {
        let failure = reading.failure.map { PhotoSaveFailure($0) }
        guard let content = reading.content else {
            return Outcome(
                known: chosen.known([], in: chosen.catalogue), missingCount: count, failure: failure)
        }
        var catalogue = chosen.catalogue
        catalogue.read(libraryMonth: section, as: content.segment)
        let entries = entries(in: catalogue)
        // Without a failure all rows are known. To look at 70,000 takes too long for a frame.
        let known = failure == nil ? entries : entries.filter { !catalogue.isUnread(at: Int($0)) }
        return Outcome(
            known: chosen.known(known, in: catalogue), missingCount: entries.count - known.count, failure: failure)
    }

    /// The numbers of the chosen photos in a version of the catalogue in which the month is read: all of them, or those
    /// at the same places. In the same direction.
    private func entries(in catalogue: Catalogue) -> [UInt32] {
        var change = MonthChange(of: section, from: chosen.catalogue, to: catalogue)
        let rows = catalogue.rows(ofLibraryMonth: section)
        let numbers = change.numbers(of: EntrySet(chosen.entries)).entries(in: rows).map { UInt32(clamping: $0) }
        let isReversed = chosen.entries.count > 1 && chosen.entries[0] > chosen.entries[1]
        return isReversed ? numbers.reversed() : numbers
    }
}

extension PhotoSaveFailure {
    /// Why a photo cannot be shown, as the reason why it is not saved.
    init(_ failure: PhotoFailure) {
        switch failure {
        case .location(let failure, _): self = .location(failure)
        case .fetch(let failure): self = .fetch(failure)
        case .decode(let failure): self = .decode(failure)
        }
    }
}
