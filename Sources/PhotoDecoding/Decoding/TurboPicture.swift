import CTurboJPEG
import Foundation
import PhotoCore

/// A JPEG that libjpeg-turbo decodes in one uninterruptible call: one in which every block takes bits, so that bytes
/// and pixels bound the work (1 s for 151 megapixels).
struct TurboPicture {
    /// The stored size.
    let size: PixelSize
    /// Whether its colours are CMYK.
    let isOfInks: Bool
    private let data: Data
    private let library: TurboLibrary

    /// Nil for other pictures.
    init?(_ data: Data, _ picture: EncodedPicture) {
        guard picture.format == .jpeg, !picture.mayHaveTinyScans, let library = TurboLibrary.shared,
            let handle = library.begin()
        else { return nil }
        defer { _ = library.end(handle) }
        var width: CInt = 0
        var height: CInt = 0
        var subsampling: CInt = 0
        var space: CInt = 0
        let code = data.withUnsafeBytes { bytes in
            library.header(
                handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), &width, &height,
                &subsampling, &space)
        }
        guard code == 0, width > 0, height > 0 else { return nil }
        size = PixelSize(width: Int(width), height: Int(height))
        isOfInks = space == CInt(TJCS_CMYK.rawValue) || space == CInt(TJCS_YCCK.rawValue)
        self.data = data
        self.library = library
    }

    enum Outcome {
        case complete
        /// All pixels are there, despite an error in the picture.
        case warned
        case failed(DecodeFailure)
    }

    /// Decodes at `size`, one that libjpeg scales to, to rows without padding: RGB, or CMYK if it `isOfInks`.
    func decode(at size: PixelSize, to target: UnsafeMutableBufferPointer<UInt8>) -> Outcome {
        guard let handle = library.begin() else {
            return .failed(.unreadable(reason: translatable("The decoder could not be started.")))
        }
        defer { _ = library.end(handle) }
        let (channels, format) = isOfInks ? (4, TJPF_CMYK) : (3, TJPF_RGB)
        let code = data.withUnsafeBytes { bytes in
            library.decompress(
                handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), target.baseAddress,
                CInt(size.width), CInt(channels * size.width), CInt(size.height), CInt(format.rawValue),
                CInt(TJFLAG_LIMITSCANS))
        }
        if code == 0 { return .complete }
        if library.errorCode(handle) == CInt(TJERR_WARNING.rawValue) { return .warned }
        return .failed(.unreadable(reason: library.errorText(handle).map { String(cString: $0) } ?? ""))
    }

    /// RGB in `memory`, at 1/2^level of the size, for levels 0 to 3, after `change`; nil if `change` returned false. If
    /// `isEndMissing`, only the available rows: nil if there are none.
    func plane(
        at level: Int, isEndMissing: Bool, in memory: (any PlaneMemory)?,
        _ change: (UnsafeMutablePointer<UInt8>, PixelSize) -> Bool
    ) throws(DecodeFailure) -> PhotoPlane? {
        let divisor = 1 << level
        let scaled = PixelSize(
            width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
        var failure: DecodeFailure? = .outOfMemory
        var rows = scaled.height
        memory?.expect(scaled, channels: 3)
        let plane = PhotoPlane.make(size: scaled, channels: 3, in: memory) { target in
            failure = nil
            if case .failed(let reason) = decode(at: scaled, to: target) {
                failure = reason
                return false
            }
            if isEndMissing { rows = Self.rowsThere(target, scaled) }
            return target.baseAddress.map { rows > 0 && change($0, scaled) } ?? false
        }
        if let failure { throw failure }
        return plane?.top(rows)
    }

    /// libjpeg fills missing parts with plain grey.
    private static func rowsThere(_ pixels: UnsafeMutableBufferPointer<UInt8>, _ size: PixelSize) -> Int {
        let width = 3 * size.width
        var rows = size.height
        while rows > 0, pixels[((rows - 1) * width)..<(rows * width)].allSatisfy({ $0 == 128 }) { rows -= 1 }
        return rows
    }
}
