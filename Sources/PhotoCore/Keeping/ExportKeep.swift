import Foundation

/// One photo exported into a file: its bytes are fetched, or are there, and go through a ``PhotoExporter``.
///
/// @unchecked Sendable: everything that changes is touched on `lane` alone, a serial queue, but for `flag`, which is
/// made for several threads.
final class ExportKeep: KeepWork, @unchecked Sendable {
    private let request: FetchRequest
    private let photo: KeptPhoto
    private let options: ExportOptions
    private let place: KeptPlace
    private let fetcher: any DataFetching
    private let exporter: PhotoExporter
    private let lane: DispatchQueue
    private let flag = CancellationFlag()

    // On `lane`.
    private var tell: (@Sendable (KeepStep) -> Void)?
    private var task: (any FetchTask)?
    private var file: SavedFile?

    /// How much of the whole is done once the bytes are there.
    private static let fetchedShare = 0.3

    /// Exports what `request` asks for, or the bytes that `photo` holds, to `place`; `tell` is called from any thread,
    /// one call at a time.
    init(
        _ request: FetchRequest, _ photo: KeptPhoto, _ options: ExportOptions, to place: KeptPlace,
        fetcher: any DataFetching, exporter: PhotoExporter, queue: DispatchQueue,
        tell: @escaping @Sendable (KeepStep) -> Void
    ) {
        self.request = request
        self.photo = photo
        self.options = options
        self.place = place
        self.fetcher = fetcher
        self.exporter = exporter
        self.tell = tell
        // What is exported waits for its turn; the flag is heeded by whatever has it.
        lane = DispatchQueue(label: "Exporting a photo", target: queue)
    }

    func start() { lane.async { self.begin() } }

    func cancel() {
        flag.cancel()
        lane.async { self.fail(.cancelled) }
    }

    private func begin() {
        guard tell != nil else { return }
        do throws(SaveFailure) {
            // Before anything is asked of the network.
            file = try SavedFile(at: place)
        } catch {
            return fail(.save(error))
        }
        if let held = photo.held { return export(held) }
        let pace = ProgressPace()
        task = fetcher.fetch(request) { [weak self] progress in
            guard let self, pace.isNews(progress) else { return }
            lane.async {
                self.say((progress.fraction ?? 0) * Self.fetchedShare, progress.received)
            }
        } completion: { [weak self] result in
            guard let self else { return }
            lane.async { self.fetched(result) }
        }
    }

    private func fetched(_ result: Result<FetchedData, FetchFailure>) {
        task = nil
        switch result {
        case .success(let fetched): export(fetched.data)
        case .failure(.cancelled): fail(.cancelled)
        case .failure(let failure): fail(.fetch(failure))
        }
    }

    private func say(_ fraction: Double, _ byteCount: Int = 0) {
        tell?(.moved(KeepPart(fraction: fraction, byteCount: byteCount)))
    }

    private func export(_ data: Data) {
        guard tell != nil, let file else { return }
        do throws(KeepFailure) {
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
                self.file = nil
                path = try file.finish()
            } catch .cancelled {
                throw .cancelled
            } catch {
                throw .save(error)
            }
            end(.success(KeptFile(path: path, byteCount: byteCount)))
        } catch {
            fail(error)
        }
    }

    private func fail(_ failure: KeepFailure) {
        guard tell != nil else { return }
        file?.abandon()
        file = nil
        task?.cancel()
        end(.failure(failure))
    }

    private func end(_ result: Result<KeptFile, KeepFailure>) {
        task = nil
        let tell = tell
        self.tell = nil
        tell?(.ended(result))
    }
}
