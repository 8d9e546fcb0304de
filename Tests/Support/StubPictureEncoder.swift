import Foundation
import PhotoCore
import Synchronization

/// Writes the pixels unchanged, and records the originals whose metadata was copied.
public final class StubPictureEncoder: PictureEncoding {
    /// The formats it can encode.
    public let formats = ExportOptions.Format.allCases
    private let state = Mutex<[Data]>([])

    /// An encoder.
    public init() {}

    /// The originals of copied metadata, in order.
    public var carried: [Data] { state.withLock { $0 } }

    /// Width, height and channels in a byte each, then the pixels.
    public func encode(
        _ pixels: ExportPixels, as format: ExportOptions.Format, quality: Int, isCancelled: () -> Bool,
        write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure) {
        let head = [pixels.size.width, pixels.size.height, pixels.channels].map { UInt8($0) }
        do throws(SaveFailure) {
            try self.write(head, write)
            try self.write(pixels.bytes, write)
        } catch {
            throw .save(error)
        }
    }

    private func write(
        _ bytes: [UInt8], _ write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(SaveFailure) {
        let result = bytes.withUnsafeBytes { bytes in Result { () throws(SaveFailure) in try write(bytes) } }
        try result.get()
    }

    /// Records the original.
    public func carryMetadata(of original: Data, toFileAt path: String, size: PixelSize) throws(SaveFailure) {
        state.withLock { $0.append(original) }
    }
}

/// Reads bytes as pixels: width, height and channels in a byte each, then the pixels.
public struct StubPhotoDecoder: PhotoDecoding {
    private let orientation: ExifOrientation
    private let problem: DecodeFailure?

    /// A decoder of such photos, which reports this problem.
    public init(orientation: ExifOrientation = .topLeft, problem: DecodeFailure? = nil) {
        self.orientation = orientation
        self.problem = problem
    }

    /// The photo.
    public func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        guard data.count > 3 else { throw .notAPicture }
        let size = PixelSize(width: Int(data[0]), height: Int(data[1]))
        let plane = PhotoPlane.make(size: size, channels: Int(data[2])) { target in
            for (index, byte) in data.dropFirst(3).enumerated() { target[index] = byte }
            return true
        }
        guard let plane else { throw .outOfMemory }
        return DecodedPhoto(
            size: size, orientation: orientation, format: .png, planes: [0: plane], problem: problem)
    }
}
