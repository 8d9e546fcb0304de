import Foundation
import PhotoCore
import Synchronization

/// Reads the last byte as the grey of a photo of 640 x 480; "bad" is no photo, and bytes that begin with "cut" are cut
/// short. Keeps a log.
public final class GreyPhotoDecoder: PhotoDecoding {
    private let log = Mutex<[PhotoDetail]>([])
    private let gate: Gate?

    /// Each decoding waits at `gate`.
    public init(gate: Gate? = nil) { self.gate = gate }

    /// The details asked for, in order.
    public var details: [PhotoDetail] { log.withLock { $0 } }

    /// The size of every photo.
    public static let size = PixelSize(width: 640, height: 480)

    /// See PhotoDecoding.
    public func decodePhoto(
        _ data: Data, at detail: PhotoDetail, isCancelled: () -> Bool
    ) throws(DecodeFailure) -> DecodedPhoto {
        log.withLock { $0.append(detail) }
        gate?.pass()
        if isCancelled() { throw .cancelled }
        guard let grey = data.last, data != Data("bad".utf8) else { throw .notAPicture }
        let level = max(0, detail.level(of: Self.size))
        let plane = PhotoPlane.make(size: PixelSize(width: 640 >> level, height: 480 >> level), channels: 3) { bytes in
            bytes.update(repeating: grey)
            return true
        }
        guard let plane else { throw .empty }
        let isCut = data.starts(with: Data("cut".utf8)) || data.starts(with: [0xFF, 0xD8, 0xFF, 0])
        return DecodedPhoto(
            size: Self.size, orientation: .topLeft, format: .jpeg, planes: [level: plane],
            problem: isCut ? .cutShort : nil)
    }
}
