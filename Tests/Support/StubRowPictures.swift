import Foundation
import PhotoCore
import Synchronization

/// Row pictures in memory. Records the look-ups and the stored pictures.
public final class StubRowPictures: RowPictureStoring {
    private struct State {
        var modified: [URL: Int] = [:]
        var pictures: [PhotoVersion: PixelBuffer] = [:]
        var failures: [PhotoVersion: DecodeFailure] = [:]
        var looked: [URL] = []
        var kept: [PhotoVersion] = []
    }
    private let state = Mutex(State())
    private let gate: Gate?

    /// An empty store. `gate` blocks each look-up until it is opened.
    public init(gate: Gate? = nil) { self.gate = gate }

    /// The photos looked up, in order.
    public var looked: [URL] { state.withLock { $0.looked } }
    /// The photos with a stored picture, in order.
    public var kept: [PhotoVersion] { state.withLock { $0.kept } }
    /// The stored failures, by photo.
    public var failures: [URL: DecodeFailure] {
        state.withLock { Dictionary($0.failures.map { ($0.key.url, $0.value) }, uniquingKeysWith: { $1 }) }
    }

    /// The modification time of the photo at `url`; 1000 by default.
    public func modify(_ url: URL, at seconds: Int) { state.withLock { $0.modified[url] = seconds } }

    /// Stores a picture of the photo at `url`, as of `seconds`.
    public func put(_ picture: PixelBuffer, of url: URL, at seconds: Int = 1000) {
        state.withLock { $0.pictures[PhotoVersion(url: url, modified: seconds)] = picture }
    }

    /// Stores that the photo at `url` cannot be decoded, as of `seconds`.
    public func put(_ failure: DecodeFailure, of url: URL, at seconds: Int = 1000) {
        state.withLock { $0.failures[PhotoVersion(url: url, modified: seconds)] = failure }
    }

    /// See RowPictureStoring.
    public func version(of url: URL) -> PhotoVersion? {
        state.withLock { $0.looked.append(url) }
        gate?.pass()
        return PhotoVersion(url: url, modified: state.withLock { $0.modified[url] } ?? 1000)
    }

    /// See RowPictureStoring.
    public func picture(of version: PhotoVersion, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        state.withLock { $0.pictures[version] }
    }

    /// See RowPictureStoring.
    public func failure(of version: PhotoVersion) -> DecodeFailure? { state.withLock { $0.failures[version] } }

    /// See RowPictureStoring.
    public func keep(_ picture: WholePicture, of version: PhotoVersion) {
        forgetFailure(of: version)
        state.withLock { state in
            state.kept.append(version)
            state.pictures[version] = picture.pixels
        }
    }

    /// See RowPictureStoring.
    public func keep(_ failure: DecodeFailure, of version: PhotoVersion) {
        state.withLock { $0.failures[version] = failure }
    }

    /// See RowPictureStoring.
    public func forgetFailure(of version: PhotoVersion) {
        state.withLock { state in
            state.failures = state.failures.filter { $0.key.url != version.url }
        }
    }
}
