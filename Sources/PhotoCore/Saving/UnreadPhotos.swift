/// Chosen photos of a month that is not read, or the unread ones of a month of which a part is known.
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

    /// The `chosen` entries are unread ones of this section, which `reader` reads.
    init(of section: Int, chosen: ChosenEntries, reader: SectionReader) {
        (self.section, self.chosen, self.reader) = (section, chosen, reader)
    }

    /// How many they are, as far as the server has counted.
    var count: Int { chosen.entries.count }

    /// Their month.
    var name: String { chosen.catalogue.monthName(at: Int(chosen.entries[0])) }

    /// Reads the month. Calls `then` once, never inside this call.
    func read(then: @escaping @MainActor (Outcome) -> Void) {
        let catalogue = chosen.catalogue
        let known = catalogue.isUnreadMonth(section) ? nil : catalogue.segment(ofLibraryMonth: section)
        reader.read(section, since: known) { then(outcome(of: $0)) }
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
        let entries = reading.new.map { self.entries(among: $0) } ?? entries(in: catalogue)
        // Without a failure all rows are known. To look at 70,000 takes too long for a frame.
        let known = failure == nil ? entries : entries.filter { !catalogue.isUnread(at: Int($0)) }
        return Outcome(
            known: chosen.known(known, in: catalogue), missingCount: entries.count - known.count, failure: failure)
    }

    /// The numbers of the chosen photos among those of the month that are `new`, by their places: all of them, or those
    /// at the same places among the unread ones. In the same direction.
    private func entries(among new: [Int]) -> [UInt32] {
        let first = chosen.catalogue.rows(ofLibraryMonth: section).lowerBound
        let segment = chosen.catalogue.segment(ofLibraryMonth: section)
        let unread = (0..<segment.count).filter { segment.isUnread(at: $0) }
        var places = new
        if chosen.entries.count < unread.count {
            let all = EntrySet(chosen.entries)
            let last = (unread: max(1, unread.count - 1), new: new.count - 1)
            let wanted = unread.indices.filter { all.contains(first + unread[$0]) }.map { $0 * last.new / last.unread }
            places = new.isEmpty ? [] : Set(wanted).sorted().map { new[$0] }
        }
        let numbers = places.map { UInt32(clamping: first + $0) }
        return isReversed ? numbers.reversed() : numbers
    }

    private var isReversed: Bool { chosen.entries.count > 1 && chosen.entries[0] > chosen.entries[1] }

    /// The numbers of the chosen photos in a version of the catalogue in which the month is read: all of them, or those
    /// at the same places. In the same direction.
    private func entries(in catalogue: Catalogue) -> [UInt32] {
        var change = MonthChange(of: section, from: chosen.catalogue, to: catalogue)
        let rows = catalogue.rows(ofLibraryMonth: section)
        let numbers = change.numbers(of: EntrySet(chosen.entries)).entries(in: rows).map { UInt32(clamping: $0) }
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
