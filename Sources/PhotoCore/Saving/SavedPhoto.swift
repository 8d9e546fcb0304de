import Foundation

/// A photo that is to be taken along: what it is, and how it is seen.
public struct SavedPhoto: Sendable {
    /// What a person calls it.
    public let name: String
    /// Where it is, or why that is not known.
    let location: Result<URL, LocationFailure>
    /// All of its bytes, where they are in memory: then they are not fetched again.
    let held: Data?
    /// What it is filtered with where it is seen.
    public let filter: FilterChoice
    /// What the person has turned it by.
    public let turn: ExifOrientation

    /// A photo as it is seen.
    public init(
        name: String, location: Result<URL, LocationFailure>, held: Data? = nil,
        filter: FilterChoice = FilterChoice(.none), turn: ExifOrientation = .topLeft
    ) {
        self.name = name
        self.location = location
        self.held = held
        self.filter = filter
        self.turn = turn
    }

    /// What its file may be called: the last part of its address, or its name where that has none.
    public var fileName: String {
        let last = (try? location.get())?.shownName ?? ""
        return SavedName.clean(last == "/" || last.isEmpty ? name : last)
    }
}
