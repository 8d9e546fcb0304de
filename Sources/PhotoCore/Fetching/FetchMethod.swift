import Foundation

/// What a request asks for.
public enum FetchMethod: Sendable, Hashable {
    /// What is at the address.
    case get
    /// What may be asked for at the address (OPTIONS of RFC 9110, 9.3.7).
    case options
    /// The folder at the address: itself and what is directly in it (PROPFIND of RFC 4918, 9.1, with depth 1).
    case folder
    /// The same, and what Nextcloud and ownCloud know of the photos in it.
    case cloudFolder
    /// The folder at the address without what is in it (PROPFIND with depth 0).
    case folderAlone
    /// What Nextcloud and ownCloud know of the file at the address (PROPFIND with depth 0).
    case cloudFile
    /// Who asks, on a WebDAV server (RFC 5397).
    case person
    /// The pictures that Nextcloud finds in the folder `scope`, and in those within (RFC 5323): by a text in their
    /// names, or the favourites; at most `most`.
    case search(scope: String, text: String?, most: Int = FetchMethod.mostFound)
    /// What the address answers to a question in JSON, which changes nothing there.
    case question(String)
    /// What the address answers to the fields of a form, which may hold a secret: they go to its own server only.
    case form(String)
    /// What the address answers to a name and a password in JSON, also where it refuses them: they go to its own server
    /// only.
    case signIn(String)
    /// Ends the session that the request's fields name.
    case signOut
    /// What is at the address, or the server's words on why that is kept from strangers (403).
    case getOrReason
    /// What is at the address for those who have signed in to its gallery: a person is asked before it is sent.
    case signedIn

    /// HTTP's name of it.
    package var name: String {
        switch self {
        case .get, .getOrReason, .signedIn: "GET"
        case .options: "OPTIONS"
        case .folder, .cloudFolder, .folderAlone, .cloudFile, .person: "PROPFIND"
        case .search: "SEARCH"
        case .question, .form, .signIn: "POST"
        case .signOut: "DELETE"
        }
    }

    /// The fields that belong to it.
    package var fields: [String: String] {
        switch self {
        case .get, .getOrReason, .options, .signedIn, .question, .form, .search, .signIn, .signOut: [:]
        case .folder, .cloudFolder: ["Depth": "1"]
        case .folderAlone, .cloudFile, .person: ["Depth": "0"]
        }
    }

    /// Whether a folder is asked for what it lists.
    package var isOfFolder: Bool { self == .folder || self == .cloudFolder }

    /// Whether it has a secret of its own, which no redirect may take to another server.
    package var isForOneServer: Bool {
        switch self {
        case .form, .signIn, .signOut: true
        default: false
        }
    }

    /// Whether a reply of this status has an answer in its body.
    package func isAnswered(by status: Int) -> Bool {
        switch self {
        case .getOrReason: status == 403
        case .signIn: [400, 401, 403].contains(status)
        default: false
        }
    }

    /// The body that is sent, and its type; nil without one.
    package var body: (type: String, text: String)? {
        switch self {
        case .get, .getOrReason, .options, .signedIn, .signOut: nil
        case .question(let text), .signIn(let text): ("application/json", text)
        case .form(let text): ("application/x-www-form-urlencoded", text)
        case .folder: Self.propfind(Self.listed)
        case .folderAlone: Self.propfind("<resourcetype/>")
        // Others would answer for each file that they have none of these.
        // https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/basic.html
        case .cloudFolder: Self.propfind(Self.listedInCloud)
        case .person: Self.propfind("<current-user-principal/>")
        case .search(let scope, let text, let most): Self.search(scope, text, most)
        case .cloudFile:
            Self.propfind(
                "<getcontentlength/>" + Self.photos("original_date_time", "size", "ifd0", "exif", "gps", "place"))
        }
    }

    private static var listedInCloud: String {
        listed + "<getetag/>" + owncloud("fileid", "checksums") + nextcloud("has-preview")
            + photos("original_date_time", "size")
    }

    /// https://docs.nextcloud.com/server/latest/developer_manual/client_apis/WebDAV/search.html
    private static func search(_ scope: String, _ text: String?, _ most: Int) -> (type: String, text: String) {
        func like(_ property: String, _ pattern: String) -> String {
            // Most control characters cannot be in XML.
            let escaped = pattern.filter { $0.asciiValue.map { $0 >= 0x20 } ?? true }
                .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            return "<like><prop><\(property)/></prop><literal>\(escaped)</literal></like>"
        }
        let favourite = "<eq><prop>\(owncloud("favorite"))</prop><literal>yes</literal></eq>"
        let condition = text.map { like("displayname", "%\($0)%") } ?? favourite
        return (
            "text/xml; charset=utf-8",
            #"<?xml version="1.0" encoding="utf-8"?><searchrequest xmlns="DAV:"><basicsearch>"#
                + "<select><prop>\(listedInCloud)<displayname/></prop></select>"
                + "<from><scope><href>\(scope)</href><depth>infinity</depth></scope></from>"
                + "<where><and>\(like("getcontenttype", "image/%"))\(condition)</and></where>"
                + "<orderby><order><prop><getlastmodified/></prop><descending/></order></orderby>"
                + "<limit><nresults>\(most)</nresults></limit></basicsearch></searchrequest>"
        )
    }

    /// As many photos are found.
    public static let mostFound = 1000

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
