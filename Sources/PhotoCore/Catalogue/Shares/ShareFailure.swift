/// Why a share cannot be opened. The description helps a person act.
public enum ShareFailure: Error, Equatable, Sendable {
    /// There is no GVfs.
    case noGVfs(scheme: String)
    /// GVfs has no backend for addresses of this scheme.
    case schemeUnsupported(scheme: String)
    /// It is mounted, but no path of the file system leads to it.
    case noPath(host: String)
    /// Anything else, in GIO's words.
    case failed(host: String, reason: String)
    /// The person has cancelled it, or has been told the reason. Never shown.
    case cancelled
}

extension ShareFailure: CustomStringConvertible {
    /// What failed, why, and what to do about it.
    public var description: String {
        switch self {
        case .noGVfs(let scheme):
            localized("This computer cannot open “\(scheme)” addresses: GVfs is not installed. Install gvfs-backends.")
        case .schemeUnsupported(let scheme):
            localized("GVfs on this computer cannot open “\(scheme)” addresses. Install gvfs-backends.")
        case .noPath(let host):
            localized(
                "“\(ShownText.line(host))” is connected, but its files cannot be reached: gvfs-fuse is missing or not "
                    + "running. Install gvfs-fuse, and log in to the desktop again.")
        case .failed(let host, let reason):
            localized("Cannot connect to \(ShownText.line(host)): \(ShownText.lines(reason))")
        case .cancelled: localized("Cancelled")
        }
    }
}
