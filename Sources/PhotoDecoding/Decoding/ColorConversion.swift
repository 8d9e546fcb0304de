import CLcms2
import Foundation
import PhotoCore

/// A way from the colours of one ICC profile to sRGB, with Little CMS.
///
/// Perceptual, as browsers do: tables made for that where the profile has them, else by the colours themselves, and
/// what sRGB lacks is clipped. Black points are not compensated for, but where version 4 of ICC has it in the
/// perceptual intent. Pictures without a profile are taken for sRGB, whatever EXIF says of their colour space.
///
/// @unchecked Sendable: the transform is never changed, and was made not to keep the colour it converted last.
final class ColorConversion: @unchecked Sendable {
    /// What the pixels to be converted are, four bytes each but for one case.
    enum Pixels: Hashable {
        /// Red, green, blue and alpha; or grey in all of the first three.
        case colors
        /// The same without alpha, three bytes each.
        case opaqueColors
        /// Cyan, magenta, yellow and black, 255 for as much as there can be.
        case inks
        /// The same, 0 for as much as there can be.
        case invertedInks
    }

    private let transform: cmsHTRANSFORM
    /// Whether its profile is one for grey, which says nothing of colours.
    let isGrey: Bool

    /// Whether `profile` says that it is of CMYK (ICC.1:2022, 7.2.8).
    static func isForInks(_ profile: Data) -> Bool { profile.dropFirst(16).prefix(4) == Data("CMYK".utf8) }

    /// From `pixels` in the colours of `profile`; nil where these are sRGB's, or where it is broken or not for such
    /// pixels: one for CMYK, if GdkPixbuf has made RGB of it.
    init?(from profile: Data, _ pixels: Pixels) {
        // The largest in use, of presses, have 3 MB; tables of more are there to harm.
        guard profile.count <= 8 << 20,
            let source = profile.withUnsafeBytes({ cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count)) })
        else { return nil }
        defer { cmsCloseProfile(source) }
        let space = cmsGetColorSpace(source)
        isGrey = space == cmsSigGrayData
        let format: cmsUInt32Number? =
            switch (pixels, space) {
            case (.colors, cmsSigRgbData): Self.rgba
            case (.colors, cmsSigGrayData): Self.greyFirst
            case (.opaqueColors, cmsSigRgbData): Self.rgb
            case (.opaqueColors, cmsSigGrayData): Self.greyFirstOfThree
            case (.inks, cmsSigCmykData): Self.cmyk
            case (.invertedInks, cmsSigCmykData): Self.invertedCMYK
            default: nil
            }
        guard let format, let target = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(target) }
        // In place, and as many bytes a pixel on both sides: what is none of the transform's channels it leaves alone.
        let transform = cmsCreateTransform(
            source, format, target, pixels == .opaqueColors ? Self.rgb : Self.rgba, cmsUInt32Number(INTENT_PERCEPTUAL),
            cmsUInt32Number(cmsFLAGS_NOCACHE))
        guard let transform else { return nil }
        self.transform = transform
        if pixels == .colors || pixels == .opaqueColors, isIdentity(channels: pixels == .colors ? 4 : 3) { return nil }
    }

    deinit { cmsDeleteTransform(transform) }

    /// `picture` in sRGB, or nil when `isCancelled`, which is asked before every row, said so.
    func applied(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        // A profile for grey says nothing of colours.
        if isGrey, !picture.isGrey { return picture }
        return PixelBuffer.unlessCancelled(size: picture.size) { target in
            picture.bytes.withUnsafeBytes { source in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                for y in 0..<picture.height {
                    memcpy(to + 4 * y * picture.width, from + y * picture.bytesPerRow, 4 * picture.width)
                }
            }
            for y in 0..<picture.height {
                if isCancelled() { return false }
                convert(UnsafeMutableBufferPointer(rebasing: target[(4 * y * picture.width)...]), picture.width)
            }
            return true
        }
    }

    /// Converts so many pixels in place. Of inks it makes red, green and blue, and the fourth byte means nothing.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>, _ count: Int) {
        cmsDoTransform(transform, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(count))
    }

    /// Whether no colour changes by more than rounding would change it. There are dozens of profiles that say sRGB, and
    /// some that say so and are not; their colours tell.
    private func isIdentity(channels: Int) -> Bool {
        let steps = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
        let alpha: [UInt8] = channels == 4 ? [255] : []
        let colors: [UInt8] = steps.flatMap { red in
            isGrey
                ? [red, red, red] + alpha
                : steps.flatMap { green in steps.flatMap { [red, green, $0] + alpha } }
        }
        var converted = colors
        converted.withUnsafeMutableBufferPointer { convert($0, colors.count / channels) }
        return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }

    // TYPE_RGBA_8, TYPE_RGB_8, the same places with only their first byte in use, TYPE_CMYK_8 and TYPE_CMYK_8_REV, in
    // the bits that lcms2.h gives them: the colour space from 16, inverted at 13, other bytes from 7, channels from 3,
    // bytes a channel from 0.
    private static let rgba = cmsUInt32Number(PT_RGB << 16 | 1 << 7 | 3 << 3 | 1)
    private static let rgb = cmsUInt32Number(PT_RGB << 16 | 3 << 3 | 1)
    private static let greyFirstOfThree = cmsUInt32Number(PT_GRAY << 16 | 2 << 7 | 1 << 3 | 1)
    private static let greyFirst = cmsUInt32Number(PT_GRAY << 16 | 3 << 7 | 1 << 3 | 1)
    private static let cmyk = cmsUInt32Number(PT_CMYK << 16 | 4 << 3 | 1)
    private static let invertedCMYK = cmyk | 1 << 13
}

extension PixelBuffer {
    /// Whether no pixel has a colour.
    fileprivate var isGrey: Bool {
        bytes.withUnsafeBufferPointer { bytes in
            (0..<height).allSatisfy { y in
                (0..<width).allSatisfy { x in
                    let at = y * bytesPerRow + 4 * x
                    return bytes[at] == bytes[at + 1] && bytes[at] == bytes[at + 2]
                }
            }
        }
    }
}
