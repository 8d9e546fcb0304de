import Foundation

/// Decodes photos for their pages once a ``MemoryAccount`` has room for it, and counts their pixels and frames as long
/// as these exist. May be used from any number of threads; blocks the calling one.
public struct BudgetedPhotoDecoder: PhotoDecoding {
    private let decoder: any PhotoDecoding
    private let account: MemoryAccount
    private let pixelLimit: Int

    /// Decodes with `decoder`, which refuses photos of more than `pixelLimit` pixels.
    public init(_ decoder: any PhotoDecoding, _ account: MemoryAccount, pixelLimit: Int) {
        self.decoder = decoder
        self.account = account
        self.pixelLimit = pixelLimit
    }

    /// See ``PhotoDecoding/decodePhoto(_:at:isCancelled:)``.
    public func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        let hold = try account.begin(
            DecodeNeed(ofPhoto: data, pixelLimit: pixelLimit, at: detail), .opened, isCancelled: isCancelled)
        let photo = try decoder.decodePhoto(data, at: detail, isCancelled: isCancelled)
        hold.keep(photo.planes.byteCount)
        return DecodedPhoto(
            size: photo.size, orientation: photo.orientation, format: photo.format,
            planes: photo.planes.counted(by: hold), finestLevel: photo.finestLevel, problem: photo.problem,
            frames: photo.frames.map { BudgetedFrames($0, account, workerByteCount: data.count + 8 * photo.pixels) })
    }
}

/// Frames that count as long as they exist: the one on screen, and the next.
private struct BudgetedFrames: PhotoFrames {
    private let frames: any PhotoFrames
    private let account: MemoryAccount
    /// The animation in its worker.
    private let hold: MemoryHold

    init(_ frames: any PhotoFrames, _ account: MemoryAccount, workerByteCount: Int) {
        self.frames = frames
        self.account = account
        hold = account.hold(workerByteCount)
    }

    func play() -> any PhotoFramePlay { Play(play: frames.play(), account: account, hold: hold) }

    private struct Play: PhotoFramePlay {
        let play: any PhotoFramePlay
        let account: MemoryAccount
        let hold: MemoryHold

        func next(at level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame? {
            play.next(at: level, isCancelled: isCancelled).map { frame in
                let hold = account.hold(frame.planes.byteCount)
                return PhotoAnimationFrame(frame.planes.counted(by: hold), milliseconds: frame.milliseconds)
            }
        }
    }
}

extension DecodedPhoto {
    /// Frames have what they are drawn on, and a copy.
    fileprivate var pixels: Int { size.width * size.height }
}

extension [Int: PhotoPlane] {
    fileprivate var byteCount: Int { values.reduce(0) { $0 + $1.byteCount } }

    /// The same planes, which count as long as one of them exists: their memory is one piece.
    fileprivate func counted(by hold: MemoryHold) -> Self { compactMapValues { $0.counted(by: hold) } }
}
