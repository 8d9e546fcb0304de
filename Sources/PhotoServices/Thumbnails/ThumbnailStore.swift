import Foundation
import PhotoCore

/// The desktop's shared thumbnails (freedesktop.org's Thumbnail Managing Standard 0.9): what the file manager has made is
/// used here, and the other way round.
///
/// A thumbnail is believed only if its file is whole and says that it was made of this version of this photo. So it does
/// not matter at what instant a program that writes one is killed.
public final class ThumbnailStore: RowPictureStoring {
    /// A thumbnail made in the second in which its photo was changed could be of what the photo was before: whole seconds
    /// are all that the standard compares. So a photo counts as settled only after that.
    private static let settledAfterSeconds = 2

    private let place: ThumbnailPlace
    private let now: @Sendable () -> Date

    /// The thumbnails in `folder`, the desktop's own if that is nil. `program` names the folder of what could not be
    /// decoded: name and version, for that the next version may be able to. `now` is the clock.
    public init(
        folder: URL? = nil, program: String = "classic-photos", now: @escaping @Sendable () -> Date = { Date() }
    ) {
        place = ThumbnailPlace(root: folder ?? ThumbnailPlace.defaultRoot, failures: program)
        self.now = now
    }

    /// See ``RowPictureStoring``.
    public func version(of url: URL) -> PhotoVersion? {
        guard url.isFileURL, place.uri(of: url) != nil else { return nil }
        var status = stat()
        guard stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return PhotoVersion(url: url, modified: Int(status.st_mtim.tv_sec), byteCount: Int(status.st_size))
    }

    /// See ``RowPictureStoring``. The smallest thumbnail that fills `size` is taken.
    public func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        guard let uri = place.uri(of: version.url) else { return nil }
        for flavour in [ThumbnailPlace.Flavour.normal, .large] where flavour.longestSide >= max(size.width, size.height)
        {
            if isCancelled() { return nil }
            guard let data = ThumbnailFile.read(place.file(of: uri, flavour)),
                let labels = ThumbnailLabels(of: version, uri: uri, in: data, longestSide: flavour.longestSide),
                labels.fills(size)
            else { continue }
            return ThumbnailPicture.decode(data, toFill: size, isCancelled: isCancelled)
        }
        return nil
    }

    /// See ``RowPictureStoring``.
    public func store(_ whole: PixelBuffer, of version: PhotoVersion, original: PixelSize?) {
        let isAll = whole.size == original
        let longest = max(whole.width, whole.height)
        let flavour: ThumbnailPlace.Flavour
        if longest >= 256 || isAll && longest > 128 {
            flavour = .large
        } else if longest >= 128 || isAll {
            flavour = .normal
        } else {
            // Others would take it for all that there is.
            return
        }
        guard let shrunk = ThumbnailPicture.shrink(whole, toFit: flavour.longestSide) else { return }
        write(shrunk, of: version, original: original, flavour)
    }

    /// See ``RowPictureStoring``.
    public func hasFailed(_ version: PhotoVersion) -> Bool {
        guard let uri = place.uri(of: version.url), let data = ThumbnailFile.read(place.file(of: uri, .failure)) else {
            return false
        }
        return ThumbnailLabels(of: version, uri: uri, in: data, longestSide: .max) != nil
    }

    /// See ``RowPictureStoring``.
    public func noteFailure(of version: PhotoVersion) {
        let nothing = PixelBuffer(size: .square(1), bytesPerRow: 4, bytes: [0, 0, 0, 0])
        write(nothing, of: version, original: nil, .failure)
    }

    private func write(
        _ picture: PixelBuffer, of version: PhotoVersion, original: PixelSize?, _ flavour: ThumbnailPlace.Flavour
    ) {
        guard let uri = place.uri(of: version.url),
            abs(Int(now().timeIntervalSince1970) - version.modified) >= Self.settledAfterSeconds
        else { return }
        let labels = ThumbnailLabels.texts(of: version, uri: uri, original: original)
        guard let data = ThumbnailPicture.encode(picture, labels: labels) else { return }
        ThumbnailFile.write(data, to: place.file(of: uri, flavour), in: place.folders(of: flavour))
    }
}
