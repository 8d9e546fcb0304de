/// When the picture of a window's catalogue is kept: once while the person looks around, and again whenever they leave
/// it. Not after all pictures were removed: what memory still shows is what the person wanted to be gone.
package struct PictureKeeping: Sendable, Equatable {
    private var isKept = false
    /// Whether all pictures were removed since the catalogue was opened.
    package private(set) var isForbidden = false

    /// A catalogue that has just been opened.
    package init() {}

    /// Whether a picture is to be kept now.
    package func isDue(isLeaving: Bool) -> Bool { !isForbidden && (isLeaving || !isKept) }

    /// A picture was kept.
    package mutating func kept() { isKept = true }

    /// All pictures were removed.
    package mutating func removed() { isForbidden = true }
}
