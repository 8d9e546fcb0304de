import Foundation

/// Encodes pictures, and has them say what another file said. For workers; safe on any number of threads.
public protocol PictureEncoding: Sendable {
    /// What can be encoded here: that depends on what is installed.
    var formats: [ExportOptions.Format] { get }

    /// Encodes `pixels` and gives the bytes to `write` as they come; throws what that throws, or why it can't be
    /// encoded. `isCancelled` is asked now and then; a yes is heeded with `.cancelled`.
    func encode(
        _ pixels: ExportPixels, as format: ExportOptions.Format, quality: Int, isCancelled: () -> Bool,
        write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure)

    /// Has the picture at `path` say what is written into `original`, but for what is not so any more: it is upright,
    /// sRGB, and of `size`. Where `original` says nothing, or can't be read, the picture says nothing. Throws where it
    /// could not be written.
    func carryMetadata(of original: Data, toFileAt path: String, size: PixelSize) throws(SaveFailure)
}
