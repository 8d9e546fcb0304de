import Foundation
import PhotoCore

/// A CMYK JPEG with an ICC profile for its inks. Without one there is no correct conversion, and GdkPixbuf's is as good
/// as any: each ink absorbs its share of the light.
///
/// libjpeg-turbo decodes it in one uninterruptible call; so this is only for pictures with bounded work, and GdkPixbuf
/// decodes the rest.
struct InkPicture {
    /// The maximum here: about 0.5 s of work at full size, and a printed page at 600 dots per inch.
    static let pixelLimit = DecodeNeed.mostInkPixels

    private let turbo: TurboPicture
    private let conversion: ColorConversion

    /// The size of the whole picture.
    var original: PixelSize { turbo.size }

    /// Nil for other pictures.
    init?(_ job: DecodeJob) {
        guard let profile = job.metadata.colorProfile, ColorConversion.isForInks(profile),
            let turbo = TurboPicture(job.data, job.picture), turbo.isOfInks,
            turbo.size.width <= Self.pixelLimit / turbo.size.height,
            // Adobe's programs, and all that followed, store the remaining light, and mark it.
            let conversion = ColorConversions.shared.conversion(
                from: profile, job.picture.hasAdobeMarker ? .invertedInks : .inks)
        else { return nil }
        self.turbo = turbo
        self.conversion = conversion
    }

    /// RGBA in sRGB without padding, at a size that libjpeg scales to; nil if the picture is broken, or if cancelled.
    /// Calls `isCancelled` before converting each row.
    func decode(at size: PixelSize, isCancelled: () -> Bool) -> [UInt8]? {
        guard !isCancelled() else { return nil }
        var isComplete = false
        let pixels = [UInt8](capacity: 4 * size.width * size.height) { pixels, count in
            // Even warnings: imperfect pictures are left to GdkPixbuf.
            guard case .complete = turbo.decode(at: size, to: pixels) else { return }
            for y in 0..<size.height {
                if isCancelled() { return }
                let row = UnsafeMutableBufferPointer(rebasing: pixels[(4 * y * size.width)...])
                conversion.convert(row, size.width)
                for x in 0..<size.width { row[4 * x + 3] = 255 }
            }
            isComplete = true
            count = 4 * size.width * size.height
        }
        return isComplete ? pixels : nil
    }
}
