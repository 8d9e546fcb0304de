import Foundation
import PhotoCore
import Synchronization

/// Fetches lists of months. Where an Immich server has counted a month's photos, but has no list of them, it is asked
/// for all that were taken in that time. All else passes through. From any thread.
///
/// The lists belong to the server's own pages, and may be elsewhere one day.
package final class ImmichMonthFetcher: DataFetching {
    private let fetcher: any DataFetching

    /// Fetches by `fetcher`.
    package init(_ fetcher: any DataFetching) { self.fetcher = fetcher }

    /// See ``DataFetching``.
    package func discard(_ url: URL) { fetcher.discard(url) }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        fetcher.stream(request, flow: flow, receive: receive)
    }

    /// See ``DataFetching``.
    package func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        guard request.method == .get, let question = MonthQuestion(forListAt: request.url) else {
            return fetcher.fetch(request, progress: progress, completion: completion)
        }
        let task = StepwiseTask()
        let completion = task.ending(completion)
        task.follow(
            fetcher.fetch(request, progress: progress) { [fetcher] result in
                guard case .failure(let failure) = result, ImmichInterface.meansNoTimeline(failure) else {
                    return completion(result)
                }
                MonthSearch(question, for: request, by: fetcher, task, completion).ask(for: 1)
            })
        return task
    }
}

/// The question for the photos of a month.
private struct MonthQuestion: Sendable {
    let address: URL
    private let part: LibraryLocation.Part
    private let first, last: String

    /// Nil unless a month's list is at `list`.
    init?(forListAt list: URL) {
        guard let (library, name) = LibraryLocation.month(ofListAt: list), let month = ImmichInterface.month(name),
            let address = library.url(of: ImmichLists.finding)
        else { return nil }
        (self.address, part) = (address, library.part)
        // The server takes these for times in UTC, from which cameras' clocks differ by up to 14 hours.
        let (before, after) = (Self.month(month.number - 1), Self.month(month.number + 1))
        (first, last) = (before + "-28T00:00:00.000Z", after + "-02T00:00:00.000Z")
    }

    private static func month(_ number: Int) -> String {
        let (year, month) = (number / 12, number % 12 + 1)
        let padded = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        return padded + (month < 10 ? "-0" : "-") + String(month)
    }

    func page(_ number: Int) -> FetchMethod {
        var wish = ImmichLists.wish(for: part)
        (wish["takenAfter"], wish["takenBefore"], wish["order"]) = (first, last, "desc")
        return ImmichLists.question(wish, page: number, length: ImmichLists.longestPage)
    }
}

extension TimelineMonth {
    /// Counts months since the year 0.
    fileprivate var number: Int { max(1, year * 12 + month - 1) }
}

/// One search for the photos of a month, page by page. From any thread.
private final class MonthSearch: Sendable {
    private struct Found {
        var ids: Set<String> = []
        var pages: [Data] = []
        var byteCount = 0
    }
    private enum Next {
        case page
        case end([Data])
        case failure(FetchFailure)
    }
    private let question: MonthQuestion
    private let request: FetchRequest
    private let fetcher: any DataFetching
    private let task: StepwiseTask
    private let completion: @Sendable (Result<FetchedData, FetchFailure>) -> Void
    private let found = Mutex(Found())

    /// In place of the list for which `request` asks. Calls `completion` once.
    init(
        _ question: MonthQuestion, for request: FetchRequest, by fetcher: any DataFetching, _ task: StepwiseTask,
        _ completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) {
        (self.question, self.request, self.fetcher) = (question, request, fetcher)
        (self.task, self.completion) = (task, completion)
    }

    /// Asks for a page, the first of which is 1, and for those that follow it.
    func ask(for page: Int) {
        let wanted = FetchRequest(url: question.address, limit: request.limit, method: question.page(page))
        task.follow(
            fetcher.fetch(wanted, progress: { _ in }) { [self] result in
                switch result {
                case .success(let fetched): take(fetched.data, page)
                case .failure(let failure): completion(.failure(failure))
                }
            })
    }

    private func take(_ body: Data, _ page: Int) {
        switch next(after: body, page) {
        case .page: ask(for: page + 1)
        case .end(let pages): completion(.success(FetchedData(data: Self.list(of: pages), url: request.url)))
        case .failure(let failure): completion(.failure(failure))
        }
    }

    private func next(after body: Data, _ page: Int) -> Next {
        do throws(CatalogueFailure) {
            let assets = try ImmichAssets(in: body)
            let ids = (0..<assets.count).map { assets.text(.id, $0) }
            let hasNext = ImmichLists.hasNext(after: assets, of: ImmichLists.longestPage)
            let limit = request.limit
            return found.withLock { found -> Next in
                let before = found.ids.count
                found.ids.formUnion(ids)
                found.byteCount += body.count
                guard found.byteCount <= limit else { return .failure(.tooLarge(limit: limit)) }
                // The server may send the same page for ever.
                let isNew = found.ids.count > before
                if isNew { found.pages.append(body) }
                return isNew && hasNext && page < ImmichLists.mostPagesOfAll ? .page : .end(found.pages)
            }
        } catch {
            return .failure(.other(reason: error.description))
        }
    }

    /// All pages as one answer, which says that it was found (``ImmichMonthReader``).
    private static func list(of pages: [Data]) -> Data {
        let (begin, between, end) = (Data(#"{"nextPage":null"#.utf8), Data(#","page":"#.utf8), Data("}".utf8))
        var list = begin
        list.reserveCapacity(pages.reduce(begin.count + end.count) { $0 + between.count + $1.count })
        for page in pages {
            list += between
            list += page
        }
        return list + end
    }
}
