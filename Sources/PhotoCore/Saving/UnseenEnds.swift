/// What has ended in a window while the person did not look at it: the desktop says so, until the person looks.
///
/// A pure value. Each end has a number.
package struct UnseenEnds: Sendable {
    private var waiting: Set<Int> = []
    private var said: Set<Int> = []

    package init() {}

    /// Something has ended. Returns whether to call ``rested(_:isSeen:)`` in a moment: after a dialog, the desktop
    /// gives the focus back to the window later than short work takes.
    package mutating func ended(_ number: Int, isSeen: Bool) -> Bool {
        if !isSeen { waiting.insert(number) }
        return !isSeen
    }

    /// That moment is over. Returns whether the desktop is to say that it has ended.
    package mutating func rested(_ number: Int, isSeen: Bool) -> Bool {
        guard waiting.remove(number) != nil, !isSeen else { return false }
        said.insert(number)
        return true
    }

    /// The person looks at the window, or closes it. Returns what the desktop need not say any more.
    package mutating func seen() -> Set<Int> {
        defer { (waiting, said) = ([], []) }
        return said
    }

    /// Whether the desktop says that this has ended.
    package func isSaid(_ number: Int) -> Bool { said.contains(number) }
}
