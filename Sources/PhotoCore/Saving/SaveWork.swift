/// One photo being saved.
protocol SaveWork: AnyObject, Sendable {
    /// Begins. Called once.
    func start()
    /// Cancels it, unless it has ended. From any thread.
    func cancel()
}

/// A report of one photo being saved.
enum SaveStep: Sendable {
    /// Its progress.
    case moved(SavePart)
    /// Success or failure. The last report.
    case ended(Result<SavedPhotoFile, PhotoSaveFailure>)
}

/// The progress of one photo.
package struct SavePart: Sendable, Equatable {
    /// 0 to 1, if known.
    var fraction: Double?
    /// Bytes received so far.
    package var byteCount = 0
}

/// A saved photo's file.
package struct SavedPhotoFile: Sendable, Equatable {
    package let path: FilePath
    let byteCount: Int
}

/// A photo being saved: its file, the fetch of its bytes, and its reports. A value; its owner confines it.
struct UnfinishedSave {
    private var receive: (@Sendable (SaveStep) -> Void)?
    var file: SavedFile?
    var task: (any FetchTask)?

    init(tell receive: @escaping @Sendable (SaveStep) -> Void) { self.receive = receive }

    var hasEnded: Bool { receive == nil }

    func tell(_ part: SavePart) { receive?(.moved(part)) }

    /// Cancels the file and the fetch. Only the first end counts.
    mutating func fail(_ failure: PhotoSaveFailure) {
        guard !hasEnded else { return }
        file?.abandon()
        file = nil
        task?.cancel()
        end(.failure(failure))
    }

    mutating func end(_ result: Result<SavedPhotoFile, PhotoSaveFailure>) {
        task = nil
        receive?(.ended(result))
        receive = nil
    }
}
