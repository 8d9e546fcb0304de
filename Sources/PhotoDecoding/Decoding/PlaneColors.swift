import Foundation
import PhotoCore
import Synchronization

/// Makes a decoder's pixels ready for the screen, where they are, in bands that the cores share.
package enum PlaneColors {
    /// How many threads share the bands; 0 for one a core.
    private static let threads = Atomic(0)

    /// Has the calling thread do all: a confined process starts no others.
    package static func useOneThread() { threads.store(1, ordering: .relaxed) }

    /// Rows of a band: some 100 of them in a large photo, so that cancellation is soon heeded.
    private static let bandHeight = 64

    /// From the colours of `profile` to sRGB, where that is to be done and can be; false if it was given up.
    static func convert(
        _ pixels: UnsafeMutablePointer<UInt8>, _ size: PixelSize, bytesPerRow: Int, channels: Int, _ profile: Data?,
        _ watch: DecodeWatch
    ) -> Bool {
        guard let profile,
            let conversion = ColorConversions.shared.conversion(
                from: profile, channels == 4 ? .colors : .opaqueColors)
        else { return true }
        if conversion.isGrey, !isGrey(pixels, size, bytesPerRow, channels) { return true }
        return forBands(pixels, size, bytesPerRow, watch) { row in
            conversion.convert(UnsafeMutableBufferPointer(start: row, count: channels * size.width), size.width)
        }
    }

    /// Multiplies the colours with alpha, where there is any; false if it was given up.
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
        // nonisolated(unsafe): each band is another's memory.
        nonisolated(unsafe) let pixels = pixels
        let bands = (size.height + bandHeight - 1) / bandHeight
        let threads = threads.load(ordering: .relaxed)
        let atOnce = threads > 0 ? threads : max(1, ProcessInfo.processInfo.activeProcessorCount)
        var next = 0
        while next < bands {
            if watch.isOver() { return false }
            let first = next
            // Some for each core before the clock is looked at again.
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
