import Foundation

/// Fetches a row's picture in the size at which it is shown, where a server gives it in many (``ScaledPicture``); where
/// it refuses that size, in the usual one. All else passes through. From any thread.
package struct ScaledFetcher: DataFetching {
    private let fetcher: any DataFetching

    /// Fetches by `fetcher`.
    package init(_ fetcher: any DataFetching) { self.fetcher = fetcher }

    /// See ``DataFetching``. A picture that is smaller than its photo says how large that is.
    package func fetch(
        _ request: FetchRequest, progress: @escaping @Sendable (FetchProgress) -> Void,
        completion: @escaping @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) -> any FetchTask {
        guard let wanted = request.wanted, let picture = ScaledPicture(request.url),
            let url = picture.address(filling: wanted)
        else { return fetcher.fetch(request, progress: progress, completion: completion) }
        let usual = picture.usualAddress
        let task = StepwiseTask()
        let completion = task.ending(completion)
        task.follow(
            fetcher.fetch(request.at(url), progress: progress) { [fetcher] result in
                guard case .failure(let failure) = result, failure.mayBeAboutSize, let usual, usual != url else {
                    return completion(result.map { $0.of(picture.whole) })
                }
                task.follow(fetcher.fetch(request.at(usual), progress: progress, completion: completion))
            })
        return task
    }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        fetcher.stream(request, flow: flow, receive: receive)
    }

    /// See ``DataFetching``. Of a picture in many sizes, all are removed.
    package func discard(_ url: URL) {
        guard let picture = ScaledPicture(url) else { return fetcher.discard(url) }
        for each in Set(picture.addresses + [picture.usualAddress].compactMap(\.self)) { fetcher.discard(each) }
    }
}

extension FetchedData {
    /// A smaller picture of a photo that has this size.
    fileprivate func of(_ whole: PixelSize) -> FetchedData {
        var fetched = self
        fetched.photoSize = whole
        return fetched
    }
}

extension FetchFailure {
    /// Whether the server may refuse the size rather than the picture: some make fewer sizes, or smaller ones, than
    /// they say. A busy server is not asked for another one at once.
    fileprivate var mayBeAboutSize: Bool {
        if case .refused(let status, _, _) = self { [400, 403, 404, 413, 501].contains(status) } else { false }
    }
}
