/// What a filtration does to a photo: a pure function from pixels to pixels, safe on any thread.
public protocol PhotoFilter: Sendable {
    /// What the filter is called in English, as "Sepia"; the window translates it.
    var name: String { get }

    /// The filtered picture, of the same size and without padding, or nil when it was given up.
    ///
    /// `isCancelled` is asked often enough that no more than a few milliseconds pass before a yes is heeded.
    func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer?
}
