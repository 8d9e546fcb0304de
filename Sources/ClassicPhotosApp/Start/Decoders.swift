import ConfinedDecoding
import Foundation
import PhotoCore
import PhotoDecoding

/// What decodes the photos of all windows: workers, if CLASSIC_PHOTOS_CONFINED=1 says so, else this process.
struct Decoders: Sendable {
    /// Those of the program. The first worker starts beside the first window.
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
    private let confined: ConfinedDecoder?

    private init(isConfined: Bool) {
        confined = isConfined ? DecoderProgram.standard.map { ConfinedDecoder(WorkerPool($0)) } : nil
        rows = confined ?? DetachedDecoder(PixbufDecoder())
        photos = confined ?? PhotoDecoder()
        checks = confined ?? PixbufDecoder()
        facts = confined ?? ExifReader()
    }

    /// Somebody wants to try again: also what made a worker end.
    func retry() { confined?.forgetCrashes() }
}
