import Foundation

/// A month that a server has listed.
package struct MonthContent: Sendable {
    /// Its rows.
    package let segment: CatalogueSegment
    /// The days and ratios of its photos.
    package let timeline: TimelineSections.Content

    /// Rows with their days and ratios: as many of both.
    package init(segment: CatalogueSegment, timeline: TimelineSections.Content) {
        (self.segment, self.timeline) = (segment, timeline)
    }
}

/// Reads the list of a month. On a worker.
package protocol MonthReading: Sendable {
    /// The photos in `body`, which is a server's list for `month`. Throws `notACatalogue` if it is none, and
    /// `cancelled` if it is no longer wanted.
    func read(
        _ body: Data, of month: LibraryMonths.Month, isCancelled: @escaping @Sendable () -> Bool
    ) throws(CatalogueFailure) -> MonthContent
}

/// Reads the months that are wanted, from the disk or from their server, and gives up the others.
@MainActor
package final class MonthLoader {
    private struct Loading {
        var task: (any FetchTask)?
        let flag: CancellationFlag
    }

    private let fetcher: any DataFetching
    private let store: (any LibraryStoring)?
    private var reader: (any MonthReading)?
    private let mainContext: any MainContextPerforming
    private let retries: Retries
    private let now: @Sendable () -> Double
    private let queue = DispatchQueue(label: "Month queue", qos: .userInitiated)
    /// Looks up what is kept: a month that is not must not wait for another one that is read.
    private let looking = DispatchQueue(label: "Month look-up queue", qos: .userInitiated)
    /// What is kept takes longer than what is looked up, and nobody waits for it.
    private let keeping = DispatchQueue(label: "Month keeping", qos: .utility)
    private var months: [LibraryMonths.Month] = []
    private var loading: [Int: Loading] = [:]
    private var waiting: [Int] = []
    /// Those whose server is asked, whatever is kept.
    private var renewed: Set<Int> = []
    private var failures: [Int: PhotoFailure] = [:]
    /// How many photos of a list were not counted.
    private var uncounted: [Int: Int] = [:]
    /// How many photos the library has, with those that were not counted.
    private var photoCount = 0
    private let mostPhotos: Int

    /// Called with a month that is there; `isOld` says that its server should be asked again.
    package var loaded: (@MainActor (_ month: Int, MonthContent, _ isOld: Bool) -> Void)?
    /// Called with a month whose server has the same list as before.
    package var confirmed: (@MainActor (_ month: Int) -> Void)?
    /// Called with a month that failed to load.
    package var failed: (@MainActor (_ month: Int, PhotoFailure) -> Void)?
    /// Called with a month whose fetch was cancelled, but not by this loader.
    package var dropped: (@MainActor (_ month: Int) -> Void)?

    /// Whether nothing is to be fetched at the moment: the list moves. What is wanted then is wanted again at its rest.
    package var isHeld: (@MainActor () -> Bool)?

    /// Two fill a screen, and leave the server time for photos.
    package nonisolated static let mostAtOnce = 2
    /// 64 MiB: a month of a million photos.
    package nonisolated static let longestList = 64 << 20

    /// A loader without months. Lists that `fetcher` has fetched are kept in `store`. A list that makes the library
    /// longer than `mostPhotos` fails. `now` returns seconds since 1970.
    package init(
        fetcher: any DataFetching, store: (any LibraryStoring)? = nil, mainContext: any MainContextPerforming,
        retries: Retries = Retries(), mostPhotos: Int = LibraryMonths.mostPhotos,
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        (self.fetcher, self.store, self.mainContext) = (fetcher, store, mainContext)
        (self.retries, self.mostPhotos, self.now) = (retries, mostPhotos, now)
    }

    /// Loads months of another library, whose lists `reader` reads, and gives up those of the last one.
    package func use(_ months: [LibraryMonths.Month], read reader: (any MonthReading)?) {
        want([])
        // Another version of the library keeps the rows of months that are the same.
        var known: [LibraryMonths.Month: Int] = [:]
        for (list, count) in uncounted { known[Self.plain(self.months[list])] = count }
        (self.months, self.reader) = (months, reader)
        (failures, uncounted) = ([:], [:])
        photoCount = months.reduce(0) { $0 + $1.count }
        guard !known.isEmpty else { return }
        for (list, month) in months.enumerated() { _ = note(known[Self.plain(month)] ?? 0, of: list) }
    }

    /// A month, whichever of the libraries it is of.
    private static func plain(_ month: LibraryMonths.Month) -> LibraryMonths.Month {
        var month = month
        month.library = 0
        return month
    }

    /// Notes how many photos of a list were not counted; false if the library becomes too long.
    private func note(_ count: Int, of list: Int) -> Bool {
        let change = count - (uncounted[list] ?? 0)
        guard change <= 0 || photoCount + change <= mostPhotos else { return false }
        photoCount += change
        uncounted[list] = count == 0 ? nil : count
        return true
    }

    /// Loads these months, the first one first. Others are not wanted any more. Months that have failed are loaded
    /// again when that is due. For those in `renewed`, the server is asked, whatever is kept.
    package func want(_ wanted: [Int], renewed: Set<Int> = []) {
        self.renewed = renewed
        for (month, loading) in loading where !wanted.contains(month) {
            loading.flag.cancel()
            loading.task?.cancel()
            self.loading[month] = nil
        }
        waiting = wanted.filter { month in
            months.indices.contains(month) && loading[month] == nil
                && (failures[month] == nil || retries.isDue(months[month].address))
        }
        startNext()
    }

    /// Why a month failed to load at the last try; nil if it may be loaded.
    package func failure(of month: Int) -> PhotoFailure? { failures[month] }

    /// Milliseconds until one of `months` may be loaded again; nil if none is to be, or if those are being loaded.
    package func millisecondsUntilDue(_ months: [Int]) -> Int? {
        months.compactMap { month in
            guard failures[month] != nil, loading[month] == nil, !waiting.contains(month),
                self.months.indices.contains(month)
            else { return nil }
            return retries.millisecondsUntilDue(self.months[month].address)
        }.min()
    }

    /// A person wants this month to be tried again.
    package func forgetFailure(of month: Int) {
        guard failures.removeValue(forKey: month) != nil, months.indices.contains(month) else { return }
        retries.forget(months[month].address)
    }

    /// A person wants all to be tried again, or the network is back.
    package func forgetFailures() { for month in failures.keys { forgetFailure(of: month) } }

    private func startNext() {
        while loading.count < Self.mostAtOnce, let month = waiting.first {
            waiting.removeFirst()
            start(month)
        }
    }

    private func start(_ month: Int) {
        guard let reader else { return }
        let flag = CancellationFlag()
        loading[month] = Loading(flag: flag)
        let told = months[month]
        // At once, because the list may move again soon.
        guard let store, store.mayHaveList(of: told) else { return fetch(month, with: reader, flag) }
        let isRenewed = renewed.contains(month)
        looking.async { [weak self, queue, mainContext, now] in
            if flag.isCancelled { return }
            let kept = store.list(of: told)
            let fetch: @Sendable () -> Void = {
                mainContext.perform {
                    guard let self, !flag.isCancelled else { return }
                    guard self.isHeld?() != true else {
                        self.loading[month] = nil
                        return
                    }
                    self.fetch(month, with: reader, flag, known: isRenewed ? kept?.body : nil)
                }
            }
            guard !isRenewed, let kept else { return fetch() }
            queue.async {
                // A list that is no longer understood is fetched again.
                guard let content = try? reader.read(kept.body, of: told, isCancelled: { flag.isCancelled }) else {
                    return fetch()
                }
                let isOld = kept.isOld(at: now())
                mainContext.perform { if !flag.isCancelled { self?.ended(month, .success((content, isOld))) } }
            }
        }
    }

    /// Fetches a month's list. One that is `known` need not be read.
    private func fetch(
        _ month: Int, with reader: any MonthReading, _ flag: CancellationFlag, known: Data? = nil
    ) {
        let told = months[month]
        let request = FetchRequest(
            url: told.address, limit: Self.longestList, revalidates: renewed.contains(month))
        let removals = store?.removals ?? 0
        let task = fetcher.fetch(request, progress: { _ in }) {
            [weak self, queue, keeping, mainContext, store, now] result in
            queue.async {
                if flag.isCancelled { return }
                let outcome = Self.read(result, of: told, with: reader, flag, known: known)
                mainContext.perform { if !flag.isCancelled { self?.ended(month, outcome) } }
                guard case .success = outcome, let store, let fetched = try? result.get(), !fetched.isStale else {
                    return
                }
                let list = KeptList(body: fetched.data, asked: now())
                keeping.async { store.keep(list, of: told, since: removals) }
            }
        }
        loading[month]?.task = task
    }

    /// A month's content, and whether it is old; nil if the list is the `known` one.
    private typealias Outcome = Result<(content: MonthContent, isOld: Bool)?, PhotoFailure>

    private nonisolated static func read(
        _ result: Result<FetchedData, FetchFailure>, of month: LibraryMonths.Month, with reader: any MonthReading,
        _ flag: CancellationFlag, known: Data?
    ) -> Outcome {
        do throws(FetchFailure) {
            let fetched = try result.get()
            if fetched.data == known { return .success(nil) }
            do throws(CatalogueFailure) {
                return .success((try reader.read(fetched.data, of: month, isCancelled: { flag.isCancelled }), false))
            } catch {
                return .failure(.fetch(.other(reason: reason(error))))
            }
        } catch {
            return .failure(.fetch(error))
        }
    }

    private nonisolated static func reason(_ failure: CatalogueFailure) -> String {
        guard case .tooManyPhotos = failure else { return failure.description }
        return localized("The server lists far more photos of this month than it counts.")
    }

    private func ended(_ month: Int, _ outcome: Outcome) {
        loading[month] = nil
        switch outcome {
        case .success(let known?):
            guard note(max(0, known.content.segment.count - months[month].count), of: month) else {
                let failure = CatalogueFailure.tooManyPhotos(limit: mostPhotos)
                return ended(month, .failure(.fetch(.other(reason: failure.description))))
            }
            forgetFailure(of: month)
            loaded?(month, known.content, known.isOld)
        case .success(nil):
            forgetFailure(of: month)
            confirmed?(month)
        // Not by this loader: a list wants it at its next rest.
        case .failure(.fetch(.cancelled)): dropped?(month)
        case .failure(let failure):
            failures[month] = failure
            retries.noteFailure(failure, of: months[month].address)
            failed?(month, failure)
        }
        // The list may have begun to move since the others were wanted.
        if !waiting.isEmpty, isHeld?() == true { waiting.removeAll { store?.mayHaveList(of: months[$0]) != true } }
        startNext()
    }
}
