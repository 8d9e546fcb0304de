import PhotoCore

/// What is to be made of a picture. The size limits are heeded before anything here is called upon to decode.
protocol DecodeTarget {
    associatedtype Output

    /// A way to it that is quicker than GdkPixbuf's, or truer to the colours; nil where there is none.
    func shortcut(_ job: DecodeJob) -> DecodeShortcut<Output>?

    /// What GdkPixbuf is asked for, of a picture of size `original`.
    func decodedSize(of original: PixelSize, _ job: DecodeJob) -> PixelSize

    /// It, made of what GdkPixbuf gave.
    func output(of loaded: DecodeJob.Loaded, _ job: DecodeJob) throws(DecodeFailure) -> Output
}

/// A way around GdkPixbuf.
struct DecodeShortcut<Output> {
    /// Of the picture as it is stored.
    let original: PixelSize
    /// Nil where the picture proves to be a task for GdkPixbuf.
    let decode: () throws(DecodeFailure) -> Output?
}
