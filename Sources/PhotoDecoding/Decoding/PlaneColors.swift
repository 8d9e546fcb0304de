import Foundation
import PhotoCore
import Synchronization

/// Prepares a decoder's pixels for the screen in place, in bands shared by the cores.
package enum PlaneColors {
    /// The threads that share the bands; 0 means one per core.
    private static let threads = Atomic(0)

    /// Makes the calling thread do everything: a confined process starts no others.
    package static func useOneThread() { threads.store(1, ordering: .relaxed) }

    /// Rows per band: about 100 bands in a large photo, for quick cancellation.
    private static let bandHeight = 64

    /// Converts the colours of `profile` to sRGB, if necessary and possible; false if cancelled.
    static func convert(
        _ pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, bytesPerRow: Int, channels: Int, _ profile: Data?,
        _ watch: DecodeWatch
    ) -> Bool {
        guard let profile,
            let conversion = ColorConversions.shared.conversion(from: profile, channels == 4 ? .colors : .opaqueColors)
        else { return true }
        if conversion.isGrey, !isGrey(pixels, size, bytesPerRow, channels) { return true }
        return forBands(pixels, size, bytesPerRow, watch) { row in
            conversion.convert(UnsafeMutableBufferPointer(start: row, count: channels * size.width), size.width)
        }
    }

    /// Premultiplies the colours, if there is alpha; false if cancelled.
    static func premultiply(
        _ pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, bytesPerRow: Int, channels: Int, _ watch: DecodeWatch
    ) -> Bool {
        guard channels == 4 else { return true }
        return forBands(pixels, size, bytesPerRow, watch) { row in
            AlphaPixels.multiply(row, size.width)
        }
    }

    private static func forBands(
        _ pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, _ bytesPerRow: Int, _ watch: DecodeWatch,
        _ body: @Sendable (UnsafeMutablePointer<UInt8>) -> Void
    ) -> Bool {
        // nonisolated(unsafe): bands are disjoint.
        nonisolated(unsafe) let pixels = pixels
        let bands = (size.height + bandHeight - 1) / bandHeight
        let threads = threads.load(ordering: .relaxed)
        let atOnce = threads > 0 ? threads : max(1, ProcessInfo.processInfo.activeProcessorCount)
        var next = 0
        while next < bands {
            if watch.isOver() { return false }
            let first = next
            // A few per core between checks of the clock.
            let count = min(4 * atOnce, bands - next)
            @Sendable func band(_ index: Int) {
                let top = (first + index) * bandHeight
                for y in top..<min(size.height, top + bandHeight) { body(pixels + y * bytesPerRow) }
            }
            if atOnce == 1 {
                for index in 0..<count { band(index) }
            } else {
                DispatchQueue.concurrentPerform(iterations: count, execute: band)
            }
            next += count
        }
        return !watch.isOver()
    }

    private static func isGrey(
        _ pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, _ bytesPerRow: Int, _ channels: Int
    ) -> Bool {
        (0..<size.height).allSatisfy { y in
            (0..<size.width).allSatisfy { x in
                let pixel = pixels + y * bytesPerRow + channels * x
                return pixel[0] == pixel[1] && pixel[0] == pixel[2]
            }
        }
    }
}
