import GLibBridge
import PhotoCore
import PhotoServices

/// The library on a server that a list shows: reads the months on screen while the list rests.
@MainActor
final class ListLibrary: TimelineSource {
    private unowned let list: PhotoListView
    private let loader: MonthLoader
    private var months: [LibraryMonths.Month] = []
    private var retryTimer: MainTimer?
    /// The months that are read, the one that was wanted last at the end.
    private var recent: [Int] = []
    /// Those of them that their server is asked for again, once they are on screen.
    private var old: Set<Int> = []

    /// Bytes of the rows that are kept; months that were not on screen for the longest time are forgotten, and read
    /// again when they are. A row takes some 200.
    nonisolated static let mostBytes = 24 << 20

    /// The months, with what is known of them.
    private(set) var sections = TimelineSections()

    /// The library of `list`, whose months `fetcher` fetches, unless `store` has them.
    init(of list: PhotoListView, fetcher: any DataFetching, store: any LibraryStoring) {
        self.list = list
        loader = MonthLoader(fetcher: fetcher, store: store, mainContext: MainContext.shared)
        loader.loaded = { [weak self] in self?.loaded($0, $1, isOld: $2) }
        loader.confirmed = { [weak self] in self?.old.remove($0) }
        loader.failed = { [weak self] in self?.failed($0, $1) }
        list.loading.passed = { [weak self] in self?.rested() }
        list.loading.readsAgain = { [weak self] in self?.readAgain($0) }
    }

    private static func reader(of kind: LibraryKind) -> any MonthReading {
        switch kind {
        case .immich: ImmichMonthReader()
        }
    }

    /// The list is about to show `catalogue`, or another version of what it shows.
    func open(_ catalogue: Catalogue) {
        retryTimer = nil
        guard let told = catalogue.facts.months else {
            loader.use([], read: nil)
            (months, sections) = ([], TimelineSections())
            list.timeline.source = nil
            return
        }
        var sections = TimelineSections(told.months.map { ($0.month, $0.count) })
        let known = Dictionary(
            months.enumerated().map { ($0.element.address, $0.offset) }, uniquingKeysWith: { first, _ in first })
        for (place, month) in told.months.enumerated() {
            // The catalogue keeps their rows.
            let rows = catalogue.rows(ofLibraryMonth: place)
            guard let old = known[month.address], let content = self.sections.sections[old].content,
                content.ratios.count == rows.count
            else { continue }
            sections.fill(place, with: content)
        }
        (months, self.sections) = (told.months, sections)
        recent = told.months.indices.filter { sections.sections[$0].content != nil }
        old = Set(recent.filter { known[told.months[$0].address].map(self.old.contains) == true })
        loader.use(told.months, read: Self.reader(of: told.kind))
        list.timeline.source = self
    }

    // MARK: - Months on screen

    private func rested() {
        guard !months.isEmpty else { return }
        want(list.visible.photos.map(\.record))
    }

    /// Reads the months of these photos, the first one first, and gives up others.
    func want(_ records: [PhotoRecord]) {
        guard let catalogue = list.catalogue else { return }
        var wanted: [Int] = []
        for record in records {
            guard let entry = list.records.entry(of: record), let month = catalogue.libraryMonth(ofRow: entry) else {
                continue
            }
            // Its record may say so a moment later.
            guard catalogue.isUnread(at: entry) else {
                use(month)
                if old.contains(month), loader.failure(of: month) == nil, !wanted.contains(month) {
                    wanted.append(month)
                }
                continue
            }
            if let failure = loader.failure(of: month) { record.failedToRead(failure) }
            if !wanted.contains(month) { wanted.append(month) }
        }
        loader.want(wanted, renewed: old)
        retryTimer = loader.millisecondsUntilDue(wanted).map { milliseconds in
            MainTimer(after: milliseconds + 1) { [weak self] in self?.list.loading.requestPass() }
        }
    }

