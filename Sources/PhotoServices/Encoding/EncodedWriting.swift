import PhotoCore

/// What a library's callbacks need while a picture is encoded, and what came of it. On one thread.
final class EncodedWriting {
    let isCancelled: () -> Bool
    private let write: (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    private(set) var failure: PhotoSaveFailure?

    init(
        _ isCancelled: @escaping () -> Bool, _ write: @escaping (UnsafeRawBufferPointer) throws(SaveFailure) -> Void
    ) {
        self.isCancelled = isCancelled
        self.write = write
    }

    /// Whether it is to go on.
    func goesOn() -> Bool {
        if isCancelled() { failure = .cancelled }
        return failure == nil
    }

    /// Writes more; false where no more is to come.
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
