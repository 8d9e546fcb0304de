import Foundation

/// A new folder for one test. It is removed with its contents when this object ends.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let url: URL

    /// Creates it.
    public init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("classic-photos-test-\(UUID())")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A place within it that does not exist yet.
    public func newPlace() -> URL { url.appendingPathComponent(UUID().uuidString) }
}
