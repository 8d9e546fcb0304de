import CProcessLink
import Foundation
import PhotoCore

/// Makes files in workers: exports, their metadata, and the desktop's thumbnails, which it also reads. May be used from
/// any number of threads; blocks the calling one.
public struct ConfinedFiles: PictureEncoding, ThumbnailCoding {
    /// A PNG of 150 megapixels takes a minute, and the person can cancel.
    static let processorTime: Duration = .seconds(600)

    /// See ``PictureEncoding``.
    public let formats: [ExportOptions.Format]
    private let jobs: WorkerJobs
    private let thumbnails: WorkerJobs

    /// Makes files of `formats` in the workers of `pool`.
    public init(_ pool: WorkerPool, formats: [ExportOptions.Format], limits: WorkerLimits = WorkerLimits()) {
        self.formats = formats
        thumbnails = WorkerJobs(pool, limits)
        var limits = limits
        limits.processorTime = Self.processorTime
        jobs = WorkerJobs(pool, limits)
    }

    // MARK: - Exports

    /// See ``PictureEncoding``.
    public func encode(
        _ pixels: ExportPixels, as format: ExportOptions.Format, quality: Int, isCancelled: () -> Bool,
        write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) throws(PhotoSaveFailure) {
        let task = EncodeTask(format, quality: quality, size: pixels.size, channels: pixels.channels)
        var failure: SaveFailure?
        do throws(DecodeFailure) {
            try encode(pixels.bytes, task, .writers, jobs, isCancelled: isCancelled) { piece in
                // The error is stored: Data.withUnsafeBytes has no typed throws.
                let result = piece.withUnsafeBytes { bytes in
                    Result { () throws(SaveFailure) in try write(bytes) }
                }
                if case .failure(let reason) = result { failure = reason }
                return failure == nil
            }
        } catch {
            if let failure { throw .save(failure) }
            switch error {
            case .cancelled: throw .cancelled
            case .unreadable(let reason): throw .encode(reason: reason)
            default: throw .encode(reason: "\(error)")
            }
        }
    }

    /// The longest file of pixels with this many bytes, in bytes: no format needs as much. A worker that goes on would
    /// fill the disk.
    static func longestFile(ofPixels byteCount: Int) -> Int { 2 * byteCount + 1 << 20 }

    private func encode(
        _ pixels: [UInt8], _ task: EncodeTask, _ kind: WorkerKind, _ jobs: WorkerJobs, isCancelled: () -> Bool,
        _ piece: (Data) -> Bool
    ) throws(DecodeFailure) {
        guard task.fits, task.pixels.byteCount > 0, task.pixels.byteCount <= pixels.count else {
            throw .unreadable(reason: localized("It can't be encoded."))
        }
        let count = task.pixels.byteCount
        var address: UnsafeMutableRawPointer?
        let memory = shared_memory_make(count, &address)
        guard memory >= 0, let address else { throw .outOfMemory }
        defer { close(memory) }
        address.copyMemory(from: pixels, byteCount: count)
        guard shared_memory_seal(memory, address, count) else { throw .outOfMemory }
        var room = Self.longestFile(ofPixels: count)
        do throws(DecodeFailure) {
            try jobs.run(.encode(task), kind, [], memory: memory, isCancelled: isCancelled) { bytes in
                room -= bytes.count
                return room >= 0 && piece(bytes)
            } _: { reply, _, _ in
                reply == .ended ? () : nil
            }
        } catch {
            throw room < 0 ? .crashed : error
        }
    }

    /// See ``PictureEncoding``.
    public func carryMetadata(of original: Data, toFileAt path: String, size: PixelSize) throws(SaveFailure) {
        let url = URL(fileURLWithPath: path)
        guard !original.isEmpty, let picture = try? Data(contentsOf: url, options: .alwaysMapped),
            original.count + picture.count <= DecodeRequest.mostBytes
        else { return }
        var file = Data()
        do throws(DecodeFailure) {
            try jobs.run(
                .carry(originalCount: original.count, size), .metadata, [original, picture], isCancelled: { false },
                piece: { piece in
                    guard piece.count <= DecodeRequest.mostBytes - file.count else { return false }
                    file.append(piece)
                    return true
                }
            ) { reply, _, _ in reply == .ended ? () : nil }
        } catch .unreadable(let reason) {
            throw .other(reason: reason)
        } catch {
            throw .other(
                reason: localized("what the camera wrote can't be kept (\(error)). Export it without metadata"))
        }
        guard !file.isEmpty else { return }
        // The program cannot check the metadata, but the file must be a complete picture of the same format.
        let made = EncodedPicture(file)
        guard made.format == EncodedPicture.Format(sniffing: picture), !made.isEndMissing else {
            throw .other(reason: localized("what the camera wrote can't be kept. Export it without metadata"))
        }
        try Self.write(file, to: path)
    }

    private static func write(_ data: Data, to path: String) throws(SaveFailure) {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw SaveFailure(errno: errno) }
        defer { close(descriptor) }
        var rest = data[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw SaveFailure(errno: errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    // MARK: - Thumbnails

    /// See ``ThumbnailCoding``.
    public func decode(_ data: Data, toFill size: PixelSize, isCancelled: () -> Bool) -> PixelBuffer? {
        guard EncodedPicture.Format(sniffing: data) == .png, data.count <= DecodeRequest.mostBytes else { return nil }
        return try? thumbnails.run(.thumbnail(size), .photos, [data], isCancelled: isCancelled) { reply, memory, _ in
            guard case .picture(let plane, _, _) = reply, let memory, plane.size.width <= size.width,
                plane.size.height <= size.height
            else { return nil }
            return memory.pixels(plane)
        }
    }

    /// See ``ThumbnailCoding``.
    public func encode(_ picture: PixelBuffer, labels: [(key: String, text: String)]) -> Data? {
        let task = EncodeTask(
            .png, quality: 0, size: picture.size, channels: 4,
            labels: labels.map { EncodeTask.Label(key: $0.key, text: $0.text) })
        var file = Data()
        do throws(DecodeFailure) {
            try encode(picture.withoutPadding.bytes, task, .photos, thumbnails, isCancelled: { false }) { piece in
                file.append(piece)
                // The largest thumbnails have 4 MB of pixels.
                return file.count <= 16 << 20
            }
        } catch {
            return nil
        }
        return file
    }
}
