import Foundation

/// Fetches a row's picture in the size at which it is shown, where a server gives it in many (``ScaledPicture``). All
/// else passes through. From any thread.
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
        return fetcher.fetch(request.at(url), progress: progress) { result in
            completion(
                result.map { fetched in
                    var fetched = fetched
                    fetched.photoSize = picture.whole
                    return fetched
                })
        }
    }

    /// See ``DataFetching``.
    package func stream(
        _ request: FetchRequest, flow: FetchFlow, receive: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
        fetcher.stream(request, flow: flow, receive: receive)
    }

    /// See ``DataFetching``. Of a picture in many sizes, all are removed.
    package func discard(_ url: URL) {
        for each in ScaledPicture(url)?.addresses ?? [url] { fetcher.discard(each) }
    }
}
