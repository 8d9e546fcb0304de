import Synchronization

/// Where a photo is to be kept.
enum SavedPlace: Sendable {
    /// In this file. What is there when its writing begins is replaced: that was agreed to. What comes there later is
    /// not.
    case file(FilePath)
    /// In a file of this folder that is not there yet, under the name given or the next of its kind that is free.
    case folder(FilePath, name: String, wanted: String, names: FolderNames)
}

/// The names that several workers give to files of one folder.
final class FolderNames: Sendable {
    private let names = Mutex(SavedNames())

    /// See ``SavedNames``.
    func first(for name: String) -> String { names.withLock { $0.first(for: name) } }

    /// See ``SavedNames``.
    func another(for name: String) -> String { names.withLock { $0.another(for: name) } }
}
