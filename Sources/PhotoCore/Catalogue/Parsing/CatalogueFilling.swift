import Foundation

/// Makes a catalogue's rows out of something that is no document: a folder, several files.
///
/// Runs on the catalogue's worker, and may wait there for disks and networks.
public protocol CatalogueFilling: Sendable {
    /// Whether the catalogue at `url` is made here, and not fetched and parsed.
    func fills(_ url: URL) -> Bool

    /// Adds all rows to `builder`. After every few it calls `pause`, which hands over what has accumulated when that is
    /// due, and throws `cancelled` when nobody wants the rest. Throws why there is no catalogue, or why there is no
    /// more of it.
    func fill(
        _ builder: inout CatalogueBuilder, from url: URL,
        pause: (inout CatalogueBuilder) throws(CatalogueFailure) -> Void
    ) throws(CatalogueFailure)
}
