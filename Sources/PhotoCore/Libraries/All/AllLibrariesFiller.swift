import Foundation
import Synchronization

/// Opens all libraries as one: the months of each, as soon as it has answered.
///
/// One that is slow holds up none of the others: what is there after a moment is shown, and the rest is asked for again
/// (``CatalogueFacts/isKept``), without a second request. From any thread.
package final class AllLibrariesFiller: CatalogueFilling {
    private struct State {
        /// The readings of the members, by address: until all of them have ended.
        var readings: [String: MemberReading] = [:]
        /// How many fillings wait for each reading: of several windows, or of one that begins before another has ended.
        var waiting: [ObjectIdentifier: Int] = [:]
        /// What has become of the members the last time, by address.
        var last: [String: MemberReading.Outcome] = [:]
    }

    private let services: MemberReading.Services
    private let members: @Sendable () -> [AllLibraries.Member]
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// What is kept of most libraries is there in a few milliseconds.
    private static let patience = 1.0
    /// A list changes this often, at most, while libraries answer one after the other.
    private static let longPatience = 3.0

    /// Reads the `members` with `fillers`, or by `fetcher` as `formats`. Each opening calls `members` on a worker.
    package init(
        _ fetcher: any DataFetching, formats: CatalogueFormats, fillers: [any CatalogueFilling],
        mostRows: Int = LibraryMonths.mostPhotos, members: @escaping @Sendable () -> [AllLibraries.Member]
    ) {
        services = MemberReading.Services(fetcher: fetcher, formats: formats, fillers: fillers, mostRows: mostRows)
        self.members = members
    }

    /// See CatalogueFilling.
    package func fills(_ url: URL) -> Bool { AllLibraries.isAll(url) }

    /// See CatalogueFilling.
    package func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let members = AllLibraries.outermost(members())
        builder.facts.title = localized("All Libraries")
        builder.facts.formatName = localized("All Libraries")
        guard !members.isEmpty else {
            throw .notACatalogue(
                reason: localized("No library is remembered. Open one, or pin a folder, and it is shown here."))
        }
        let readings = begin(members, revalidates: builder.revalidates)
        try wait(for: readings, builder.revalidates ? Self.longPatience : Self.patience, &builder, pause)
        leave(readings)
        let outcomes = Self.fitting(readings.map(\.outcome))
        let isComplete = outcomes.allSatisfy { $0 != nil }
        remember(readings)
        builder.facts.lines = zip(readings, outcomes).map { Self.line(of: $0, $1) }
        builder.facts.unreadableFolderCount = outcomes.reduce(0) { $0 + ($1?.unreadableFolderCount ?? 0) }
        builder.facts.withoutAddressCount = outcomes.reduce(0) { $0 + ($1?.withoutAddressCount ?? 0) }
        builder.facts.isCutByServer = outcomes.contains { $0?.isCutByServer == true }
        // A check may have waited for a reading that began before it, of what was kept.
        builder.facts.isKept = !isComplete || readings.contains(where: \.isKept)
        // The check that follows asks only for what was kept.
        if !builder.facts.isKept { forget(readings) }
        let months = LibraryMonths(merging: outcomes.map { $0?.months ?? [] })
        if isComplete, months.months.isEmpty, let failure = outcomes.lazy.compactMap({ $0?.failure }).first {
            throw failure
        }
        builder.facts.months = months
    }

    /// No window shows all libraries any longer: their photos are no longer needed for another check.
    package func forget() {
        let unwanted = state.withLock { state -> [MemberReading] in
            let waiting = state.waiting
            let unwanted = state.readings.values.filter { waiting[ObjectIdentifier($0)] == nil }
            for reading in unwanted { Self.forget(reading, in: &state) }
            state.last = [:]
            return unwanted
        }
        for reading in unwanted { reading.cancel() }
    }

    private func remember(_ readings: [MemberReading]) {
        state.withLock { state in
            let earlier = state.last
            state.last = [:]
            for reading in readings {
                let address = reading.member.address
                state.last[address] = reading.outcome.flatMap { $0.months.isEmpty ? nil : $0 } ?? earlier[address]
            }
        }
    }

    /// The readings of `members`: those of the last time, if they still run or suffice, and new ones. The caller waits
    /// for them until it leaves them.
    private func begin(_ members: [AllLibraries.Member], revalidates: Bool) -> [MemberReading] {
        // As a whole: another filling that is given up must not cancel what is about to be waited for.
        state.withLock { state -> [MemberReading] in
            let (known, last) = (state.readings, state.last)
            let readings = members.enumerated().map { number, member in
                if let reading = known[member.address], reading.member == member, reading.number == number,
                    Self.isUsable(reading, revalidates)
                {
                    return reading
                }
                return MemberReading(
                    member, number: number, revalidates: revalidates, earlier: last[member.address], by: services
                ) { [bell] in bell.signal() }
            }
            for reading in readings { state.waiting[ObjectIdentifier(reading), default: 0] += 1 }
            for reading in known.values where state.waiting[ObjectIdentifier(reading)] == nil { reading.cancel() }
            state.readings = Dictionary(
                readings.map { ($0.member.address, $0) }, uniquingKeysWith: { first, _ in first })
            return readings
        }
    }

    /// The caller no longer waits for `readings`. Those that no other one waits for go on, unless they are given up.
    private func leave(_ readings: [MemberReading], givingUp: Bool = false) {
        let unwanted = state.withLock { state -> [MemberReading] in
            readings.filter { reading in
                let others = (state.waiting[ObjectIdentifier(reading)] ?? 1) - 1
                state.waiting[ObjectIdentifier(reading)] = others > 0 ? others : nil
                guard givingUp, others == 0 else { return false }
                Self.forget(reading, in: &state)
                return true
            }
        }
        for reading in unwanted { reading.cancel() }
    }

    private func forget(_ readings: [MemberReading]) {
        state.withLock { state in
            for reading in readings { Self.forget(reading, in: &state) }
        }
    }

    /// The next filling reads the member again, unless another one has begun to.
    private static func forget(_ reading: MemberReading, in state: inout State) {
        let address = reading.member.address
        if state.readings[address] === reading { state.readings[address] = nil }
    }

    /// Waits until all have ended, or for this many seconds if one has photos.
    private func wait(
        for readings: [MemberReading], _ seconds: Double, _ builder: inout CatalogueBuilder,
        _ pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure) {
        let end = DispatchTime.now() + seconds
        while true {
            let outcomes = readings.map(\.outcome)
            if !outcomes.contains(where: { $0 == nil }) { return }
            let hasPhotos = outcomes.contains { $0?.months.isEmpty == false }
            if hasPhotos, DispatchTime.now() >= end { return }
            _ = bell.wait(timeout: .now() + .milliseconds(50))
            do throws(CatalogueFailure) {
                try pause(&builder)
            } catch {
                leave(readings, givingUp: true)
                throw error
            }
        }
    }

    /// Whether a reading of a moment ago does: it still runs, or it has just ended.
    private static func isUsable(_ reading: MemberReading, _ revalidates: Bool) -> Bool {
        if reading.outcome == nil { return true }
        return !reading.isOlder(than: longestUse) && !(revalidates && reading.isKept)
    }

    /// In seconds: a slow library may take as long, and the others are not asked again meanwhile.
    private static let longestUse = 60.0

    /// What is shown of these: as many as one catalogue may have the photos of, the smallest first. One that is too
    /// long leaves the others their place.
    private static func fitting(_ outcomes: [MemberReading.Outcome?]) -> [MemberReading.Outcome?] {
        var (fitting, room) = (outcomes, LibraryMonths.mostPhotos)
        let counts = outcomes.map { $0?.photoCount ?? 0 }
        for index in outcomes.indices.sorted(by: { counts[$0] < counts[$1] }) {
            if counts[index] <= room { room -= counts[index] } else { fitting[index] = outcomes[index]?.leftOut }
        }
        return fitting
    }

    private static func line(of reading: MemberReading, _ outcome: MemberReading.Outcome?) -> AllLibraries.Line {
        guard let outcome else {
            return AllLibraries.Line(member: reading.member, state: .waiting, library: nil, base: AllLibraries.url)
        }
        let count = outcome.photoCount
        let failure = outcome.failure?.isAboutContent == true ? nil : outcome.failure
        return AllLibraries.Line(
            member: reading.member, state: failure.map { .failed($0, known: count) } ?? .shown(count),
            library: outcome.library, base: outcome.base)
    }
}
