import Foundation

/// Why a file could not be saved. The description says what a person can act on.
public enum SaveFailure: Error, Equatable, Sendable {
    /// The folder is not there any more.
    case noFolder
    /// The person may not write there.
    case notAllowed
    /// There is no room.
    case noRoom
    /// There is a folder of that name.
    case isFolder
    /// A file of that name has come there while this one was written.
    case nameTaken
    /// Anything else; `reason` is the system's word.
    case other(reason: String)
    /// Given up because nobody wants it any more. Never shown.
    case cancelled

    /// What an error number of the system means.
    init(errno number: Int32) {
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
    /// What failed, why, and where there is something to do about it, what.
    public var description: String {
        switch self {
        case .noFolder: "The folder does not exist. Save it somewhere else."
        case .notAllowed: "You are not allowed to write there. Save it somewhere else."
        case .noRoom: "There is not enough room. Make room, or save it somewhere else."
        case .isFolder: "There is a folder of that name. Save it under another name."
        case .nameTaken: "There is a file of that name now. Save it under another name."
        case .other(let reason): "It could not be saved: \(reason)."
        case .cancelled: "Cancelled"
        }
    }

    /// The same sentence, for callers that ask as Foundation does.
    public var errorDescription: String? { description }
}
