import CTurboJPEG
import Foundation
import PhotoCore

/// A JPEG in CMYK that says by an ICC profile what its inks look like. Without one there is no right way to mix them, and
/// GdkPixbuf's is as good as any: each ink takes its share of the light.
///
/// Its pixels come from libjpeg-turbo in one call, which cannot be stopped; so it is only for pictures that cannot make
/// much work, and the rest is left to GdkPixbuf too.
struct InkPicture {
    /// Of what is decoded here: some 0.5 s of work at full size, and a printed page at 600 dots an inch.
    private static let pixelLimit = 36_000_000

    /// Of the whole picture.
    let original: PixelSize
    private let data: Data
    private let conversion: ColorConversion

    /// Nil for what is not such a picture.
    init?(_ data: Data, _ picture: EncodedPicture, _ metadata: PictureMetadata) {
        guard picture.format == .jpeg, !picture.mayHaveTinyScans, let profile = metadata.colorProfile,
            ColorConversion.isForInks(profile), let size = Self.size(of: data), size.width > 0, size.height > 0,
            size.width <= Self.pixelLimit / size.height,
            // Adobe's programs, and all that followed, store how much is left of the light, and say so by their marker.
            let conversion = ColorConversions.shared.conversion(
                from: profile, picture.hasAdobeMarker ? .invertedInks : .inks)
        else { return nil }
        original = size
        self.data = data
        self.conversion = conversion
    }

    /// RGBA in sRGB, row by row without padding, of a size that libjpeg scales to; nil where it is broken, or when
    /// `isCancelled`, which is asked before every row's conversion, said so.
    func decode(at size: PixelSize, isCancelled: () -> Bool) -> [UInt8]? {
        guard !isCancelled(), let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        var isComplete = false
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * size.width * size.height) { pixels, count in
            let code = data.withUnsafeBytes { bytes in
                tjDecompress2(
                    handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count),
                    pixels.baseAddress, CInt(size.width), CInt(4 * size.width), CInt(size.height),
                    CInt(TJPF_CMYK.rawValue), CInt(TJFLAG_LIMITSCANS))
            }
            // Warnings too: what is not quite right is not for here.
            guard code == 0 else { return }
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

    private static func size(of data: Data) -> PixelSize? {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        var width: CInt = 0
        var height: CInt = 0
        var subsampling: CInt = 0
        var space: CInt = 0
        let code = data.withUnsafeBytes { bytes in
            tjDecompressHeader3(
                handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), &width, &height,
                &subsampling, &space)
        }
        guard code == 0, space == CInt(TJCS_CMYK.rawValue) || space == CInt(TJCS_YCCK.rawValue) else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }
}
