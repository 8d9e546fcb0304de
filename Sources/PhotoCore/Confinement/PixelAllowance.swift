import Foundation

/// How much memory for pixels a worker may have at a time, for one job or one frame: what the result needs if its size
/// is known, and otherwise what the account has reserved for the decode. A pure value.
package struct PixelAllowance: Sendable {
    /// In bytes; at most ``WorkerRights/sharedByteCount``.
    package private(set) var byteCount: Int
    /// For what lies between the planes. Memory comes in pages of this size in any case.
    private static let page = 4096
    /// No memory.
    package static let none = PixelAllowance(byteCount: 0)

    private var widest = 0
    private var tallest = 0

    private init(byteCount: Int) { self.byteCount = byteCount }

    /// For `task` on `data`, in a decode that refuses more pixels than `pixelLimit`.
    package init(_ task: DecodeTask, _ data: Data?, pixelLimit: Int) {
        switch task {
        case .fill(let size), .thumbnail(let size): byteCount = Self.bytes(4, size)
        case .photo(let detail):
            let need = data.map { DecodeNeed(ofPhoto: $0, pixelLimit: pixelLimit, at: detail).byteCount }
            byteCount = min(need ?? 0, WorkerRights.sharedByteCount - Self.page) + Self.page
        // The worker asks for the size of a whole picture; the others have no pixels.
        case .whole, .facts, .encode, .carry: byteCount = 0
        }
    }

    /// For a frame of a photo of this size. Its coarser levels take as much as the frame at most, if it is a line.
    package init(frameOf size: PixelSize) {
        byteCount = min(Self.bytes(8, size), WorkerRights.sharedByteCount - Self.page) + Self.page
    }

    /// The worker was told to make a picture of this size, perhaps one that is not yet upright.
    package mutating func allow(_ size: PixelSize) {
        (widest, tallest) = (max(widest, size.width), max(tallest, size.height))
        byteCount = Self.bytes(4, PixelSize(width: widest, height: tallest))
    }

    private static func bytes(_ bytesPerPixel: Int, _ size: PixelSize) -> Int {
        guard size.width > 0, size.height > 0 else { return 0 }
        let (pixels, overflows) = size.width.multipliedReportingOverflow(by: size.height)
        let most = WorkerRights.sharedByteCount
        return overflows || pixels > most / bytesPerPixel ? most : bytesPerPixel * pixels
    }
}
