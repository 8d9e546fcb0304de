import ConfinedDecoding
import Foundation
import PhotoCore
import PhotoDecoding

/// Reads and writes the pictures of all windows, and reads archives: in workers, or in this process
/// if CLASSIC_PHOTOS_CONFINED is 0.
struct Decoders: Sendable {
    /// The decoders of the program.
    static let standard = Decoders(
        isConfined: ProcessInfo.processInfo.environment["CLASSIC_PHOTOS_CONFINED"] != "0")

    /// Decodes the pictures of the list.
    let rows: any PictureDecoding
    /// Decodes photos for their pages and for exports.
    let photos: any PhotoDecoding
    /// Decodes pictures that are compared while they are downloaded.
    let checks: any PictureDecoding
    /// Reads what cameras wrote.
    let facts: any CameraFactsReading
    /// Reads and writes the desktop's thumbnails.
    let thumbnails: any ThumbnailCoding
    /// Encodes exports.
    let encoder: any PictureEncoding
    /// Reads the members of archives.
    let archives: any ArchiveUnpacking
    /// Counts the memory of all photos in flight.
    let memory = MemoryAccount()
    private let confined: ConfinedDecoder?
    private let pool: WorkerPool?

    private init(isConfined: Bool) {
        let encoder = PictureEncoder()
        let pixelLimit = WorkerLimits().pixels
        guard isConfined else {
            (confined, pool) = (nil, nil)
            rows = BudgetedDecoder(DetachedDecoder(PixbufDecoder()), memory, pixelLimit: pixelLimit)
            photos = BudgetedPhotoDecoder(PhotoDecoder(), memory, pixelLimit: pixelLimit)
            checks = BudgetedDecoder(PixbufDecoder(), memory, pixelLimit: pixelLimit)
            (facts, thumbnails, self.encoder) = (ExifReader(), ThumbnailPicture(), encoder)
            archives = LibraryUnpacker()
            return
        }
        // If the workers' program is missing, every decode fails with a message: this process does not decode instead.
        let pool = WorkerPool(DecoderProgram.standard)
        let decoder = ConfinedDecoder(pool)
        let files = ConfinedFiles(pool, formats: encoder.formats)
        (confined, self.pool) = (decoder, pool)
        rows = BudgetedDecoder(decoder, memory, pixelLimit: pixelLimit)
        photos = BudgetedPhotoDecoder(decoder, memory, pixelLimit: pixelLimit)
        (checks, facts) = (rows, decoder)
        (thumbnails, self.encoder) = (files, files)
        archives = ConfinedUnpacker(pool)
    }

    /// Starts a worker for the first photo. Before the first window is shown, this would slow down its start.
    func prepare() { pool?.prepare() }

    /// Allows another try at all pictures, including those that made a worker crash.
    func retry() { confined?.forgetCrashes() }

    // MARK: - Confinement

    /// What confines decoding, as a line of text, as far as it is known.
    var confinement: String { Self.text(confined.map { $0.knownFences }) }

    /// The complete line of text. Waits for the first worker.
    func determineConfinement() -> String {
        guard let confined, let fences = confined.fences() else {
            return confined == nil ? Self.text(nil) : localized("Decoding in workers, but no worker starts")
        }
        return Self.text(fences)
    }

    private static func text(_ fences: WorkerFences??) -> String {
        switch fences {
        case nil: localized("Decoding in this process")
        case .some(nil): localized("Decoding in workers")
        case .some(let fences?): localized("Decoding in workers: \(fences)")
        }
    }
}
