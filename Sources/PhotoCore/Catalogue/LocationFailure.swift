import Foundation

/// Why text, of a catalogue's entry or typed by a person, is no location that may be opened.
public enum LocationFailure: Error, Equatable, Sendable {
    /// There is no text.
    case empty
    /// The entry holds something else than text of a sensible length.
    case entry(EntryProblem)
    /// The text cannot be read as a URL.
    case notAURL(text: String)
    /// An http or https URL that names no host.
    case noHost(text: String)
    /// A scheme that a catalogue of this origin may not name.
    case schemeNotAllowed(scheme: String, fromNetwork: Bool)
    /// A file URL that names another computer.
    case fileOnOtherHost(host: String)
    /// What a person typed begins with a scheme that is not opened here.
    case schemeUnknown(scheme: String)
    /// What a person typed begins with the home of somebody whom this computer does not know.
    case userUnknown(name: String)
    /// What a person typed is neither an address nor a whole path.
    case notAnAddress(text: String)
}

extension LocationFailure: LocalizedError, CustomStringConvertible {
    /// What is wrong and, where there is something to do about it, what.
    public var description: String {
        switch self {
        case .empty: "There is no URL: the address of the photo is missing in the catalogue."
        case .entry(let problem): problem.description
        case .notAURL(let text):
            "“\(Self.excerpt(text))” is not a URL. Check it for a mistake, as in the name of the host or the port."
        case .noHost(let text): "“\(Self.excerpt(text))” names no host, as in https://example.org/photos.plist."
        case .schemeNotAllowed(let scheme, fromNetwork: true):
            "A catalogue from the network can name only http and https URLs; one from a file may name files as well. "
                + "This one is “\(Self.excerpt(scheme))”."
        case .schemeNotAllowed(let scheme, fromNetwork: false):
            "A catalogue can name only http, https and file URLs. This one is “\(Self.excerpt(scheme))”."
        case .fileOnOtherHost(let host):
            "The file is on another computer, “\(Self.excerpt(host))”. Connect to it in the file manager, and open it from there."
        case .schemeUnknown(let scheme):
            "“\(Self.excerpt(scheme))” addresses cannot be opened, only http, https and file."
        case .userUnknown(let name):
            "“\(Self.excerpt(name))” is no user of this computer. Your own home is ~, as in ~/Pictures."
        case .notAnAddress(let text):
            "“\(Self.excerpt(text))” is not an address. "
                + "Write one like https://example.org/photos.plist, or a file’s whole path, like /home/me/photos.plist."
        }
    }

    /// The same sentence, for callers that ask as Foundation does.
    public var errorDescription: String? { description }

    /// As much of the text as a line has room for.
    private static func excerpt(_ text: String) -> String {
        let limit = 80
        return text.unicodeScalars.count <= limit ? text : String(text.unicodeScalars.prefix(limit)) + "…"
    }
}
