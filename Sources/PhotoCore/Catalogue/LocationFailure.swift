import Foundation

/// Why text, from a catalogue or typed by a person, is no location that can be opened.
public enum LocationFailure: Error, Equatable, Sendable {
    /// There is no text.
    case empty
    /// The row is a folder, not a photo.
    case folder
    /// The server has counted the photo, but not told it yet.
    case unread
    /// The entry is not text of a reasonable length.
    case entry(EntryProblem)
    /// The text is not a valid URL.
    case notAURL(text: String)
    /// An http or https URL without a host.
    case noHost(text: String)
    /// A scheme that is forbidden for a catalogue of this origin.
    case schemeNotAllowed(scheme: String, fromNetwork: Bool)
    /// A file URL that names another computer.
    case fileOnOtherHost(host: String)
    /// A person typed an unknown scheme.
    case schemeUnknown(scheme: String)
    /// A person typed the home of an unknown user.
    case userUnknown(name: String)
    /// A person typed neither an address nor a full path.
    case notAnAddress(text: String)
}

extension LocationFailure: LocalizedError, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .empty: localized("There is no URL: the address is missing.")
        case .folder: localized("It is a folder, not a photo.")
        case .unread: localized("It is not read before it is on screen.")
        case .entry(let problem): problem.description
        case .notAURL(let text):
            localized("“\(Self.address(text))” is not a valid URL. Check the host name and the port.")
        case .noHost(let text): localized("“\(Self.address(text))” has no host. A URL looks like https://example.org/.")
        case .schemeNotAllowed(let scheme, fromNetwork: true):
            localized(
                "A catalogue from the network can use only http and https URLs; a catalogue in a file can also name "
                    + "files. This one is “\(Self.excerpt(scheme))”.")
        case .schemeNotAllowed(let scheme, fromNetwork: false):
            localized("A catalogue can use only http, https and file URLs. This one is “\(Self.excerpt(scheme))”.")
        case .fileOnOtherHost(let host):
            localized("The file is on another computer, “\(Self.excerpt(host))”. Open it from the file manager.")
        case .schemeUnknown(let scheme):
            localized("“\(Self.excerpt(scheme))” addresses cannot be opened. Use http, https or file.")
        case .userUnknown(let name):
            localized(
                "There is no user “\(Self.excerpt(name))” on this computer. Your home folder is ~, as in ~/Pictures.")
        case .notAnAddress(let text):
            localized(
                "“\(Self.address(text))” is not an address. "
                    + "Enter one like https://example.org/photos.plist, or a full path like /home/me/photos.plist.")
        }
    }

    /// An excerpt of an address, which may have a password.
    private static func address(_ text: String) -> String { excerpt(URLText.withoutPassword(text)) }

    /// An excerpt that fits on a line.
    private static func excerpt(_ text: String) -> String {
        let (text, limit) = (ShownText.line(text), 80)
        return text.unicodeScalars.count <= limit ? text : String(text.unicodeScalars.prefix(limit)) + "…"
    }
}
