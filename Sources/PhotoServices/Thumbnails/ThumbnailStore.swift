import Foundation
import PhotoCore
import PhotoDecoding

/// The desktop's shared thumbnails (freedesktop.org's Thumbnail Managing Standard 0.9): this program uses those of the
/// file manager, and vice versa. Only for files: web photos follow HTTP's caching rules, which do not match whole
/// seconds of modification time, all that the standard compares.
///
/// A thumbnail counts only if its file is complete and names this version of this photo. So a writer may be killed at
/// any moment. All calls block on the disk.
public final class ThumbnailStore: RowPictureStoring {
    private let place: ThumbnailPlace
    private let coding: any ThumbnailCoding
    private let now: @Sendable () -> Date

    /// The thumbnails in `folder`, by default the desktop's. `program` is the name and version for the folder of
    /// failures: the next version may decode more. `coding` reads and makes the pictures. `now` is the clock.
    public init(
        folder: URL? = nil, program: String = "classic-photos", coding: any ThumbnailCoding = ThumbnailPicture(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.coding = coding
        place = ThumbnailPlace(root: folder ?? ThumbnailPlace.defaultRoot, failures: program)
        self.now = now
    }

    /// See ``RowPictureStoring``. Thumbnails themselves have no version, so they get no thumbnails.
    public func version(of url: URL) -> PhotoVersion? {
        guard url.isFileURL, let status = url.filePath.status(), status.st_mode & S_IFMT == S_IFREG,
            PhotoVersion.isSettled(modified: status.st_mtim.tv_sec, at: Int(now().timeIntervalSince1970)),
            place.uri(of: url) != nil
        else { return nil }
        return PhotoVersion(url: url, modified: status.st_mtim.tv_sec, byteCount: Int(status.st_size))
    }

    /// See ``RowPictureStoring``. Uses the smallest thumbnail that fills `size`.
    public func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        guard let uri = place.uri(of: version.url) else { return nil }
        for thumbnail in ThumbnailSize.allCases where thumbnail.side >= max(size.width, size.height) {
            if isCancelled() { return nil }
            guard let data = ThumbnailFile.read(place.file(of: uri, .thumbnails(thumbnail))),
                let labels = ThumbnailLabels(of: version, uri: uri, in: data), labels.fits(thumbnail),
                labels.fills(size)
            else { continue }
            return coding.decode(data, toFill: size, isCancelled: isCancelled)
        }
        return nil
    }

    /// See ``RowPictureStoring``.
    public func failure(of version: PhotoVersion) -> DecodeFailure? {
        guard let uri = place.uri(of: version.url), let data = ThumbnailFile.read(place.file(of: uri, .failures)) else {
            return nil
        }
        return ThumbnailLabels(of: version, uri: uri, in: data)?.failure
    }

    /// See ``RowPictureStoring``.
    public func keep(_ picture: WholePicture, of version: PhotoVersion) {
        forgetFailure(of: version)
        guard let uri = place.uri(of: version.url), let size = ThumbnailSize(of: picture) else { return }
        let texts = ThumbnailLabels.texts(of: version, uri: uri, picture)
        write(picture.pixels, texts, to: .thumbnails(size), uri)
    }

    /// See ``RowPictureStoring``. The standard's "empty PNG" is one transparent pixel.
    public func keep(_ failure: DecodeFailure, of version: PhotoVersion) {
        guard let uri = place.uri(of: version.url), let record = failure.record else { return }
        let nothing = PixelBuffer(size: .square(1), bytesPerRow: 4, bytes: [0, 0, 0, 0])
        write(nothing, ThumbnailLabels.texts(of: version, uri: uri, failure: record), to: .failures, uri)
    }

    /// See ``RowPictureStoring``.
    public func forgetFailure(of version: PhotoVersion) {
        if let uri = place.uri(of: version.url) { unlink(place.file(of: uri, .failures).path) }
    }

    private func write(
        _ picture: PixelBuffer, _ labels: [(key: String, text: String)], to folder: ThumbnailPlace.Folder, _ uri: String
    ) {
        guard let data = coding.encode(picture, labels: labels) else { return }
        ThumbnailFile.write(data, to: place.file(of: uri, folder), in: place.folders(to: folder))
    }
}
