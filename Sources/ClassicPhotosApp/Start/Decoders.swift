import ConfinedDecoding
import Foundation
import PhotoCore
import PhotoDecoding

/// What reads and writes the pictures of all windows: workers, if CLASSIC_PHOTOS_CONFINED=1 says so, else this process.
struct Decoders: Sendable {
    /// Those of the program.
    static let standard = Decoders(
        isConfined: ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_CONFINED"] == "1")

    /// For the list.
    let rows: any PictureDecoding
    /// For the page of a photo, and for exports.
    let photos: any PhotoDecoding
    /// For what is compared while it is downloaded.
    let checks: any PictureDecoding
    /// For what cameras wrote.
    let facts: any CameraFactsReading
    /// For the desktop's thumbnails.
    let thumbnails: any ThumbnailCoding
    /// For exports.
    let encoder: any PictureEncoding
    private let confined: ConfinedDecoder?
    private let pool: WorkerPool?

    private init(isConfined: Bool) {
        let encoder = PictureEncoder()
        guard isConfined else {
            (confined, pool) = (nil, nil)
            (rows, photos, checks) = (DetachedDecoder(PixbufDecoder()), PhotoDecoder(), PixbufDecoder())
            (facts, thumbnails, self.encoder) = (ExifReader(), ThumbnailPicture(), encoder)
            return
        }
        // A missing program of the workers is no reason to do without them: then no picture is decoded, and says so.
        let pool = WorkerPool(DecoderProgram.standard)
        let decoder = ConfinedDecoder(pool)
        let files = ConfinedFiles(pool, formats: encoder.formats)
        (confined, self.pool) = (decoder, pool)
        (rows, photos, checks, facts) = (decoder, decoder, decoder, decoder)
        (thumbnails, self.encoder) = (files, files)
    }

    /// Starts what the first photo needs. Not before the first window, whose start it would slow down.
    func prepare() { pool?.prepare() }

    /// The person wants to try again: includes pictures that made a worker crash.
    func retry() { confined?.forgetCrashes() }

    // MARK: - What confines them

    /// As a line of text, as far as it is known.
    var confinement: String { Self.text(confined.map { $0.knownFences }) }

    /// The same. Waits for the first worker.
    func determineConfinement() -> String {
        guard let confined, let fences = confined.fences() else {
            return confined == nil ? Self.text(nil) : "Decoding in workers, none of which starts"
        }
        return Self.text(fences)
    }

    private static func text(_ fences: WorkerFences??) -> String {
        switch fences {
        case nil: "Decoding in this process"
        case .some(nil): "Decoding in workers"
        case .some(let fences?): "Decoding in workers: \(fences)"
        }
    }
}
