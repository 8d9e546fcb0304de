import Foundation

/// A photo to be saved, and how it is shown.
public struct SavedPhoto: Sendable {
    /// Its name.
    public let name: String
    let location: Result<URL, LocationFailure>
    /// All of its bytes, if in memory: then they are not fetched again.
    let held: Data?
    /// The filter shown.
    public let filter: FilterChoice
    /// The person's rotation.
    public let turn: ExifOrientation

    /// A photo as shown.
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

    /// Its suggested file name: the last part of its address, otherwise its name.
    public var fileName: String {
        let last = (try? location.get())?.shownName ?? ""
        return SavedName.clean(last == "/" || last.isEmpty ? name : last)
    }
}
