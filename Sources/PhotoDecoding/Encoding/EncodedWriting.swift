import PhotoCore

/// The state of a library's encoding callbacks, and their result. On one thread.
package final class EncodedWriting {
    let isCancelled: () -> Bool
    private let write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    private(set) var failure: PhotoSaveFailure?

    /// Passes bytes to `write`, until that throws or `isCancelled` returns true.
    package init(
        _ isCancelled: @escaping () -> Bool, _ write: @escaping (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) {
        self.isCancelled = isCancelled
        self.write = write
    }

    func goesOn() -> Bool {
        if isCancelled() { failure = .cancelled }
        return failure == nil
    }

    /// Writes more; false to stop.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard goesOn() else { return false }
        do throws(SaveFailure) {
            try write(bytes)
        } catch {
            failure = .save(error)
        }
        return failure == nil
    }
}
