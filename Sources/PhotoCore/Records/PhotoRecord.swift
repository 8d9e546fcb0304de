import Foundation

/// One photo of a catalogue: what a row shows, and how far its photo is.
///
/// Lives on the main context. Workers never see it: they get values and give values.
@MainActor
public final class PhotoRecord {
    /// Which photo of which catalogue: stays the same while rows move.
    public struct ID: Hashable, Sendable {
        /// Counts the catalogues opened in this window.
        public let catalogue: Int
        /// The entry's place in the catalogue's own order.
        public let entry: Int

        /// The photo of one entry.
        public init(catalogue: Int, entry: Int) {
            self.catalogue = catalogue
            self.entry = entry
        }
    }

    /// How far the photo is.
    public enum State: Sendable, Equatable {
        /// Nothing is held of it.
        case new
        /// On its way; how much of it, 0 to 1, where the length is known.
        case downloading(fraction: Double?)
        /// Here, unfiltered, at the size it is shown.
        case downloaded(PixelBuffer)
        /// Here and filtered, at the size it is shown.
        case filtered(PixelBuffer)
        /// Not to be had.
        case failed(PhotoFailure)
    }

    /// Its identity.
    public let id: ID
    /// What the row is called.
    public let name: String
    /// Where the photo is, or why the catalogue's entry is of no use.
    public let location: Result<URL, LocationFailure>

    /// How far it is; PhotoLoader alone moves it on.
    public internal(set) var state: State {
        didSet { if oldValue != state { observer?(oldValue) } }
    }

    /// Told of every change, with the state before; set by the row that shows the record.
    public var observer: (@MainActor (_ old: State) -> Void)?

    /// A record in the state `.new`, or failed for good where its location is of no use.
    public init(id: ID, name: String, location: Result<URL, LocationFailure>) {
        self.id = id
        self.name = name
        self.location = location
        switch location {
        case .success: state = .new
        case .failure(let failure): state = .failed(.location(failure))
        }
    }

    /// The URL, if there is one.
    var url: URL? { try? location.get() }
}

extension PhotoRecord.State {
    /// Whether nothing more is to be done: filtered, or failed.
    public var isFinal: Bool {
        switch self {
        case .filtered, .failed: true
        case .new, .downloading, .downloaded: false
        }
    }
}
