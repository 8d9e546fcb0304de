import CGLib

/// A GError as a Swift error: a value that may cross threads.
public struct GLibError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error domain's name, such as "g-io-error-quark".
    public let domain: String
    /// The code within the domain.
    public let code: Int
    /// The library's message.
    public let message: String

    /// The library's message.
    public var description: String { message }

    /// Copies `error` and frees it.
    public init(consuming error: UnsafeMutablePointer<GError>) {
        domain = String(cString: g_quark_to_string(error.pointee.domain))
        code = Int(error.pointee.code)
        message = error.pointee.message.map { String(cString: $0) } ?? ""
        g_error_free(error)
    }

    /// Whether this is `code` of the domain `quark`.
    public func matches(_ quark: GQuark, _ code: Int) -> Bool {
        self.code == code && domain == String(cString: g_quark_to_string(quark))
    }

    /// Whether this is GIO's `code`.
    public func matches(_ code: GIOErrorEnum) -> Bool { matches(g_io_error_quark(), Int(code.rawValue)) }

    /// Calls `body` with a place for a GError, and throws that error. The only bridge from GError to `throws`.
    public static func check<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
    ) throws(GLibError) -> Result {
        var error: UnsafeMutablePointer<GError>?
        let result = body(&error)
        if let error { throw GLibError(consuming: error) }
        return result
    }
}
