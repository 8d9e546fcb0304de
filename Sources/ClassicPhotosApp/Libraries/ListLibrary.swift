import Foundation
import GLibBridge
import PhotoCore
import PhotoServices

/// The library on a server that a list shows, or several: reads the months on screen while the list rests.
@MainActor
final class ListLibrary: TimelineSource {
    private unowned let list: PhotoListView
    private let fetcher: any DataFetching
    private let store: any LibraryStoring
    private let loader: MonthLoader
    private let merging = SectionMerging()
    private var months: LibraryMonths?
    private var retryTimer: MainTimer?
    private var read = ReadMonths()
    /// The lists that are read, but which their server is asked for again, once they are on screen.
    private var old: Set<Int> = []

    /// The sections that are known, and wait until the list shows the newest version of its catalogue.
    private var waiting: Set<Int> = []
    /// Counts the catalogues opened.
    private var generation = 0

    /// The months, with what is known of them.
    private(set) var sections = TimelineSections()

    /// The library of `list`, whose months `fetcher` fetches, unless `store` has them.
    init(of list: PhotoListView, fetcher: any DataFetching, store: any LibraryStoring) {
        self.list = list
        (self.fetcher, self.store) = (fetcher, store)
        loader = MonthLoader(fetcher: fetcher, store: store, mainContext: MainContext.shared)
        loader.loaded = { [weak self] in self?.loaded($0, $1, isOld: $2) }
        loader.confirmed = { [weak self] in self?.old.remove($0) }
        loader.failed = { [weak self] list, _ in self?.failed(list) }
        loader.isHeld = { [weak list] in list?.movement.isMoving == true }
        merging.merged = { [weak self] in self?.fill($0, with: $1) }
        merging.isAwaited = { [weak loader] in loader?.failure(of: $0) == nil }
        list.loading.passed = { [weak self] in self?.rested() }
        list.loading.readsAgain = { [weak self] in self?.readAgain($0) }
    }

    /// Reads the lists of servers of all kinds.
    private struct Reader: MonthReading {
        func read(
            _ body: Data, of month: LibraryMonths.Month, isCancelled: @escaping @Sendable () -> Bool
        ) throws(CatalogueFailure) -> MonthContent {
            switch month.kind {
            case .immich: try ImmichMonthReader().read(body, of: month, isCancelled: isCancelled)
            case .photoPrism: try PhotoPrismMonthReader().read(body, of: month, isCancelled: isCancelled)
            }
        }
    }

    /// The list is about to show `catalogue`, or another version of what it shows.
    func open(_ catalogue: Catalogue) {
        retryTimer = nil
        waiting = []
        generation += 1
        guard let told = catalogue.facts.months else {
            loader.use([], read: nil)
            merging.use(nil, [])
            (months, sections, read, old) = (nil, TimelineSections(), ReadMonths(), [])
            list.timeline.source = nil
            return
        }
        var sections = TimelineSections(told.sections.map { ($0.month, $0.count) })
        let before = months
        let known = before?.placesOfSections ?? [:]
        for place in told.sections.indices {
            // The catalogue keeps their rows.
            let rows = catalogue.rows(ofLibraryMonth: place)
            guard let old = known[told.key(ofSection: place)], let content = self.sections.sections[old].content,
                content.ratios.count == rows.count
            else { continue }
            sections.fill(place, with: content)
        }
        let oldAddresses = Set(old.compactMap { before?.months[$0].address })
        (months, self.sections) = (told, sections)
        read = ReadMonths(told.sections.indices.filter { sections.sections[$0].content != nil })
        old = Set(told.months.indices.filter { oldAddresses.contains(told.months[$0].address) })
        loader.use(told.months, read: Reader())
        let lines = catalogue.facts.lines
        merging.use(told, lines.isEmpty ? [("", catalogue.base)] : lines.map { ($0.member.name, $0.base) })
        list.timeline.source = self
    }

    /// What reads months of `catalogue` that are not on screen, for a save; nil if it has none.
    func reader(of catalogue: Catalogue) -> SectionReader? {
        SectionReader(
            of: catalogue, reader: Reader(), fetcher: fetcher, store: store, mainContext: MainContext.shared
        ) { MainTimer(after: $0, $1) }
    }

    // MARK: - Months on screen

    private func rested() {
        guard months != nil else { return }
        want(list.visible.photos.map(\.record))
    }

    /// Reads the months of these photos, the first one first, and gives up others.
    func want(_ records: [PhotoRecord]) {
        guard let catalogue = list.catalogue, let months else { return }
        var wanted: [Int] = []
        var seen: Set<Int> = []
        for record in records {
            guard let entry = list.records.entry(of: record), let section = catalogue.libraryMonth(ofRow: entry) else {
                continue
            }
            let lists = months.sections[section].lists
            // Its record may say so a moment later.
            if catalogue.isUnread(at: entry), let failure = failure(of: section) { record.failedToRead(failure) }
            guard seen.insert(section).inserted, !waiting.contains(section) else { continue }
            let isUnread = catalogue.isUnreadMonth(section)
            if !isUnread {
                read.use(section)
                wanted += lists.filter { old.contains($0) && loader.failure(of: $0) == nil }
            }
            if isUnread || lists.count > 1 { wanted += lists.filter { !merging.has($0) && !wanted.contains($0) } }
            // Folders have no list to be read.
            if isUnread { merging.consider(section) }
        }
        loader.want(wanted, renewed: old)
        // Of a month that was left before all its lists were there, none is of use.
        let used = seen.union(waiting).union(read.months)
        merging.forget { !used.contains($0) }
        retryTimer = loader.millisecondsUntilDue(wanted).map { milliseconds in
            MainTimer(after: milliseconds + 1) { [weak self] in self?.list.loading.requestPass() }
        }
    }

