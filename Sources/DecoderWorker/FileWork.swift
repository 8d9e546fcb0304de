import Foundation
import PhotoCore
import PhotoDecoding

/// Makes files for the program: exports, thumbnails, and pictures with the metadata of their originals.
struct FileWork {
    let link: WorkerLink
    let isCancelled: () -> Bool

    /// Encodes the pixels in the memory that arrived with `task`.
    func encode(_ task: EncodeTask) throws(DecodeFailure) {
        let result = link.withMemory(task.pixels.byteCount) { memory in
            Result { () throws(DecodeFailure) in
                let bytes = memory.assumingMemoryBound(to: UInt8.self)
                if task.labels.isEmpty { try export(bytes, task) } else { try label(bytes, task) }
            }
        }
        guard let result else { throw .outOfMemory }
        try result.get()
    }

    private func export(_ bytes: UnsafeBufferPointer<UInt8>, _ task: EncodeTask) throws(DecodeFailure) {
        let writing = EncodedWriting(isCancelled) { [link] piece throws(SaveFailure) in link.send(pieces: piece) }
        do throws(PhotoSaveFailure) {
            try PictureEncoder.encode(
                EncodedPixels(bytes: bytes, size: task.pixels.size, channels: task.pixels.channels), task.format,
                task.quality, writing)
        } catch .encode(let reason) {
            throw .unreadable(reason: reason)
        } catch {
            throw .cancelled
        }
    }

    private func label(_ bytes: UnsafeBufferPointer<UInt8>, _ task: EncodeTask) throws(DecodeFailure) {
        let picture = PixelBuffer(
            size: task.pixels.size, bytesPerRow: task.pixels.bytesPerRow, bytes: Array(bytes))
        guard task.pixels.channels == 4,
            let file = ThumbnailPicture().encode(picture, labels: task.labels.map { ($0.key, $0.text) })
        else { throw .unreadable(reason: translatable("It can't be encoded.")) }
        file.withUnsafeBytes { link.send(pieces: $0) }
    }

    /// Sends the second part of `data` with the metadata of the first; sends nothing if the first has none.
    func carry(_ data: Data, originalCount: Int, _ size: PixelSize) throws(DecodeFailure) {
        let original = data.prefix(originalCount)
        do throws(SaveFailure) {
            let file = try MetadataWriter.carry(Data(original), to: data.dropFirst(original.count), size)
            file?.withUnsafeBytes { link.send(pieces: $0) }
        } catch .other(let reason) {
            throw .unreadable(reason: reason)
        } catch {
            throw .unreadable(reason: "\(error)")
        }
    }
}
