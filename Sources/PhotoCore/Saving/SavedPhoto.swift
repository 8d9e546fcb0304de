import Foundation

/// A photo to be saved, and how it is shown.
package struct SavedPhoto: Sendable {
    package let name: String
    let location: Result<URL, LocationFailure>
    /// All of its bytes, if in memory: then they are not fetched again.
    let held: Data?
    package let filter: FilterChoice
    /// The person's rotation.
    package let turn: ExifOrientation
    /// What a library has of it; nil for photos from elsewhere.
    package let library: LibraryPhoto?

    package init(
        name: String, location: Result<URL, LocationFailure>, held: Data? = nil,
        filter: FilterChoice = FilterChoice(.none), turn: ExifOrientation = .topLeft,
        library: LibraryPhoto? = nil
    ) {
        self.library = library
        self.name = name
        self.location = location
        self.held = held
        self.filter = filter
        self.turn = turn
    }

    /// Its suggested file name, as long as its library has not told another: the last part of its address if that is
    /// the name of a file, otherwise its name. Of a video, its own address, not that of its picture.
    package var fileName: String {
        SavedName.clean((library?.video ?? (try? location.get()))?.fileName(ofPhoto: name) ?? name)
    }
}

extension URL {
    /// What to call the file of a photo called `name`: the last part of the address, unless that has no ending and the
    /// photo has a name (`…/photos/1234/original`).
    package func fileName(ofPhoto name: String) -> String {
        let last = shownName
        if last.isEmpty || last == "/" { return name }
        return pathExtension.isEmpty && !isFileURL && !name.isEmpty ? name : last
    }
}
