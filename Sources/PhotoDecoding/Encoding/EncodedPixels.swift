import PhotoCore

/// Pixels to encode, as in ``ExportPixels``. They are valid as long as their memory.
package struct EncodedPixels {
    let bytes: UnsafeBufferPointer<UInt8>
    let size: PixelSize
    let channels: Int

    /// `bytes` holds `channels * size.width * size.height` bytes.
    package init(bytes: UnsafeBufferPointer<UInt8>, size: PixelSize, channels: Int) {
        self.bytes = bytes
        self.size = size
        self.channels = channels
    }
}
