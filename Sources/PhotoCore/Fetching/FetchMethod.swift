import Foundation

/// What a request asks for.
public enum FetchMethod: Sendable, Hashable {
    /// What is at the address.
    case get
    /// The folder at the address: itself and what is directly in it (PROPFIND of RFC 4918, 9.1, with depth 1).
    case folder
    /// The same, and what Nextcloud and ownCloud know of the photos in it.
    case cloudFolder
    /// What Nextcloud and ownCloud know of the file at the address (PROPFIND with depth 0).
    case cloudFile
    /// What the address answers to a question in JSON, which changes nothing there.
    case question(String)
    /// What the address answers to the fields of a form, which may hold a secret: they go to its own server only.
    case form(String)

    /// HTTP's name of it.
    package var name: String {
        switch self {
        case .get: "GET"
        case .folder, .cloudFolder, .cloudFile: "PROPFIND"
        case .question, .form: "POST"
        }
    }

    /// The fields that belong to it.
    package var fields: [String: String] {
        switch self {
        case .get, .question, .form: [:]
        case .folder, .cloudFolder: ["Depth": "1"]
        case .cloudFile: ["Depth": "0"]
        }
    }

    /// Whether a folder is asked for what it lists.
    package var isOfFolder: Bool { self == .folder || self == .cloudFolder }

    /// Whether a redirect may take its body to another server.
    package var isForOneServer: Bool { if case .form = self { true } else { false } }

    /// The body that is sent, and its type; nil without one.
    package var body: (type: String, text: String)? {
        switch self {
        case .get: nil
        case .question(let text): ("application/json", text)
        case .form(let text): ("application/x-www-form-urlencoded", text)
        case .folder: Self.propfind(Self.listed)
        // Others would answer for each file that they have none of these.
        // https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/basic.html
        case .cloudFolder:
            Self.propfind(
                Self.listed + "<getetag/>" + Self.owncloud("fileid", "checksums") + Self.nextcloud("has-preview")
                    + Self.photos("original_date_time", "size", "ifd0"))
        case .cloudFile:
            Self.propfind(
                "<getcontentlength/>" + Self.photos("original_date_time", "size", "ifd0", "exif", "gps", "place"))
        }
    }

    private static let listed = "<resourcetype/><getcontenttype/><getlastmodified/>"

    private static func owncloud(_ names: String...) -> String {
        names.map { #"<\#($0) xmlns="http://owncloud.org/ns"/>"# }.joined()
    }

    private static func nextcloud(_ name: String) -> String { #"<\#(name) xmlns="http://nextcloud.org/ns"/>"# }

    private static func photos(_ names: String...) -> String {
        names.map { nextcloud("metadata-photos-" + $0) }.joined()
    }

    private static func propfind(_ properties: String) -> (type: String, text: String) {
        (
            "application/xml; charset=utf-8",
            #"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>\#(properties)</prop></propfind>"#
        )
    }
}
