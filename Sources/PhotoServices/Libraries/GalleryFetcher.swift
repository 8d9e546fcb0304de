import Foundation
import PhotoCore

/// Fetches the photos of a Piwigo gallery for those who may see them: before its first page, a person signs in where
/// nothing is to be seen otherwise, or where the address names who does. All else passes through. From any thread.
///
/// A gallery whose guests see some photos answers them all the same when a session has ended: so it is asked who has
/// signed in, before each page. A guest's page among those of a person would lose some photos, and show others twice.
package final class GalleryFetcher: DataFetching {
    private let fetcher: any DataFetching
    private let places: LibraryPlaces

    /// Fetches by `fetcher`, whose requests are authorized by `places`.
    package init(_ fetcher: any DataFetching, places: LibraryPlaces) {
        (self.fetcher, self.places) = (fetcher, places)
    }

    /// See ``DataFetching``.
    package func discard(_ url: URL) { fetcher.discard(url) }

    /// See ``DataFetching``.
    package func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        guard let place = place(of: request) else {
            return fetcher.fetch(request, progress: progress, completion: completion)
        }
        let task = StepwiseTask()
        let completion = task.ending(completion)
        open(place, request.url, task) { [fetcher] failure in
            if let failure { return completion(.failure(failure)) }
            task.follow(fetcher.fetch(request, progress: progress, completion: completion))
        }
        return task
    }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        guard let place = place(of: request) else {
            return fetcher.stream(request, flow: flow, receive: receive)
        }
        let task = StepwiseTask()
        let receive = { @Sendable (event: FetchEvent) in
            if case .ended = event { task.end() }
            receive(event)
        }
        open(place, request.url, task) { [fetcher] failure in
            if let failure { return receive(.ended(failure)) }
            task.follow(fetcher.stream(request, flow: flow, receive: receive))
        }
        return task
    }

    /// The place of the page that is requested; nil for all else. An address without a name means the person who has
    /// signed in.
    private func place(of request: FetchRequest) -> LibraryPlace? {
        guard request.method == .get, let place = GalleryAddress.place(of: request.url) else { return nil }
        guard request.url.user?.isEmpty != false, let opened = places.opened(like: place) else { return place }
        let goesOn = GalleryAddress.firstPage(of: request.url) != nil
        return goesOn || places.access(of: opened) != nil ? opened : place
    }

    /// Has a person sign in to the gallery with the photos at `url`, if that helps. Calls `then` once, with a failure
    /// if the photos are not to be fetched.
    private func open(
        _ place: LibraryPlace, _ url: URL, _ task: StepwiseTask, then: @escaping @Sendable (FetchFailure?) -> Void
    ) {
        let isFurther = GalleryAddress.firstPage(of: url) != nil
        places.add(place, goesOn: isFurther)
        let known = places.access(of: place)
        if known == nil {
            if isFurther {
                // Otherwise, a guest has begun the list.
                return places.lacksPerson(place) ? signIn(url, task, isNeeded: true, then: then) : then(nil)
            }
            if url.user?.isEmpty == false { return signIn(url, task, then: then) }
        }
        let question = known == nil ? GalleryAddress.anything : GalleryAddress.someone
        ask(question, at: url, .get, task) { [self] result in
            switch result {
            case .failure(.cancelled): then(.cancelled)
            // The page itself will say why, or is there from an earlier time.
            case .failure(let failure): then(isFurther && places.lacksPerson(place) ? failure : nil)
            case .success(let answer):
                let isNobody = known == nil ? GalleryLogin.isEmpty(answer.data) : GalleryLogin.isGuest(answer.data)
                if isNobody { places.end(known, of: place) }
                // The question may have had a person sign in, or another request.
                guard isNobody, places.access(of: place) == nil else { return then(nil) }
                signIn(url, task, isNeeded: isFurther, then: then)
            }
        }
    }

    /// Has a person sign in. If that fails, guests see what they may, unless it `isNeeded`.
    private func signIn(
        _ url: URL, _ task: StepwiseTask, isNeeded: Bool = false, then: @escaping @Sendable (FetchFailure?) -> Void
    ) {
        ask(GalleryAddress.person, at: url, .signedIn, task) { result in
            switch result {
            case .failure(let failure) where isNeeded || failure == .cancelled: then(failure)
            default: then(nil)
            }
        }
    }

    private func ask(
        _ question: String, at url: URL, _ method: FetchMethod, _ task: StepwiseTask,
        answered: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) {
        guard let address = URL(string: question, relativeTo: url)?.absoluteURL else {
            return answered(.failure(.noWebAddress(url.absoluteString)))
        }
        let request = FetchRequest(url: address, limit: GalleryLogin.mostBytes, revalidates: true, method: method)
        task.follow(fetcher.fetch(request, progress: { _ in }, completion: answered))
    }
}
