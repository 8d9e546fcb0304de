/// A photo that is being saved: its file, the fetch of its bytes, and what is told of it. Its owner confines it.
struct UnfinishedSave {
    private var receive: (@Sendable (SaveStep) -> Void)?
    /// The file that is being written.
    var file: SavedFile?
    /// The fetch, while it is under way.
    var task: (any FetchTask)?

    /// A save that is not begun.
    init(tell receive: @escaping @Sendable (SaveStep) -> Void) { self.receive = receive }

    var hasEnded: Bool { receive == nil }

    func tell(_ part: SavePart) { receive?(.moved(part)) }

    /// Gives up the file and the fetch. The first end counts.
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
