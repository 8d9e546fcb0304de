import CLibWebP
import PhotoCore

/// Encodes WebP with libwebp, with periodic cancellation checks.
enum WebPEncoder {
    /// Passes the picture to `writing`: at `quality`, 1 to 100, with alpha if the pixels have it.
    static func encode(_ pixels: EncodedPixels, _ quality: Int, _ writing: EncodedWriting) throws(PhotoSaveFailure) {
        var config = WebPConfig()
        var picture = WebPPicture()
        guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
            throw .encode(
                reason: translatable("The installed libwebp does not match the version this program was built with."))
        }
        defer { WebPPictureFree(&picture) }
        config.quality = Float(quality)
        // A second thread for parallel work.
        config.thread_level = 1
        (picture.width, picture.height) = (CInt(pixels.size.width), CInt(pixels.size.height))
        let bytesPerRow = CInt(pixels.channels * pixels.size.width)
        let isTaken =
            pixels.channels == 4
            ? WebPPictureImportRGBA(&picture, pixels.bytes.baseAddress, bytesPerRow)
            : WebPPictureImportRGB(&picture, pixels.bytes.baseAddress, bytesPerRow)
        guard isTaken != 0 else { throw .encode(reason: translatable("There is not enough memory.")) }
        // Unretained: the callbacks run within the call.
        picture.custom_ptr = Unmanaged.passUnretained(writing).toOpaque()
        picture.writer = { bytes, count, picture in
            WebPEncoder.writing(picture)?.take(UnsafeRawBufferPointer(start: bytes, count: count)) == true ? 1 : 0
        }
        picture.progress_hook = { _, picture in WebPEncoder.writing(picture)?.goesOn() == true ? 1 : 0 }
        let isEncoded = withExtendedLifetime(writing) { WebPEncode(&config, &picture) }
        if let failure = writing.failure { throw failure }
        if isEncoded == 0 { throw .encode(reason: "libwebp failed with error \(picture.error_code.rawValue).") }
    }

    private static func writing(_ picture: UnsafePointer<WebPPicture>?) -> EncodedWriting? {
        picture?.pointee.custom_ptr.map { Unmanaged<EncodedWriting>.fromOpaque($0).takeUnretainedValue() }
    }
}
