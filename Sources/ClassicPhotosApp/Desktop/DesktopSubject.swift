/// What the photos are like that something is to be done with. A pure value.
struct DesktopSubject: Equatable {
    /// How many they are.
    var count = 0
    /// Whether some of them are files on this computer.
    var hasFiles = false
}

extension DesktopAction {
    /// Whether this can be done with such photos; `canUndo` says whether there is anything to undo.
    func isPossible(with subject: DesktopSubject, canUndo: Bool = false) -> Bool {
        switch self {
        case .copyPicture, .copyAddress, .print, .setWallpaper: subject.count == 1
        // A photo from the network has to be fetched for it.
        case .openWith: subject.hasFiles || subject.count == 1
        case .openAddress: subject.count == 1 && !subject.hasFiles
        case .showInFiles, .trash: subject.hasFiles
        case .undo: canUndo
        }
    }
}
