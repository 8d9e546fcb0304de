import Foundation

/// Makes a picture of a photo as it is seen: all its pixels, upright and turned as the person has it, then smaller,
/// then filtered, then encoded. For workers.
///
/// Each step's pixels are let go of when the next has them: at most two of 4 bytes a pixel are held at a time.
public struct PhotoExporter: Sendable {
    private let decoder: any PhotoDecoding
    /// Writes the files.
    public let encoder: any PictureEncoding

    /// An exporter that reads by `decoder` and writes by `encoder`.
    public init(decoder: any PhotoDecoding, encoder: any PictureEncoding) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Where it is, and how much is done by then: decoding and encoding take most of the time.
    enum Stage: Double {
        case decoding = 0
        case scaling = 0.4
        case filtering = 0.55
        case encoding = 0.65
    }

    /// Exports the photo encoded in `data`, by way of `write`. Gives its size.
    func export(
        _ data: Data, _ photo: SavedPhoto, _ options: ExportOptions, isCancelled: () -> Bool,
        entered: (Stage) -> Void, write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure) -> PixelSize {
        entered(.decoding)
        let picture = try picture(of: data, photo.turn, options, isCancelled, entered)
        entered(.filtering)
        let pixels = try filtered(
            picture, by: options.isFiltered ? photo.filter : FilterChoice(.none), options, isCancelled)
        if isCancelled() { throw .cancelled }
        entered(.encoding)
        try encoder.encode(
            pixels, as: options.format, quality: options.quality, isCancelled: isCancelled, write: write)
        if isCancelled() { throw .cancelled }
        return pixels.size
    }

    private func picture(
        of data: Data, _ turn: ExifOrientation, _ options: ExportOptions, _ isCancelled: () -> Bool,
        _ entered: (Stage) -> Void
    ) throws(PhotoSaveFailure) -> PixelBuffer {
        let (plane, orientation) = try plane(of: data, isCancelled)
        let whole = orientation.followed(by: turn)
        let size = options.size(of: whole.turned(plane.size))
        guard max(size.width, size.height) <= options.format.mostPixels else {
            throw .tooLargeForFormat(name: options.format.displayName, mostPixels: options.format.mostPixels)
        }
        entered(.scaling)
        guard let picture = plane.picture(whole, size: size, isCancelled: isCancelled) else { throw .cancelled }
        return picture
    }

    /// The finest level alone: the coarser ones are for looking.
    private func plane(
        of data: Data, _ isCancelled: () -> Bool
    ) throws(PhotoSaveFailure) -> (PhotoPlane, ExifOrientation) {
        do throws(DecodeFailure) {
            let photo = try decoder.decodePhoto(data, at: .level(0), isCancelled: isCancelled)
            // Of what is cut short, as much as there is: the person sees that it is no more.
            if let problem = photo.problem, problem != .cutShort { throw problem }
            guard let finest = photo.planes.min(by: { $0.key < $1.key })?.value else { throw .notAPicture }
            return (finest, photo.orientation)
        } catch .cancelled {
            throw .cancelled
        } catch {
            throw .decode(error)
        }
    }

    private func filtered(
        _ picture: consuming PixelBuffer, by choice: FilterChoice, _ options: ExportOptions, _ isCancelled: () -> Bool
    ) throws(PhotoSaveFailure) -> ExportPixels {
        guard let filter = choice.filter() else {
            return ExportPixels(consuming: picture, keepsAlpha: options.format.hasAlpha)
        }
        guard let filtered = filter.apply(to: picture, isCancelled: isCancelled) else { throw .cancelled }
        picture = PixelBuffer(size: PixelSize(width: 0, height: 0), bytesPerRow: 0, bytes: [])
        return ExportPixels(consuming: filtered, keepsAlpha: options.format.hasAlpha)
    }
}

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
