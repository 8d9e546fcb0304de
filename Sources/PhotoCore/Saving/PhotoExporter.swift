import Foundation

/// Exports a photo as shown: all its pixels, upright and rotated by the person, then resized, filtered and encoded. For
/// workers.
///
/// Each step releases the previous step's pixels: at most two pictures of 4 bytes per pixel are in memory. They count
/// where the photo's own pixels count.
public struct PhotoExporter: Sendable {
    private let decoder: any PhotoDecoding
    /// Writes the files.
    public let encoder: any PictureEncoding

    /// An exporter that decodes with `decoder` and encodes with `encoder`.
    public init(decoder: any PhotoDecoding, encoder: any PictureEncoding) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// A stage, and the progress at its end: decoding and encoding take most of the time.
    enum Stage: Double {
        case decoding = 0
        case scaling = 0.4
        case filtering = 0.55
        case encoding = 0.65
    }

    /// Exports the photo encoded in `data` through `write`. Returns its size.
    func export(
        _ data: Data, _ photo: SavedPhoto, _ options: ExportOptions, isCancelled: () -> Bool,
        entered: (Stage) -> Void, write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure) -> PixelSize {
        entered(.decoding)
        let (picture, hold) = try picture(of: data, photo.turn, options, isCancelled, entered)
        defer { withExtendedLifetime(hold) {} }
        entered(.filtering)
        let pixels = try filtered(
            picture, by: options.isFiltered ? photo.filter : FilterChoice(.none), options, isCancelled)
        if isCancelled() { throw .cancelled }
        entered(.encoding)
        try encoder.encode(pixels, as: options.format, quality: options.quality, isCancelled: isCancelled, write: write)
        if isCancelled() { throw .cancelled }
        return pixels.size
    }

    private func picture(
        of data: Data, _ turn: ExifOrientation, _ options: ExportOptions, _ isCancelled: () -> Bool,
        _ entered: (Stage) -> Void
    ) throws(PhotoSaveFailure) -> (PixelBuffer, MemoryHold?) {
        let (plane, orientation) = try plane(of: data, isCancelled)
        let whole = orientation.followed(by: turn)
        let size = options.size(of: whole.turned(plane.size))
        guard max(size.width, size.height) <= options.format.mostPixels else {
            throw .tooLargeForFormat(name: options.format.displayName, mostPixels: options.format.mostPixels)
        }
        entered(.scaling)
        let hold = plane.hold?.another(2 * 4 * size.width * size.height)
        guard let picture = plane.picture(whole, size: size, isCancelled: isCancelled) else { throw .cancelled }
        return (picture, hold)
    }

    /// Only the finest level: the coarser ones are for display.
    private func plane(
        of data: Data, _ isCancelled: () -> Bool
    ) throws(PhotoSaveFailure) -> (PhotoPlane, ExifOrientation) {
        do throws(DecodeFailure) {
            let photo = try decoder.decodePhoto(data, at: .level(0), isCancelled: isCancelled)
            // A photo that is cut short is exported as far as it goes: the person has seen it.
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

/// Encodes pictures, and copies metadata between files. For workers; thread-safe.
public protocol PictureEncoding: Sendable {
    /// The available formats; depends on installed libraries.
    var formats: [ExportOptions.Format] { get }

    /// Encodes `pixels` and passes the bytes to `write` as they are made. Rethrows its errors, and throws encoding
    /// failures. Calls `isCancelled` now and then, and throws `.cancelled` if it returns true.
    func encode(
        _ pixels: ExportPixels, as format: ExportOptions.Format, quality: Int, isCancelled: () -> Bool,
        write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure)

    /// Copies the metadata of `original` to the picture at `path`, adjusted: it is upright, sRGB, and of `size`.
    /// Without readable metadata, the picture gets none. Throws if it could not be written.
    func carryMetadata(of original: Data, toFileAt path: String, size: PixelSize) throws(SaveFailure)
}
