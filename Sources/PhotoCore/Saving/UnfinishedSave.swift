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
