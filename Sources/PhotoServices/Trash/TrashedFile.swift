import Foundation
import GLibBridge
import PhotoCore
import CGLib

/// A file in a trash, and its former place.
package struct TrashedFile: Sendable, Equatable {
    /// Where it was.
    package let original: URL
    /// Its path in the trash: `…/files/NAME`.
    let place: URL
    /// Its info file: `…/info/NAME.trashinfo`.
    let info: URL
}

/// Why a file is not in the trash. The description helps a person act.
package enum TrashFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file system has no usable trash.
    case noTrash
    /// It no longer exists.
    case gone
    /// The person may not remove it from its folder.
    case notAllowed
    /// Anything else; `reason` comes from the system.
    case other(reason: String)

    init(_ error: GLibError) {
        self =
            if error.matches(G_IO_ERROR_NOT_SUPPORTED) {
                .noTrash
            } else if error.matches(G_IO_ERROR_NOT_FOUND) {
                .gone
            } else if error.matches(G_IO_ERROR_PERMISSION_DENIED) || error.matches(G_IO_ERROR_READ_ONLY) {
                .notAllowed
            } else {
                .other(reason: error.message)
            }
    }

    package var description: String {
        switch self {
        case .noTrash: localized("There is no trash where it is. It stays there.")
        case .gone: localized("It is not there any more.")
        case .notAllowed: localized("You are not allowed to take it out of its folder. It stays there.")
        case .other(let reason): localized("It could not be moved to the trash: \(reason). It stays where it is.")
        }
    }
}

/// Why a file could not be restored. The description helps a person act.
package enum RestoreFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another file has its place.
    case placeTaken
    /// The trash was emptied, or is not accessible from here.
    case notInTrash
    /// The person has no permission to write there.
    case notAllowed
    /// Anything else; `reason` comes from the system.
    case other(reason: String)

    init(errno number: Int32) {
        self =
            switch number {
            case EEXIST, ENOTEMPTY: .placeTaken
            case ENOENT: .notInTrash
            case EACCES, EPERM, EROFS: .notAllowed
            default: .other(reason: String(cString: strerror(number)))
            }
    }

    package var description: String {
        switch self {
        case .placeTaken: localized("There is another file of that name now. It stays in the trash.")
        case .notInTrash: localized("It is not in the trash any more.")
        case .notAllowed: localized("You are not allowed to write there. It stays in the trash.")
        case .other(let reason): localized("It could not be brought back: \(reason). It stays in the trash.")
        }
    }
}
