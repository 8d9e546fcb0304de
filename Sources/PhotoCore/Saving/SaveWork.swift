/// One photo on its way into a file.
protocol SaveWork: AnyObject, Sendable {
    /// Begins. Called once.
    func start()
    /// Gives it up, if it has not ended. From any thread.
    func cancel()
}

/// What one photo tells on its way into a file.
enum SaveStep: Sendable {
    /// So much of it is done.
    case moved(SavePart)
    /// It is there, or will not be. The last.
    case ended(Result<SavedPhotoFile, PhotoSaveFailure>)
}

/// How far one photo is.
public struct SavePart: Sendable, Equatable {
    /// 0 to 1, where that is known.
    var fraction: Double?
    /// Bytes received so far.
    public var byteCount = 0

    /// So far.
    init(fraction: Double? = nil, byteCount: Int = 0) {
        self.fraction = fraction
        self.byteCount = byteCount
    }
}

/// A file in which a photo is.
public struct SavedPhotoFile: Sendable, Equatable {
    /// Where it is.
    public let path: FilePath
    /// How many bytes it has.
    let byteCount: Int

    /// The file at `path`.
    init(path: FilePath, byteCount: Int) {
        self.path = path
        self.byteCount = byteCount
    }
}
