import Foundation

/// The detail at which a photo is decoded.
public enum PhotoDetail: Sendable, Equatable {
    /// At least enough to show the whole photo within this many pixels.
    case fitting(PixelSize)
    /// At least this level: each pixel stands for 2^level of the photo's along a side; 0 is full size.
    case level(Int)

    /// The coarsest sufficient level, for a photo of `size`, rotated as shown.
    public func level(of size: PixelSize) -> Int {
        switch self {
        case .level(let level): level
        case .fitting(let box):
            // At most 100%, as in the viewport.
            Self.level(
                for: min(
                    1, Double(box.width) / Double(max(1, size.width)), Double(box.height) / Double(max(1, size.height)))
            )
        }
    }

    /// Pixels of a level per pixel of the photo, along a side.
    static func scale(of level: Int) -> Double { pow(2, -Double(max(-8, min(level, 30)))) }

    /// The coarsest level for a photo at `scale`, in device pixels per photo pixel, that is not enlarged. Below 0 for
    /// vector graphics.
    public static func level(for scale: Double) -> Int {
        guard scale > 0, scale.isFinite else { return 0 }
        return Int(max(-8, min(30, floor(-log2(scale) + 1e-6))))
    }
}

/// A photo as far as it is decoded.
public struct DecodedPhoto: Sendable {
    /// Its stored size, in pixels.
    public let size: PixelSize
    /// Its orientation.
    public let orientation: ExifOrientation
    /// Its format.
    public let format: EncodedPicture.Format
    /// Its levels: the decoded one and coarser ones, each half of the previous.
    public let planes: [Int: PhotoPlane]
    /// The finest possible level.
    let finestLevel: Int
    /// An error in the photo that still leaves this much to show.
    public let problem: DecodeFailure?
    /// Its frames, if it is an animation.
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

    /// `plane` at `level` and all useful coarser ones, these in `memory` or on the heap; nil if cancelled.
    public static func levels(
        from plane: PhotoPlane, at level: Int, in memory: (any PlaneMemory)? = nil, isCancelled: () -> Bool
    ) -> [Int: PhotoPlane]? {
        guard let halves = plane.halves(in: memory, isCancelled: isCancelled) else { return nil }
        var planes = [level: plane]
        for (index, half) in halves.enumerated() { planes[level + index + 1] = half }
        return planes
    }
}

/// Decodes whole photos. Safe on any thread; it would block the main one.
public protocol PhotoDecoding: Sendable {
    /// The photo in `data`, in sRGB, not rotated, at `detail` or better.
    ///
    /// A photo that is cut short is decoded as far as it goes, and reports it in ``DecodedPhoto/problem``. Calls
    /// `isCancelled` between pieces of work, and throws `DecodeFailure.cancelled` if it returns true.
    func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto
}

/// The frames of an animation.
public protocol PhotoFrames: Sendable {
    /// Plays them from the first. Never blocks, regardless of other plays of the same frames.
    func play() -> any PhotoFramePlay
}

/// A sequence of frames, repeated as the photo demands.
public protocol PhotoFramePlay: Sendable {
    /// The next frame at `level` of detail and coarser ones, as far as there are any; in full if it is shown for so
    /// long that the level may change meanwhile. Nil after the last, and if cancelled. Blocks, so not for the main
    /// thread; one call at a time.
    func next(at level: Int, isCancelled: () -> Bool) -> PhotoAnimationFrame?
}

/// A frame of an animation.
public struct PhotoAnimationFrame: Sendable {
    /// Frames that are shown for longer, in milliseconds, have all their levels.
    static let longestReduced = 500

    /// The whole photo, by level of detail.
    public let planes: [Int: PhotoPlane]
    /// How long it is shown, within ``times``; nil for ever.
    public let milliseconds: Int?

    /// 20 ms, so that no worker keeps the program drawing; 31 bits, as in a worker's messages.
    static let times = 20...Int(Int32.max)

    /// A frame that is shown this long, clamped to ``times``.
    public init(_ planes: [Int: PhotoPlane], milliseconds: Int?) {
        self.planes = planes
        self.milliseconds = milliseconds.map { min(max($0, Self.times.lowerBound), Self.times.upperBound) }
    }

    /// The frame without the levels finer than `level`, if it is shown for a short time. Always keeps the coarsest.
    public func reduced(to level: Int) -> PhotoAnimationFrame {
        guard let milliseconds, milliseconds <= Self.longestReduced, let coarsest = planes.keys.max() else {
            return self
        }
        return PhotoAnimationFrame(planes.filter { $0.key >= min(level, coarsest) }, milliseconds: milliseconds)
    }
}