    private func loaded(_ month: Int, _ content: MonthContent, isOld: Bool) {
        guard var catalogue = list.catalogue, months.indices.contains(month) else { return }
        if isOld { old.insert(month) } else { old.remove(month) }
        let rows = catalogue.rows(ofLibraryMonth: month)
        let isRenewed = !rows.isEmpty && !catalogue.isUnread(at: rows.lowerBound)
        let before = catalogue
        catalogue.read(libraryMonth: month, as: content.segment)
        sections.fill(month, with: content.timeline)
        let change = content.segment.count - rows.count
        use(month)
        if isRenewed {
            renew(rows, of: before, as: catalogue, by: change)
        } else if change == 0 {
            forgetOldest(in: &catalogue)
            list.read(rows, of: catalogue)
            list.timeline.fill(month, with: content.timeline)
        } else {
            correct(catalogue, after: rows, by: change)
        }
    }

    private func use(_ month: Int) {
        guard recent.last != month else { return }
        recent.removeAll { $0 == month }
        recent.append(month)
    }

    /// Forgets the rows of months beyond the budget: not of those on screen, nor of selected ones.
    private func forgetOldest(in catalogue: inout Catalogue) {
        var bytes = catalogue.byteCount
        guard bytes > Self.mostBytes, let last = recent.last else { return }
        let selected = Set(list.selection.entries.numbers.compactMap(catalogue.libraryMonth))
        let onScreen = Set(list.visible.entries.compactMap(catalogue.libraryMonth))
        for month in recent where bytes > Self.mostBytes && month != last {
            guard !selected.contains(month), !onScreen.contains(month) else { continue }
            bytes -= catalogue.forget(libraryMonth: month)
            recent.removeAll { $0 == month }
        }
    }

    /// A month has more or fewer photos than was said: the rows after it get other numbers.
    private func correct(_ catalogue: Catalogue, after rows: Range<Int>, by change: Int) {
        replace(with: catalogue) { entry in
            entry < rows.lowerBound ? entry : entry >= rows.upperBound ? entry + change : nil
        }
    }

    /// A month that was known has other photos now. Those that are in both keep their places on screen: the few rows
    /// that are asked for are where they were, or as far from the month's end.
    private func renew(_ rows: Range<Int>, of before: Catalogue, as catalogue: Catalogue, by change: Int) {
        replace(with: catalogue) { entry in
            guard rows.contains(entry) else { return entry < rows.lowerBound ? entry : entry + change }
            let address = before.text(of: .location, at: entry)
            return [entry, entry + change].first {
                $0 >= rows.lowerBound && $0 < rows.upperBound + change
                    && catalogue.text(of: .location, at: $0) == address
            }
        }
    }

    private func replace(with catalogue: Catalogue, moved: @escaping (Int) -> Int?) {
        let place = list.visible.entries.lazy.compactMap { entry in moved(entry).map { (old: entry, new: $0) } }.first
        list.replace(
            with: catalogue, at: place, selected: list.selection.entries.renumbered(moved),
            focused: list.placing.focusToKeep.flatMap(moved),
            isSameLibrary: true)
    }

    private func failed(_ month: Int, _ failure: PhotoFailure) {
        guard let rows = list.catalogue?.rows(ofLibraryMonth: month) else { return }
        for record in list.records.liveRecords where list.records.entry(of: record).map(rows.contains) == true {
            record.failedToRead(failure)
        }
        list.loading.requestPass()
    }

    /// A person, or the network's return, wants the month of `record` to be tried again, or all.
    private func readAgain(_ record: PhotoRecord?) {
        guard let record else { return loader.forgetFailures() }
        guard record.isUnread, let entry = list.records.entry(of: record),
            let month = list.catalogue?.libraryMonth(ofRow: entry),
            let rows = list.catalogue?.rows(ofLibraryMonth: month)
        else { return }
        loader.forgetFailure(of: month)
        for other in list.records.liveRecords where list.records.entry(of: other).map(rows.contains) == true {
            other.readAgain()
        }
    }

    /// A person wants the months of now: their server is asked for those that are read, once they are on screen.
    func renew() { old = Set(recent) }

    /// The window closes.
    func close() {
        retryTimer = nil
        loader.use([], read: nil)
    }
}
