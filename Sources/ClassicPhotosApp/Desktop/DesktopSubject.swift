/// The kind of photos that a command applies to. A pure value.
struct DesktopSubject: Equatable {
    /// Their number.
    var count = 0
    /// Whether some of them are files on this computer.
    var hasFiles = false
    /// Whether photos can be restored from the trash.
    var canUndo = false
}

extension Command.Need {
    /// Whether these photos meet the need; nil if the need does not concern photos.
    func isMet(by subject: DesktopSubject) -> Bool? {
        switch self {
        case .onePhoto: subject.count == 1
        // A remote photo must be fetched first.
        case .oneOrFiles: subject.hasFiles || subject.count == 1
        case .oneAddress: subject.count == 1 && !subject.hasFiles
        case .files: subject.hasFiles
        case .trashed: subject.canUndo
        default: nil
        }
    }
}
