import Foundation
import PhotoCore

/// Makes the thumbnail of one file for the desktop, which names the file and the place (the convention of
/// `.thumbnailer` entries): a PNG of the whole picture, upright, that fits a square.
package struct FileThumbnailer: Sendable {
    /// Why there is no thumbnail. The description is a sentence.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The file cannot be read, or is no file.
        case reading(FetchFailure)
        /// It cannot be shown.
        case decoding(DecodeFailure, path: String)
        /// The thumbnail cannot be encoded.
        case encoding
        /// It cannot be written.
        case writing(SaveFailure, path: String)

        package var description: String {
            switch self {
            case .reading(let failure): failure.description
            case .decoding(let failure, let path):
                FetchFailure.unreadableFile(path: path, reason: failure.description).description
            case .encoding: localized("The thumbnail could not be encoded.")
            case .writing(let failure, let path): localized("Cannot write “\(path)”.") + " " + failure.description
            }
        }
    }

    /// The possible sides in pixels; the standard's largest thumbnail has 1,024.
    package static let sides = 1...4096
    /// What the desktop asks for if it names no size.
    package static let usualSide = ThumbnailSize.normal.side

    private let decoder: any PictureDecoding
    private let coding: any ThumbnailCoding
    private let limit: Int

    /// A thumbnailer of files with at most `limit` bytes.
    package init(
        decoder: any PictureDecoding, coding: any ThumbnailCoding,
        limit: Int = FetchRequest.maximumPhotoByteCount
    ) {
        (self.decoder, self.coding, self.limit) = (decoder, coding, limit)
    }

    /// Writes the thumbnail of the file at `input` to `output`, which is a complete file or as before; it fits a square
    /// of `side` pixels, and is never larger than the picture. Blocks.
    package func makeThumbnail(of input: FilePath, side: Int, at output: FilePath) throws(Failure) {
        let data = try read(input)
        let picture: WholePicture
        do throws(DecodeFailure) {
            picture = try decoder.decodeWhole(
                data, at: { ThumbnailSize.size(of: $0, fitting: side) }, isCancelled: { false })
        } catch {
            throw .decoding(error, path: input.shownName)
        }
        let labels = [
            ("Software", "Classic Photos"), ("Thumb::Mimetype", picture.format.mediaType),
            ("Thumb::Image::Width", "\(picture.original.width)"),
            ("Thumb::Image::Height", "\(picture.original.height)"),
        ]
        guard let png = coding.encode(picture.pixels, labels: labels.map { (key: $0.0, text: $0.1) }) else {
            throw .encoding
        }
        do throws(SaveFailure) {
            let file = try SavedFile(at: output)
            do throws(SaveFailure) {
                try file.write(png)
            } catch {
                file.abandon()
                throw error
            }
            try file.finish()
        } catch {
            throw .writing(error, path: output.shownName)
        }
    }

    /// The bytes of a regular file. A pipe or a device, which might never end, is refused.
    private func read(_ path: FilePath) throws(Failure) -> Data {
        func refusal(_ number: CInt) -> Failure {
            .reading(.unreadableFile(path: path.shownName, reason: String(cString: strerror(number))))
        }
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw refusal(errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw refusal(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw refusal(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        guard status.st_size <= limit else { throw .reading(.tooLarge(limit: limit)) }
        guard let data = try? handle.read(upToCount: limit + 1) ?? Data() else { throw refusal(EIO) }
        guard data.count <= limit else { throw .reading(.tooLarge(limit: limit)) }
        return data
    }
}
