import CGLib

/// A GError as a Swift error: a value that may cross threads.
package struct GLibError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error domain's name, such as "g-io-error-quark".
    package let domain: String
    package let code: Int
    /// The library's message.
    package let message: String

    package var description: String { message }

    /// Copies `error` and frees it.
    package init(consuming error: UnsafeMutablePointer<GError>) {
        domain = String(cString: g_quark_to_string(error.pointee.domain))
        code = Int(error.pointee.code)
        message = error.pointee.message.map { String(cString: $0) } ?? ""
        g_error_free(error)
    }

    /// Whether this is `code` of the domain `quark`.
    package func matches(_ quark: GQuark, _ code: Int) -> Bool {
        self.code == code && domain == String(cString: g_quark_to_string(quark))
    }

    /// Whether this is GIO's `code`.
    package func matches(_ code: GIOErrorEnum) -> Bool { matches(g_io_error_quark(), Int(code.rawValue)) }

    /// Calls `body` with a place for a GError, and throws that error. The only bridge from GError to `throws`.
    package static func check<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
    ) throws(GLibError) -> Result {
        var error: UnsafeMutablePointer<GError>?
        let result = body(&error)
        if let error { throw GLibError(consuming: error) }
        return result
    }
}
