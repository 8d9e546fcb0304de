import Foundation
import PhotoCore

/// A JPEG in CMYK that says by an ICC profile what its inks look like. Without one there is no right way to mix them,
/// and GdkPixbuf's is as good as any: each ink takes its share of the light.
///
/// Its pixels come from libjpeg-turbo in one call, which cannot be stopped; so it is only for pictures that cannot make
/// much work, and the rest is left to GdkPixbuf too.
struct InkPicture {
    /// Of what is decoded here: some 0.5 s of work at full size, and a printed page at 600 dots an inch.
    private static let pixelLimit = 36_000_000

    private let turbo: TurboPicture
    private let conversion: ColorConversion

    /// Of the whole picture.
    var original: PixelSize { turbo.size }

    /// Nil for what is not such a picture.
    init?(_ job: DecodeJob) {
        guard let profile = job.metadata.colorProfile, ColorConversion.isForInks(profile),
            let turbo = TurboPicture(job.data, job.picture), turbo.isOfInks,
            turbo.size.width <= Self.pixelLimit / turbo.size.height,
            // Adobe's programs, and all that followed, store how much is left of the light, and say so by their marker.
            let conversion = ColorConversions.shared.conversion(
                from: profile, job.picture.hasAdobeMarker ? .invertedInks : .inks)
        else { return nil }
        self.turbo = turbo
        self.conversion = conversion
    }

    /// RGBA in sRGB, row by row without padding, of a size that libjpeg scales to; nil where it is broken, or when
    /// `isCancelled`, which is asked before every row's conversion, said so.
    func decode(at size: PixelSize, isCancelled: () -> Bool) -> [UInt8]? {
        guard !isCancelled() else { return nil }
        var isComplete = false
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.width * size.height) { pixels, count in
            // Warnings too: what is not quite right is not for here.
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