    /// Why the unread rows of a section could not be read; nil if they may yet be. They are those of lists that have
    /// failed, or of all while none is there.
    private func failure(of section: Int) -> PhotoFailure? {
        guard let lists = months?.sections[section].lists else { return nil }
        guard list.catalogue?.isUnreadMonth(section) != false else {
            return lists.filter { !merging.has($0) }.compactMap { loader.failure(of: $0) }.first
        }
        let failures = lists.compactMap { loader.failure(of: $0) }
        return failures.count == lists.count ? failures.first : nil
    }

    private func section(of list: Int) -> Int? { months?.section(ofList: list) }

    private func loaded(_ list: Int, _ content: MonthContent, isOld: Bool) {
        guard let section = section(of: list) else { return }
        if isOld { old.insert(list) } else { old.remove(list) }
        if isMerged(section) {
            merging.take(content, of: list, in: section)
        } else {
            fill(section, with: content)
        }
    }

    /// Whether a section's rows are merged, or take the names of their libraries.
    private func isMerged(_ section: Int) -> Bool {
        list.catalogue?.facts.lines.isEmpty == false || (months?.sections[section].lists.count ?? 0) > 1
    }

    /// The photos of a section are known, or others than before.
    private func fill(_ month: Int, with content: MonthContent) {
        waiting.insert(month)
        list.placing.whenReplaced { [weak self, generation] in
            guard let self, generation == self.generation else { return }
            fillNow(month, with: content)
            // Until then the list does not know its rows, and would want them again.
            list.placing.whenReplaced { [weak self] in
                if let self, generation == self.generation { waiting.remove(month) }
            }
        }
    }

    private func fillNow(_ month: Int, with content: MonthContent) {
        guard var catalogue = list.catalogue, months?.sections.indices.contains(month) == true else { return }
        let rows = catalogue.rows(ofLibraryMonth: month)
        let before = catalogue
        catalogue.read(libraryMonth: month, as: content.segment)
        sections.fill(month, with: content.timeline)
        read.use(month)
        forgetOldest(in: &catalogue, shown: before)
        let change = MonthChange(of: month, from: before, to: catalogue)
        if change.isFirstReading {
            list.read(rows, of: catalogue)
            list.timeline.fill(month, with: content.timeline)
        } else {
            replace(with: catalogue, after: change)
        }
    }

    private func forgetOldest(in catalogue: inout Catalogue, shown: Catalogue) {
        let onScreen = list.visible.entries + [list.placing.aimedEntry].compactMap(\.self)
        let forgotten = read.forgetOldest(
            in: &catalogue, shown: shown, onScreen: onScreen, selected: list.selection.entries)
        for month in forgotten { merging.forget(month) }
    }

    /// Shows `catalogue` in place of the shown one. A month has more or fewer photos than was said, or has others than
    /// before: those that are in both keep their places on screen, and stay selected.
    private func replace(with catalogue: Catalogue, after change: MonthChange) {
        var change = change
        // Rows that have just come stand where the list is about to go to.
        let onScreen = list.entriesInView
        var stays: (old: Int, new: Int)?
        for entry in onScreen where stays == nil { stays = change.number(of: entry).map { (old: entry, new: $0) } }
        // After End it is the last one that matters, not what is above it.
        let focused = list.visible.focusedEntry(wholly: false)
        let near = ([focused].compactMap(\.self) + onScreen).lazy.compactMap { [change] entry in
            change.place(of: entry).map { (old: entry, new: $0) }
        }.first
        list.replace(
            with: catalogue, at: stays ?? near, selected: change.numbers(of: list.selection.entries),
            focused: list.placing.focusToKeep.flatMap { change.number(of: $0) ?? change.place(of: $0) },
            isSameLibrary: true, isNear: stays == nil)
    }

    private func failed(_ list: Int) {
        guard let section = section(of: list) else { return }
        merging.failed(list, in: section)
        if let failure = failure(of: section) { failedToRead(section, failure) }
    }

    private func failedToRead(_ section: Int, _ failure: PhotoFailure) {
        guard let rows = list.catalogue?.rows(ofLibraryMonth: section) else { return }
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
        for list in months?.sections[month].lists ?? 0..<0 { loader.forgetFailure(of: list) }
        for other in list.records.liveRecords where list.records.entry(of: other).map(rows.contains) == true {
            other.readAgain()
        }
    }

    /// A person wants the months of now: their server is asked for those that are read, once they are on screen.
    func renew() { old = Set(read.months.flatMap { months?.sections[$0].lists ?? 0..<0 }) }

    /// The window closes.
    func close() {
        retryTimer = nil
        loader.use([], read: nil)
        merging.use(nil, [])
    }
}
