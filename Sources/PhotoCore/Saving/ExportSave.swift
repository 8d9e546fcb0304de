import Foundation

/// One photo's export to a file: fetches its bytes, unless held, and runs a ``PhotoExporter``.
final class ExportSave: SaveWork {
    private struct State {
        var save: UnfinishedSave
    }

    private let request: FetchRequest
    private let photo: SavedPhoto
    private let options: ExportOptions
    private let place: SavedPlace
    private let fetcher: any DataFetching
    private let exporter: PhotoExporter
    private let context: SerialContext
    private let state: Confined<State>
    private let flag = CancellationFlag()

    /// The progress once the bytes have arrived.
    private static let fetchedShare = 0.3

    /// Exports the photo of `request`, or of the bytes `photo`, to `place`. Calls `tell` from any thread, one call at a
    /// time.
    init(
        _ request: FetchRequest, _ photo: SavedPhoto, _ options: ExportOptions, to place: SavedPlace,
        fetcher: any DataFetching, exporter: PhotoExporter, queue: DispatchQueue,
        tell: @escaping @Sendable (SaveStep) -> Void
    ) {
        self.request = request
        self.photo = photo
        self.options = options
        self.place = place
        self.fetcher = fetcher
        self.exporter = exporter
        // An export waits for its turn; whichever step runs checks the flag.
        context = SerialContext("Exporting a photo", target: queue)
        state = Confined(State(save: UnfinishedSave(tell: tell)), to: context)
    }

    func start() { context.perform { self.begin() } }

    func cancel() {
        flag.cancel()
        context.perform { self.state.save.fail(.cancelled) }
    }

    private func begin() {
        guard !state.save.hasEnded else { return }
        do throws(SaveFailure) {
            // Before any network request.
            state.save.file = try SavedFile(at: place)
        } catch {
            return state.save.fail(.save(error))
        }
        if let held = photo.held { return export(held) }
        let pace = ProgressPace()
        state.save.task = fetcher.fetch(request) { [weak self] progress in
            guard let self, pace.isNews(progress) else { return }
            context.perform {
                self.say((progress.fraction ?? 0) * Self.fetchedShare, progress.received)
            }
        } completion: { [weak self] result in
            guard let self else { return }
            context.perform { self.fetched(result) }
        }
    }

    private func fetched(_ result: Result<FetchedData, FetchFailure>) {
        state.save.task = nil
        switch result {
        case .success(let fetched): export(fetched.data)
        case .failure(.cancelled): state.save.fail(.cancelled)
        case .failure(let failure): state.save.fail(.fetch(failure))
        }
    }

    private func say(_ fraction: Double, _ byteCount: Int = 0) {
        state.save.tell(SavePart(fraction: fraction, byteCount: byteCount))
    }

    private func export(_ data: Data) {
        guard !state.save.hasEnded, let file = state.save.file else { return }
        do throws(PhotoSaveFailure) {
            var byteCount = 0
            let path: FilePath
            let size = try exporter.export(data, photo, options, isCancelled: { flag.isCancelled }) { stage in
                say(Self.fetchedShare + (1 - Self.fetchedShare) * stage.rawValue)
            } write: { (bytes) throws(SaveFailure) in
                try file.write(bytes)
                byteCount += bytes.count
            }
            do throws(SaveFailure) {
                if options.keepsMetadata {
                    try exporter.encoder.carryMetadata(of: data, toFileAt: file.openPath, size: size)
                }
                if flag.isCancelled { throw .cancelled }
                state.save.file = nil
                path = try file.finish()
            } catch .cancelled {
                throw .cancelled
            } catch {
                throw .save(error)
            }
            state.save.end(.success(SavedPhotoFile(path: path, byteCount: byteCount)))
        } catch {
            state.save.fail(error)
        }
    }
}
