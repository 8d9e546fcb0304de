import Foundation
import PhotoCore
import TestSupport

/// A folder for saved photos, and the results.
@MainActor
final class SavingTrial {
    let streams = StubStreams()
    let fetcher = StubFetcher()
    let encoder = StubPictureEncoder()
    let context = HandDrivenMainContext()
    let folder: URL
    private(set) var outcome: SaveOutcome?
    private(set) var fractions: [Double?] = []
    private(set) var keeping: PhotoSaving?

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("keeping-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static func photo(_ name: String) -> SavedPhoto {
        SavedPhoto(name: name, location: .success(URL(fileURLWithPath: "/photos/\(name).jpg")))
    }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }

    func contents(_ name: String) -> Data? { try? Data(contentsOf: folder.appendingPathComponent(name)) }

    func target(_ name: String) -> PhotoSaving.Target {
        .file(FilePath(folder.appendingPathComponent(name).path))
    }

    /// Begins; `streams` streams originals, and `fetcher` fetches photos to export.
    func keep(
        _ kind: PhotoSaving.Kind, _ photos: [SavedPhoto], to target: PhotoSaving.Target? = nil,
        decoder: any PhotoDecoding = StubPhotoDecoder(), fetcher: (any DataFetching)? = nil
    ) {
        keep(
            kind, ChosenPhotos(count: photos.count) { photos[$0] }, to: target, decoder: decoder, fetcher: fetcher)
    }

    /// The same for photos that may not be known yet.
    func keep(
        _ kind: PhotoSaving.Kind, _ photos: ChosenPhotos, to target: PhotoSaving.Target? = nil,
        decoder: any PhotoDecoding = StubPhotoDecoder(), fetcher: (any DataFetching)? = nil
    ) {
        outcome = nil
        let source: any DataFetching = fetcher ?? (kind == .original ? streams : self.fetcher)
        let services = PhotoSaving.Services(
            fetcher: source, exporter: PhotoExporter(decoder: decoder, encoder: encoder), mainContext: context)
        let keeping = PhotoSaving(
            kind, photos, to: target ?? .folder(FilePath(folder.path)), services: services)
        self.keeping = keeping
        keeping.start { [weak self, weak keeping] in
            if let keeping { self?.fractions.append(keeping.progress.fraction) }
        } ended: { [weak self] in
            self?.outcome = $0
        }
    }

    /// Runs the main context until all have ended.
    func finish() -> SaveOutcome? {
        _ = context.run { outcome != nil }
        return outcome
    }
}
