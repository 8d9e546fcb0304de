import Foundation

/// A camera's JPEG at one eighth of its width and height, in 0.65 of libjpeg's time.
///
/// Nearly all of that time goes into the coefficients of the blocks of 8 × 8 pixels. At one eighth, a block's pixel is
/// its mean, which is the first coefficient. Of the others only the number of bits matters, and a table finds it for
/// several at once (`JPEGHuffmanTable.steps`). If colour is stored at half resolution, the lowest of its other
/// coefficients are read too, and it keeps that resolution here.
package struct JPEGEighth {
    private let data: Data
    private let frame: JPEGFrame

    /// Reads the headers of `data`; nil for unsupported JPEGs (see `JPEGFrame`) and broken ones: leave them to libjpeg.
    package init?(_ data: Data) {
        guard let frame = data.withUnsafeBytes({ JPEGFrame(ByteReader($0)) }) else { return nil }
        self.data = data
        self.frame = frame
    }

    /// The size of the whole picture.
    package var original: PixelSize { frame.size }

    /// An eighth of the original's, rounded up.
    package var size: PixelSize { PixelSize(width: (original.width + 7) / 8, height: (original.height + 7) / 8) }

    /// The outcome of decoding.
    package enum Outcome {
        /// RGB, 8 bits per channel, row by row without padding.
        case pixels([UInt8])
        /// It is broken or ends early: leave it to libjpeg, which decodes what it can.
        case broken
        case cancelled
    }

    /// Decodes the picture. Calls `isCancelled` before every row of blocks: every 50 µs for a width of 4,000 pixels, at
    /// most ten times that.
    package func decode(isCancelled: () -> Bool) -> Outcome {
        data.withUnsafeBytes { bytes in
            do throws(JPEGEighthScan.Failure) {
                return .pixels(pixels(of: try JPEGEighthScan(frame, bytes, isCancelled: isCancelled)))
            } catch {
                return error == .cancelled ? .cancelled : .broken
            }
        }
    }

    private func pixels(of scan: JPEGEighthScan) -> [UInt8] {
        let size = size
        return [UInt8](capacity: 3 * size.width * size.height) { target, count in
            scan.planes.withUnsafeBufferPointer { planes in
                for y in 0..<size.height {
                    let luma = planes[(y * scan.stride)...]
                    let row = UnsafeMutableBufferPointer(rebasing: target[(3 * y * size.width)...])
                    if frame.components.count == 1 {
                        for x in 0..<(3 * size.width) { row[x] = luma[luma.startIndex + x / 3] }
                    } else {
                        Self.convert(luma, planeSize: scan.planeSize, to: row, count: size.width)
                    }
                }
            }
            count = 3 * size.width * size.height
        }
    }

    /// YCbCr to RGB. Source: JFIF 1.02; the factors 1.402, 0.344136, 0.714136 and 1.772 in 16-bit fixed point.
    private static func convert(
        _ planes: Slice<UnsafeBufferPointer<UInt8>>, planeSize: Int, to row: UnsafeMutableBufferPointer<UInt8>,
        count: Int
    ) {
        let start = planes.startIndex
        for x in 0..<count {
            let luma = Int(planes[start + x]) << 16 + 1 << 15
            let blue = Int(planes[start + planeSize + x]) - 128
            let red = Int(planes[start + 2 * planeSize + x]) - 128
            row[3 * x] = byte(luma + 91881 * red)
            row[3 * x + 1] = byte(luma - 22554 * blue - 46802 * red)
            row[3 * x + 2] = byte(luma + 116_130 * blue)
        }
    }

    /// From 16-bit fixed point.
    @inline(__always) private static func byte(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: min(max(value >> 16, 0), 255))
    }
}
