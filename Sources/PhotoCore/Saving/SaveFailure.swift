import Foundation

/// Why a file could not be saved. The description helps a person act.
public enum SaveFailure: Error, Equatable, Sendable {
    /// The folder no longer exists.
    case noFolder
    /// The person has no permission to write there.
    case notAllowed
    /// The disk is full.
    case noRoom
    /// A folder has that name.
    case isFolder
    /// A file with that name appeared while this one was written.
    case nameTaken
    /// Anything else; `reason` comes from the system.
    case other(reason: String)
    /// No longer wanted. Never shown.
    case cancelled

    /// The meaning of a system error number.
    public init(errno number: Int32) {
        self =
            switch number {
            case ENOENT, ENOTDIR: .noFolder
            case EACCES, EPERM, EROFS: .notAllowed
            case ENOSPC, EDQUOT, EFBIG: .noRoom
            case EISDIR: .isFolder
            case EEXIST: .nameTaken
            default: .other(reason: String(cString: strerror(number)))
            }
    }
}

extension SaveFailure: LocalizedError, CustomStringConvertible {
    /// What failed, why, and what to do about it.
    public var description: String {
        switch self {
        case .noFolder: localized("The folder does not exist. Save it somewhere else.")
        case .notAllowed: localized("You do not have permission to write there. Save it somewhere else.")
        case .noRoom: localized("There is not enough space. Free some, or save it somewhere else.")
        case .isFolder: localized("There is already a folder with that name. Save it under another name.")
        case .nameTaken: localized("There is already a file with that name. Save it under another name.")
        case .other(let reason): localized("It could not be saved: \(localizedReason(reason)).")
        case .cancelled: localized("Cancelled")
        }
    }
}
