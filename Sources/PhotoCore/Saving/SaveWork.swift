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
public struct SavePart: Sendable, Equatable {
    /// 0 to 1, if known.
    var fraction: Double?
    /// Bytes received so far.
    public var byteCount = 0
}

/// A saved photo's file.
public struct SavedPhotoFile: Sendable, Equatable {
    /// Its path.
    public let path: FilePath
    let byteCount: Int
}
