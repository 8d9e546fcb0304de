import Foundation

/// Where a document is from: it says what the names of files in the document may be.
enum DocumentOrigin: Sendable {
    /// A file on this computer: files may lie next to it.
    case file
    /// A server, from an address like that of a file.
    case server
    /// A server's reply to a query: no files lie next to that.
    case reply

    /// The endings of programs that reply.
    private static let programs: Set<String> = ["asp", "aspx", "cgi", "fcgi", "jsp", "php", "pl"]

    init(_ document: URL?) {
        switch document {
        case let url? where url.isFileURL: self = .file
        case let url? where url.query?.isEmpty == false && Self.isProgram(url): self = .reply
        default: self = .server
        }
    }

    /// A file's address may have a query as well: a version of it, or a signature.
    private static func isProgram(_ url: URL) -> Bool {
        url.pathExtension.isEmpty || programs.contains(url.pathExtension.lowercased())
    }
}
