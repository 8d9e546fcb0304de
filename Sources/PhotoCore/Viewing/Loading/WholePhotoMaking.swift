import Foundation

/// Gets whole photos for use outside the window: the clipboard, the printer, other programs. Uses what the page holds;
/// fetches and decodes the rest like the page.
@MainActor
package final class WholePhotoMaking {
    private let services: PhotoLoad.Services
    private var tasks: [Int: any FetchTask] = [:]
    private var flags: [Int: CancellationFlag] = [:]
    private var begun = 0

    package init(services: PhotoLoad.Services) { self.services = services }

    /// Gets all pixels of the photo at `url`, upright, rotated by `turn`, and filtered by `filter`; of a photo that is
    /// cut short, the available ones. Uses `load` first. Does not revalidate replies received after `seenSince`, in
    /// seconds since 1970. Reports nothing after a cancellation.
    package func picture(
        of url: URL, from load: PhotoLoad?, turn: ExifOrientation = .topLeft,
        filter: FilterChoice = FilterChoice(.none), seenSince: Double? = nil,
        completion: @escaping @MainActor @Sendable (Result<PhotoPlane, PhotoFailure>) -> Void
    ) {
        begun += 1
        let number = begun
        if let layer = load?.layers[0], load?.status == .ready {
            let total = layer.orientation.followed(by: turn)
            return work(number, completion) { (isCancelled) throws(DecodeFailure) in
                try Self.seen(layer.plane, total, filter, isCancelled)
            }
        }
        let fetcher = services.fetcher
        bytes(number, url, from: load, seenSince) { [weak self, decoder = services.decoder] result in
            switch result {
            case .failure(let failure): completion(.failure(.fetch(failure)))
            case .success(let fetched):
                self?.work(number, completion) { (isCancelled) throws(DecodeFailure) in
                    do throws(DecodeFailure) {
                        return try Self.decoded(fetched.data, turn, filter, decoder, isCancelled)
                    } catch {
                        if error.isOfBytes { fetcher.discard(url) }
                        throw error
                    }
                }
            }
        }
    }

    /// Gets the unchanged bytes of the photo at `url`. See ``picture(of:from:turn:seenSince:completion:)``.
    package func bytes(
        of url: URL, from load: PhotoLoad?, seenSince: Double? = nil,
        completion: @escaping @MainActor @Sendable (Result<FetchedData, PhotoFailure>) -> Void
    ) {
        begun += 1
        bytes(begun, url, from: load, seenSince) { completion($0.mapError { .fetch($0) }) }
    }

    /// Cancels running requests.
    package func cancel() {
        for task in tasks.values { task.cancel() }
        for flag in flags.values { flag.cancel() }
        tasks = [:]
        flags = [:]
    }

    private func bytes(
        _ number: Int, _ url: URL, from load: PhotoLoad?, _ seenSince: Double?,
        completion: @escaping @MainActor @Sendable (Result<FetchedData, FetchFailure>) -> Void
    ) {
        if let fetched = load?.fetched, fetched.extent == .whole { return completion(.success(fetched)) }
        let context = services.mainContext
        let request = FetchRequest(url: url, seenSince: seenSince)
        tasks[number] = services.fetcher.fetch(request, progress: { _ in }) { [weak self] result in
            context.perform {
                // Not after a cancellation.
                if self?.tasks.removeValue(forKey: number) != nil { completion(result) }
            }
        }
    }

    private func work(
        _ number: Int, _ completion: @escaping @MainActor @Sendable (Result<PhotoPlane, PhotoFailure>) -> Void,
        _ make: @escaping @Sendable (_ isCancelled: () -> Bool) throws(DecodeFailure) -> PhotoPlane
    ) {
        let context = services.mainContext
        let flag = CancellationFlag()
        let operation = BlockOperation {
            let result = Result { () throws(DecodeFailure) in try make { flag.isCancelled } }
            context.perform { [weak self] in
                guard self?.flags.removeValue(forKey: number) != nil else { return }
                completion(result.mapError { .decode($0) })
            }
        }
        operation.queuePriority = .high
        flags[number] = flag
        services.queue.addOperation(operation)
    }

    private nonisolated static func decoded(
        _ data: Data, _ turn: ExifOrientation, _ filter: FilterChoice, _ decoder: any PhotoDecoding,
        _ isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PhotoPlane {
        let photo = try decoder.decodePhoto(data, at: .level(0), isCancelled: isCancelled)
        guard let plane = photo.planes.min(by: { $0.key < $1.key })?.value else { throw .outOfMemory }
        return try seen(plane, photo.orientation.followed(by: turn), filter, isCancelled)
    }

    /// Rotated and filtered as shown.
    private nonisolated static func seen(
        _ plane: PhotoPlane, _ turn: ExifOrientation, _ choice: FilterChoice, _ isCancelled: () -> Bool
    ) throws(DecodeFailure) -> PhotoPlane {
        // The two pictures of a filter.
        let work = choice.filter() == nil ? nil : plane.hold?.another(2 * 4 * plane.size.width * plane.size.height)
        defer { withExtendedLifetime(work) {} }
        let seen =
            if let filter = choice.filter() {
                plane.picture(turn, size: turn.turned(plane.size), isCancelled: isCancelled)
                    .flatMap { filter.apply(to: $0, isCancelled: isCancelled) }.flatMap { PhotoPlane.make($0) }
            } else {
                plane.turned(by: turn, isCancelled: isCancelled)
            }
        guard let seen else { throw isCancelled() ? .cancelled : .outOfMemory }
        guard seen !== plane, let hold = plane.hold?.another(seen.byteCount) else { return seen }
        return seen.counted(by: hold) ?? seen
    }
}
