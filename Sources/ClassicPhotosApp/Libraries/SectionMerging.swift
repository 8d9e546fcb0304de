import Foundation
import GLibBridge
import PhotoCore

/// Merges what several libraries have of a month, as it becomes known. One that is slow holds up none of the others:
/// after a moment the month is shown without it, and again when it has answered.
@MainActor
final class SectionMerging {
    /// Called with the photos of a section, each time that more of them are known.
    var merged: (@MainActor (_ section: Int, MonthContent) -> Void)?
    /// Whether the list at a place is still to come.
    var isAwaited: (@MainActor (_ list: Int) -> Bool)?

    private var months: LibraryMonths?
    private var sources: [(name: String, base: URL)] = []
    /// What is read, by the list's place.
    private var contents: [Int: MonthContent] = [:]
    /// The lists that have failed, of which the last merges have rows that say nothing.
    private var missing: Set<Int> = []
    private var timers: [Int: MainTimer] = [:]
    /// Counts the merges of each section: the last one counts.
    private var merges: [Int: Int] = [:]
    private var flag = CancellationFlag()
    private let queue = DispatchQueue(label: "Merging", qos: .userInitiated)

    /// Longer, and the photos that are there would be missed.
    private static let patienceMilliseconds = 700

    /// Merges the sections of `months`, whose libraries have these names and bases. What is known of lists that were
    /// used before stays.
    func use(_ months: LibraryMonths?, _ sources: [(name: String, base: URL)]) {
        flag.cancel()
        flag = CancellationFlag()
        var known: [LibraryMonths.Month: MonthContent] = [:]
        for (list, content) in contents { known[plain(list)] = content }
        (self.months, self.sources, timers, merges, contents) = (months, sources, [:], [:], [:])
        missing = []
        for list in months?.months.indices ?? 0..<0 { contents[list] = known[plain(list)] }
    }

    /// A list's month, whichever of the libraries it is of: another one may have been added before it.
    private func plain(_ list: Int) -> LibraryMonths.Month {
        guard var month = months?.months[list] else {
            return LibraryMonths.Month(month: nil, count: 0, address: AllLibraries.url)
        }
        month.library = 0
        return month
    }

    /// Whether the photos of a list are known.
    func has(_ list: Int) -> Bool { content(of: list) != nil }

    private func content(of list: Int) -> MonthContent? {
        contents[list] ?? months.flatMap { $0.months.indices.contains(list) ? $0.months[list].known?.content : nil }
    }

    /// The photos of a list of this section are known.
    func take(_ content: MonthContent, of list: Int, in section: Int) {
        contents[list] = content
        consider(section)
    }

    /// Forgets the photos of a section, which is no longer shown.
    func forget(_ section: Int) {
        timers[section] = nil
        merges[section, default: 0] += 1
        for list in lists(of: section) { contents[list] = nil }
        missing.subtract(lists(of: section))
    }

    /// Forgets the photos of the sections for which this is true.
    func forget(where isUnused: (_ section: Int) -> Bool) {
        let sections = Set(contents.keys.compactMap { months?.section(ofList: $0) })
        for section in sections where isUnused(section) { forget(section) }
    }

    /// A list of this section has failed, for the first time or again.
    func failed(_ list: Int, in section: Int) { if !missing.contains(list) { consider(section) } }

    /// A section is wanted, or one of its lists is there or has failed.
    func consider(_ section: Int) {
        guard settled(section).contains(where: { has($0) }) else { return }
        guard lists(of: section).contains(where: { isLate($0) }) else { return merge(section) }
        guard timers[section] == nil else { return }
        timers[section] = MainTimer(after: Self.patienceMilliseconds) { [weak self] in self?.merge(section) }
    }

    /// A list that has failed is not late while it is tried again: its rows stay until it is there.
    private func isLate(_ list: Int) -> Bool { !has(list) && !missing.contains(list) && isAwaited?(list) == true }

    /// The lists of a section that are there or have failed, of those libraries that have no list still to come: a part
    /// of a library would have other photos at the places of its rows than the whole of it.
    private func settled(_ section: Int) -> [Int] {
        guard let months else { return [] }
        let lists = lists(of: section)
        let late = Set(lists.filter { isLate($0) }.map { months.months[$0].library })
        return lists.filter { !late.contains(months.months[$0].library) }
    }

    private func lists(of section: Int) -> Range<Int> {
        months.flatMap { $0.sections.indices.contains(section) ? $0.sections[section].lists : nil } ?? 0..<0
    }

    private func merge(_ section: Int) {
        timers[section] = nil
        let settled = settled(section)
        guard let months, settled.contains(where: { has($0) }) else { return }
        let failed = settled.filter { !has($0) }
        missing.subtract(lists(of: section))
        missing.formUnion(failed)
        // Their rows stay, to say so.
        let missingCount = failed.reduce(0) { $0 + months.months[$1].count }
        let parts = settled.compactMap { list -> MonthMerge.Source? in
            let library = months.months[list].library
            guard let content = content(of: list), sources.indices.contains(library) else { return nil }
            return MonthMerge.Source(content, base: sources[library].base, name: sources[library].name)
        }
        let number = merges[section, default: 0] + 1
        merges[section] = number
        queue.async { [weak self, flag] in
            let content = MonthMerge.merge(parts, missing: missingCount) { flag.isCancelled }
            MainContext.shared.perform {
                guard let self, let content, !flag.isCancelled, self.merges[section] == number else { return }
                self.merged?(section, content)
            }
        }
    }
}
