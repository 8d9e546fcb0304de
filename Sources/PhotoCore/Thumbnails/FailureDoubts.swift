import Foundation

/// Which of the failures that are kept on disk a person no longer believes, and has told to try again.
struct FailureDoubts {
    private var doubted: Set<URL> = []
    private var doubtsAll = false

    /// Whether the photo at `url` is left alone if it is known to have failed.
    func believes(_ url: URL) -> Bool { !doubtsAll && !doubted.contains(url) }

    /// The photo at `url` is tried from now on, whatever is known of it.
    mutating func doubt(_ url: URL) { doubted.insert(url) }

    /// Every photo is.
    mutating func doubtAll() {
        doubtsAll = true
        doubted = []
    }
}
