/// What the photos are like that something is to be done with. A pure value.
struct DesktopSubject: Equatable {
    /// How many they are.
    var count = 0
    /// Whether some of them are files on this computer.
    var hasFiles = false
    /// Whether photos were moved to the trash that can be brought back.
    var canUndo = false
}

extension Command.Need {
    /// Whether such photos are what is needed; nil where the need is none of photos like these.
    func isMet(by subject: DesktopSubject) -> Bool? {
        switch self {
        case .onePhoto: subject.count == 1
        // A photo from the network has to be fetched for it.
        case .oneOrFiles: subject.hasFiles || subject.count == 1
        case .oneAddress: subject.count == 1 && !subject.hasFiles
        case .files: subject.hasFiles
        case .trashed: subject.canUndo
        default: nil
        }
    }
}
