import Foundation

/// What a request asks for.
public enum FetchMethod: Sendable, Hashable {
    /// What is at the address.
    case get
    /// The folder at the address: itself and what is directly in it (PROPFIND of RFC 4918, 9.1, with depth 1).
    case folder
    /// What the address answers to a question in JSON, which changes nothing there.
    case question(String)
    /// What the address answers to the fields of a form, which may hold a secret: they go to its own server only.
    case form(String)

    /// HTTP's name of it.
    package var name: String {
        switch self {
        case .get: "GET"
        case .folder: "PROPFIND"
        case .question, .form: "POST"
        }
    }

    /// The fields that belong to it.
    package var fields: [String: String] {
        switch self {
        case .get, .question, .form: [:]
        case .folder: ["Depth": "1"]
        }
    }

    /// Whether a redirect may take its body to another server.
    package var isForOneServer: Bool { if case .form = self { true } else { false } }

    /// The body that is sent, and its type; nil without one.
    package var body: (type: String, text: String)? {
        switch self {
        case .get: nil
        case .question(let text): ("application/json", text)
        case .form(let text): ("application/x-www-form-urlencoded", text)
        case .folder:
            (
                "application/xml; charset=utf-8",
                #"<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/>"#
                    + "<getcontenttype/><getlastmodified/></prop></propfind>"
            )
        }
    }
}
