import Foundation

/// The stage of every photo in progress. A pure state machine: reports go in, events come out. Every start event gets
/// its end event, regardless of the order of threads' reports.
struct PhotoTimelines {
    typealias Photo = TraceEvent.Photo
    typealias Stage = TraceEvent.Stage
    typealias Kind = TraceEvent.Kind

    private struct Download: Hashable {
        let window: Int
        let url: URL
    }
    private var open: [Photo: (stage: Stage, url: URL)] = [:]
    private var running: Set<Download> = []
    /// How many photos are in each stage.
    private(set) var counts = TraceEvent.StageCounts()

    /// A photo begins, with a wait.
    mutating func begin(_ photo: Photo, name: String, url: URL, at stage: Stage) -> [Kind] {
        var kinds = end(photo, .cancelled)
        kinds.append(.photoBegan(photo, name: name))
        open[photo] = (stage, url)
        counts[stage] += 1
        kinds.append(.stageBegan(photo, stage))
        return kinds + joinDownload(photo)
    }

    /// A photo that waits for a running download joins it at once.
    private mutating func joinDownload(_ photo: Photo) -> [Kind] {
        guard let open = open[photo], open.stage == .queued,
            running.contains(Download(window: photo.window, url: open.url))
        else { return [] }
        return enter(photo, .download)
    }

    /// A photo enters `stage`. Unknown or finished photos are ignored.
    mutating func enter(_ photo: Photo, _ stage: Stage, bytes: Int? = nil) -> [Kind] {
        guard let old = open[photo]?.stage, old != stage else { return [] }
        open[photo]?.stage = stage
        counts[old] -= 1
        counts[stage] += 1
        return [.stageEnded(photo, old, bytes: bytes), .stageBegan(photo, stage)] + joinDownload(photo)
    }

    mutating func end(_ photo: Photo, _ outcome: TraceEvent.Outcome) -> [Kind] {
        guard let old = open.removeValue(forKey: photo)?.stage else { return [] }
        counts[old] -= 1
        return [.stageEnded(photo, old, bytes: nil), .photoEnded(photo, outcome)]
    }

    mutating func endAll() -> [Kind] { sorted(Array(open.keys)).flatMap { end($0, .cancelled) } }

    func isOpen(_ photo: Photo) -> Bool { open[photo] != nil }

    // MARK: - Downloads, which photos of one URL share

    mutating func downloadBegan(_ url: URL, window: Int) -> [Kind] {
        running.insert(Download(window: window, url: url))
        return photos(of: url, window, in: .queued).flatMap { enter($0, .download) }
    }

    /// `bytes` is nil for a failed download.
    mutating func downloadEnded(_ url: URL, window: Int, bytes: Int?) -> [Kind] {
        running.remove(Download(window: window, url: url))
        return photos(of: url, window, in: .download).flatMap {
            enter($0, bytes == nil ? .delivery : .queuedForDecoding, bytes: bytes)
        }
    }

    private func photos(of url: URL, _ window: Int, in stage: Stage) -> [Photo] {
        sorted(open.filter { $0.key.window == window && $0.value.stage == stage && $0.value.url == url }.map(\.key))
    }

    private func sorted(_ photos: [Photo]) -> [Photo] {
        photos.sorted { ($0.window, $0.id.catalogue, $0.id.entry) < ($1.window, $1.id.catalogue, $1.id.entry) }
    }
}
