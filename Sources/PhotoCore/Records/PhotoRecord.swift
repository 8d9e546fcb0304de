import Foundation

/// One photo of a catalogue: what a row shows, and how far its photo is.
///
/// Lives on the main context. Workers never see it: they get values and give values.
@MainActor
public final class PhotoRecord {
    /// Which photo of which catalogue: stays the same while rows move.
    public struct ID: Hashable, Sendable {
        /// Counts the catalogues opened in this window.
        let catalogue: Int
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
    /// What the catalogue says of the photo beside its name, on one line; empty where that is nothing.
    public let summary: String
    /// Where the photo is, or why the catalogue's entry is of no use.
    public let location: Result<URL, LocationFailure>
    /// Where the photo is; nil where the catalogue's entry is of no use.
    public var photoURL: URL? { try? location.get() }
    /// Where what the row shows is: a small picture of the photo, where the catalogue names one, or else the photo
    /// itself. nil where there is no photo.
    public private(set) var rowURL: URL?

    /// How far it is; PhotoLoader alone moves it on.
    public internal(set) var state: State {
        didSet {
            if !state.isFinal { isRefreshing = false }
            guard oldValue != state else { return }
            stateObserver?(self)
            observer?(.state(old: oldValue))
        }
    }

    /// Whether something is being done about it now, or queued. A photo that was given up, or that the list goes past
    /// while it moves, may be downloaded and yet not in progress.
    public internal(set) var isInProgress = false {
        didSet { if oldValue != isInProgress { observer?(.isInProgress) } }
    }

    /// Whether the photo shown came from disk and could not be checked, because the network is gone.
    public internal(set) var isStale = false {
        didSet { if oldValue != isStale { observer?(.isStale) } }
    }

    /// Whether the photo shown lacks its end: what there is of it is shown.
    public internal(set) var isCutShort = false {
        didSet { if oldValue != isCutShort { observer?(.isCutShort) } }
    }

    /// Whether a photo that is shown is to be asked for again, or is under way again: it stays until the new one is
    /// there.
    var isRefreshing = false

    /// What has changed.
    public enum Change: Sendable, Equatable {
        /// The state, which was `old`.
        case state(old: State)
        /// Whether it is in progress.
        case isInProgress
        /// Whether it came from disk unchecked.
        case isStale
        /// Whether it lacks its end.
        case isCutShort
    }

    /// Called at every change; set by the row that shows the record.
    public var observer: (@MainActor (Change) -> Void)?

    /// Called at every change of the state; set by the model that made the record.
    var stateObserver: (@MainActor (PhotoRecord) -> Void)?

    /// A record in the state `.new`, or failed for good where its location is of no use; `position` is where its entry
    /// stands in the catalogue, and `thumbnail` a small picture of it.
    public init(
        id: ID, name: String, summary: String = "", location: Result<URL, LocationFailure>, thumbnail: URL? = nil,
        position: CataloguePosition? = nil
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.location = location
        switch location {
        case .success(let photo):
            rowURL = thumbnail ?? photo
            state = .new
        case .failure(let failure):
            rowURL = nil
            state = .failed(.location(failure, at: position))
        }
    }

    /// What is loaded for the row.
    var url: URL? { rowURL }

    /// The small picture that the catalogue names cannot be had: the row is to show the photo itself from now on. False
    /// where it did already.
    func fallBackToPhoto() -> Bool {
        guard case .success(let photo) = location, let rowURL, rowURL != photo else { return false }
        self.rowURL = photo
        return true
    }
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
