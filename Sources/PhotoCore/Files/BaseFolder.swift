import Foundation

/// The program's folders in the person's home (XDG Base Directory Specification).
package enum BaseFolder {
    /// For what can be fetched again.
    case cache
    /// For what must survive a start, but matters to nobody else.
    case state

    private var names: (variable: String, usual: [String]) {
        switch self {
        case .cache: ("XDG_CACHE_HOME", [".cache"])
        case .state: ("XDG_STATE_HOME", [".local", "state"])
        }
    }

    /// The program's own folder there. Reads the environment directly: ProcessInfo would create a dictionary of all
    /// variables.
    package var path: FilePath {
        let set = getenv(names.variable).map { FilePath(cString: $0) }
        // The specification: ignore a relative path.
        let isAbsolute = set?.bytes.first == UInt8(ascii: "/")
        let home = getenv("HOME").map { FilePath(cString: $0) } ?? FilePath(NSHomeDirectory())
        let base = isAbsolute ? set ?? home : names.usual.reduce(home) { $0.appending($1) }
        return base.appending("classic-photos")
    }
}
