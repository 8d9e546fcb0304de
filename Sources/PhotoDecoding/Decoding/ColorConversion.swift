import CLcms2
import Foundation
import PhotoCore

/// A conversion from an ICC profile's colours to sRGB, with Little CMS.
///
/// Perceptual, like browsers: uses the profile's tables for that if it has them, otherwise the colours themselves, and
/// clips colours outside sRGB. No black point compensation, except for version 4 profiles with the perceptual intent.
/// Pictures without a profile count as sRGB, whatever EXIF says.
///
/// @unchecked Sendable: the transform is immutable, and does not cache its last colour.
final class ColorConversion: @unchecked Sendable {
    /// The pixels to convert, four bytes each except where noted.
    enum Pixels: Hashable {
        /// Red, green, blue and alpha; or grey in all of the first three.
        case colors
        /// The same without alpha, three bytes each.
        case opaqueColors
        /// Cyan, magenta, yellow and black; 255 is the maximum ink.
        case inks
        /// The same; 0 is the maximum ink.
        case invertedInks
    }

    private let library: ColorLibrary
    private let transform: cmsHTRANSFORM
    /// Whether its profile is for grey, and does not define colours.
    let isGrey: Bool

    /// Whether `profile` declares CMYK (ICC.1:2022, 7.2.8).
    static func isForInks(_ profile: Data) -> Bool { profile.dropFirst(16).prefix(4) == Data("CMYK".utf8) }

    /// From `pixels` in the colours of `profile`; nil if those are sRGB's, or if the profile is broken or does not fit
    /// such pixels, as for a CMYK picture that GdkPixbuf has converted to RGB.
    init?(from profile: Data, _ pixels: Pixels) {
        // The largest in use, of presses, have 3 MB; larger ones are hostile.
        guard profile.count <= 8 << 20, let library = ColorLibrary.shared,
            let source = profile.withUnsafeBytes({ library.openProfile($0.baseAddress, cmsUInt32Number($0.count)) })
        else { return nil }
        defer { _ = library.closeProfile(source) }
        let space = library.colorSpace(source)
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
        guard let format, let target = library.makeSRGB() else { return nil }
        defer { _ = library.closeProfile(target) }
        // In place, with equal bytes per pixel on both sides: other channels stay unchanged.
        let transform = library.makeTransform(
            source, format, target, pixels == .opaqueColors ? Self.rgb : Self.rgba, cmsUInt32Number(INTENT_PERCEPTUAL),
            cmsUInt32Number(cmsFLAGS_NOCACHE))
        guard let transform else { return nil }
        self.library = library
        self.transform = transform
        if pixels == .colors || pixels == .opaqueColors, isIdentity(channels: pixels == .colors ? 4 : 3) { return nil }
    }

    deinit { library.deleteTransform(transform) }

    /// `picture` in sRGB, or nil if cancelled. Calls `isCancelled` before every row.
    func applied(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        // A grey profile does not define colours.
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

    /// Converts pixels in place. Inks become red, green and blue; the fourth byte is meaningless then.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>, _ count: Int) {
        library.doTransform(transform, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(count))
    }

    /// Whether no colour changes by more than rounding. Dozens of profiles claim to be sRGB, and some are not; their
    /// colours decide.
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

    // TYPE_RGBA_8, TYPE_RGB_8, the same with only the first byte in use, TYPE_CMYK_8 and TYPE_CMYK_8_REV, in lcms2.h's
    // bits: the colour space from 16, inverted at 13, other bytes from 7, channels from 3, bytes per channel from 0.
    private static let rgba = cmsUInt32Number(PT_RGB << 16 | 1 << 7 | 3 << 3 | 1)
    private static let rgb = cmsUInt32Number(PT_RGB << 16 | 3 << 3 | 1)
    private static let greyFirstOfThree = cmsUInt32Number(PT_GRAY << 16 | 2 << 7 | 1 << 3 | 1)
    private static let greyFirst = cmsUInt32Number(PT_GRAY << 16 | 3 << 7 | 1 << 3 | 1)
    private static let cmyk = cmsUInt32Number(PT_CMYK << 16 | 4 << 3 | 1)
    private static let invertedCMYK = cmyk | 1 << 13
}

extension PixelBuffer {
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
