import Foundation
import PhotoCore

/// Which of the lists that a sidebar offers each Nextcloud or ownCloud server refuses: ownCloud has no albums and no
/// places, and finds no favourites by these questions. Each server is asked once, when its lists are to be offered.
@MainActor
package final class CloudLists {
    package typealias Change = @MainActor @Sendable () -> Void

    /// The questions to a server that run.
    private struct Round {
        var running = 1
        /// Whom to tell of refusals.
        var listeners: [ObjectIdentifier: Change] = [:]
    }
    private let fetcher: any DataFetching
    private let mainContext: any MainContextPerforming
    /// By interface.
    private var rounds: [URL: Round] = [:]
    /// The lists of which it is known whether they exist.
    private var answered: Set<CloudSearch.List> = []
    /// The lists that do not exist.
    package private(set) var refused: Set<CloudSearch.List> = []

    /// Asks by `fetcher`.
    package init(_ fetcher: any DataFetching, mainContext: any MainContextPerforming) {
        (self.fetcher, self.mainContext) = (fetcher, mainContext)
    }

    /// Asks the server of the folder, or of the list, at `url`, about the lists of which nothing is known. Calls
    /// `changed` for each list that it refuses, once for each `window` that asks while the questions run.
    package func ask(at url: URL, for window: AnyObject, changed: @escaping Change) {
        let unknown = [CloudSearch.Wish.favourites, .albums, .places].compactMap { CloudSearch(at: url, $0) }
            .filter { !answered.contains($0.list) }
        guard let search = unknown.first else { return }
        let interface = search.interface
        let isRunning = rounds[interface] != nil
        rounds[interface, default: Round()].listeners[ObjectIdentifier(window)] = changed
        guard !isRunning else { return }
        if let person = search.person { return ask(unknown, about: person, at: interface) }
        let request = FetchRequest(url: interface, limit: CloudSearchFiller.mostBytes, method: .person)
        fetch(request) { [weak self] result in
            guard let self else { return }
            guard case .success(let answer) = result, let person = CloudSearchFiller.person(in: answer.data) else {
                // At another time.
                rounds[interface] = nil
                return
            }
            ask(unknown, about: person, at: interface)
        }
    }

    private func ask(_ searches: [CloudSearch], about person: String, at interface: URL) {
        let questions = searches.compactMap { search in
            question(search, about: person).map { (list: search.list, request: $0) }
        }
        rounds[interface]?.running = questions.count
        if questions.isEmpty { rounds[interface] = nil }
        for (list, request) in questions {
            fetch(request) { [weak self] in self?.take($0, of: list, at: interface) }
        }
    }

    private func take(_ result: Result<FetchedData, FetchFailure>, of list: CloudSearch.List, at interface: URL) {
        switch result {
        case .success: answered.insert(list)
        case .failure(let failure) where Self.meansNone(failure):
            answered.insert(list)
            if refused.insert(list).inserted {
                // Who asks again now belongs to this round: a failure is no reason to go on asking.
                let listeners = rounds[interface]?.listeners ?? [:]
                for changed in listeners.values { changed() }
            }
        // At another time.
        case .failure: break
        }
        rounds[interface]?.running -= 1
        if rounds[interface]?.running == 0 { rounds[interface] = nil }
    }

    /// The shortest question that shows whether there is a list.
    private func question(_ search: CloudSearch, about person: String) -> FetchRequest? {
        let limit = CloudSearchFiller.mostBytes
        if let folder = search.lists(of: person).first {
            return FetchRequest(url: folder.address, limit: limit, method: .folderAlone)
        }
        return search.question(about: person, most: 1).map {
            FetchRequest(url: search.interface, limit: limit, method: $0)
        }
    }

    private func fetch(
        _ request: FetchRequest, _ take: @escaping @MainActor @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) {
        _ = fetcher.fetch(request, progress: { _ in }) { [mainContext] result in
            mainContext.perform { take(result) }
        }
    }

    /// Not there, not for this person, not allowed for what it is, or not known.
    private static func meansNone(_ failure: FetchFailure) -> Bool {
        guard case .refused(let status, _, _) = failure else { return false }
        return [403, 404, 405, 501].contains(status)
    }
}
