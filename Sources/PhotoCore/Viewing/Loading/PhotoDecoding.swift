import Foundation

/// How much of a photo is to be decoded.
public enum PhotoDetail: Sendable, Equatable {
    /// At least what it takes to show all of it within this many pixels.
    case fitting(PixelSize)
    /// At least so much: each pixel for 2^level of the photo's along a side; 0 for all there is.
    case level(Int)

    /// The coarsest level that this can be shown from, of a photo of `size`, turned as it is shown.
    public func level(of size: PixelSize) -> Int {
        switch self {
        case .level(let level): level
        case .fitting(let box):
            // Never more than 100%, as the viewport has it.
            Self.level(
                for: min(
                    1, Double(box.width) / Double(max(1, size.width)), Double(box.height) / Double(max(1, size.height)))
            )
        }
    }

    /// The coarsest level that a photo at `scale`, in device pixels a photo pixel, can be shown from: one whose pixels
    /// are not enlarged. Below 0 for what is drawn rather than photographed.
    public static func level(for scale: Double) -> Int {
        guard scale > 0, scale.isFinite else { return 0 }
        return Int(max(-8, min(30, floor(-log2(scale) + 1e-6))))
    }
}

/// A photo as far as it is decoded.
public struct DecodedPhoto: Sendable {
    /// As it is stored, in pixels.
    public let size: PixelSize
    /// How it is to be turned to be upright.
    public let orientation: ExifOrientation
    /// What it was encoded as.
    public let format: EncodedPicture.Format
    /// Its levels: the decoded one and those coarser, each by half.
    public let planes: [Int: PhotoPlane]
    /// The finest level that there can be.
    let finestLevel: Int
    /// What is wrong with the photo, although this much of it can be shown.
    public let problem: DecodeFailure?
    /// Its frames, where it moves.
    public let frames: (any PhotoFrames)?

    /// A photo whose `planes` are decoded.
    public init(
        size: PixelSize, orientation: ExifOrientation, format: EncodedPicture.Format, planes: [Int: PhotoPlane],
        finestLevel: Int = 0, problem: DecodeFailure? = nil, frames: (any PhotoFrames)? = nil
    ) {
        self.size = size
        self.orientation = orientation
        self.format = format
        self.planes = planes
        self.finestLevel = finestLevel
        self.problem = problem
        self.frames = frames
    }

    /// `plane` at `level` and all coarser ones down to what no view is smaller than; nil when `isCancelled` said so.
    public static func levels(
        from plane: PhotoPlane, at level: Int, isCancelled: () -> Bool
    ) -> [Int: PhotoPlane]? {
        guard let halves = plane.halves(isCancelled: isCancelled) else { return nil }
        var planes = [level: plane]
        for (index, half) in halves.enumerated() { planes[level + index + 1] = half }
        return planes
    }
}

/// Makes all of a photo of its bytes. Safe on any thread but the main one, which it would block.
public protocol PhotoDecoding: Sendable {
    /// The photo in `data`, in sRGB, not turned, at `detail` or better.
    ///
    /// What is cut short is shown as far as it goes, and says so in ``DecodedPhoto/problem``. `isCancelled` is asked
    /// between pieces of work; a yes is heeded with `DecodeFailure.cancelled`.
    func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto
}

/// The frames of a photo that moves.
public protocol PhotoFrames: Sendable {
    /// Plays them from the first on. Never blocks, whatever other plays of the same frames are doing.
    func play() -> any PhotoFramePlay
}

/// Frames one after the other, as often as the photo says it is to be played.
public protocol PhotoFramePlay: Sendable {
    /// The next frame; nil after the last, and when `isCancelled`, which is asked between pieces of work, said so.
    /// Blocks, so not for the main thread; one call at a time.
    func next(isCancelled: () -> Bool) -> PhotoAnimationFrame?
}

/// A frame of a photo that moves.
public struct PhotoAnimationFrame: Sendable {
    /// All of the photo, by level of detail.
    public let planes: [Int: PhotoPlane]
    /// How long it is shown; nil for ever.
    public let milliseconds: Int?

    /// A frame that is shown for so long.
    public init(_ planes: [Int: PhotoPlane], milliseconds: Int?) {
        self.planes = planes
        self.milliseconds = milliseconds
    }
}
