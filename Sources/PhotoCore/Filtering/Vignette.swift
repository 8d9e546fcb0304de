import CPixelKernels
import Foundation

/// Darkens a picture towards its corners like a wide lens: by the fourth power of the cosine of the light's angle (the
/// cosine-fourth law; R. Kingslake, Optics in Photography, SPIE 1992, chapter 6).
///
/// Angles are relative to the picture's diagonal, so it looks the same at every size.
public struct Vignette: PhotoFilter, Equatable {
    /// The angle in the corners: that of a 15 mm lens on 35 mm film, which leaves a ninth of the light.
    static let cornerAngle = 55 * Double.pi / 180

    /// The position of a picture in a larger one, in its pixels.
    struct Part: Sendable, Equatable {
        let x: Double
        let y: Double
        /// The width of the whole.
        let width: Double
        /// The height of the whole.
        let height: Double

        init(x: Double, y: Double, of whole: CGSize) {
            self.x = x
            self.y = y
            width = whole.width
            height = whole.height
        }
    }

    /// The filter's English name.
    public var name: String { "Vignette" }
    /// 0, which changes nothing, to 1, the full fall-off.
    public let amount: Double
    private let part: Part?

    /// Amounts are clamped to 0...1, and NaN counts as 0.
    public init(amount: Double) { self.init(amount: amount, part: nil) }

    /// The same for a picture that is `part` of a whole, unless nil.
    init(amount: Double, part: Part?) {
        self.amount = ColorMatrix.clamped(amount)
        self.part = part
    }

    /// Multiplies each colour channel by `1 - amount + amount * cos^4`, rounded to nearest; alpha is unchanged.
    public func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        apply(to: picture, with: .widest, isCancelled: isCancelled)
    }

    package func apply(to picture: PixelBuffer, with kernels: PixelKernels, isCancelled: () -> Bool) -> PixelBuffer? {
        let width = part?.width ?? Double(picture.width)
        let height = part?.height ?? Double(picture.height)
        let (left, top) = (part?.x ?? 0, part?.y ?? 0)
        // cos^4 of an angle is 1 / (1 + tan^2)^2, and the tangent is proportional to the distance from the middle.
        let scale = pow(tan(Self.cornerAngle), 2) * 4 / (width * width + height * height)
        return CancellationPace.fill(picture.size, unless: isCancelled) { target, pace in
            picture.bytes.withUnsafeBufferPointer { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return true }
                for row in 0..<picture.height {
                    guard pace.goesOn(for: picture.width) else { return false }
                    let y = top + Double(row) + 0.5 - height / 2
                    var falloff = pixel_falloff(
                        first: Float(left + 0.5 - width / 2), scale: Float(scale), row: Float(scale * y * y),
                        amount: Float(amount))
                    kernels.table.vignette(
                        from + row * picture.bytesPerRow, to + 4 * row * picture.width, picture.width, &falloff)
                }
                return true
            }
        }
    }
}
