import Foundation

/// One photo of a catalogue: the content of a row, and the photo's progress.
///
/// Lives on the main context. Workers never see it: they take and return values.
@MainActor
public final class PhotoRecord {
    /// Identifies a photo in a catalogue; rows may move.
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

    /// The progress of the photo.
    public enum State: Sendable, Equatable {
        /// Nothing is held.
        case new
        /// Downloading; the fraction, 0 to 1, if the length is known.
        case downloading(fraction: Double?)
        /// Decoded but unfiltered, at the size shown.
        case downloaded(PixelBuffer)
        /// Filtered, at the size shown.
        case filtered(PixelBuffer)
        case failed(PhotoFailure)
        /// It is no photo, but a folder: nothing is to be loaded.
        case folder
    }

    /// Its identity.
    public let id: ID
    /// The row's name.
    public private(set) var name: String
    /// The catalogue's other data on the photo, on one line; may be empty.
    public internal(set) var summary: String {
        didSet { if oldValue != summary { tell(.summary) } }
    }
    /// The photo's location, or why the entry has none.
    public private(set) var location: Result<URL, LocationFailure>
    /// The photo's location; nil where the catalogue's entry has none.
    public var photoURL: URL? { try? location.get() }
    /// Where the list of the folder is that this row stands for; nil for a photo.
    public let folder: URL?
    /// The URL of the row's picture: a thumbnail, if the catalogue names one, otherwise the photo. Nil without a photo.
    public private(set) var rowURL: URL?

    /// Whether its entry is not known yet: nothing can be loaded.
    public var isUnread: Bool { location == .failure(.unread) }

    /// A small picture for as long as there is no other; nil without one.
    public private(set) var placeholder: PixelBuffer?

    /// The shape of the picture that is shown of it; changed only by PhotoLoader.
    var shape = TimelineRatio.square

    /// The progress; changed only by PhotoLoader.
    public internal(set) var state: State {
        didSet {
            if !state.isFinal { isRefreshing = false }
            guard oldValue != state else { return }
            stateObserver?(self)
            tell(.state(old: oldValue))
        }
    }

    /// Whether work on it is running or queued. A cancelled photo, or one that the moving list scrolls past, may be
    /// downloaded and not in progress.
    public internal(set) var isInProgress = false {
        didSet { if oldValue != isInProgress { tell(.isInProgress) } }
    }

    /// Whether the shown photo came from disk, unchecked for lack of a network.
    public internal(set) var isStale = false {
        didSet { if oldValue != isStale { tell(.isStale) } }
    }

    /// Whether the shown photo lacks its end.
    public internal(set) var isCutShort = false {
        didSet { if oldValue != isCutShort { tell(.isCutShort) } }
    }

    /// Whether requesting it again can help: it failed, or a server's photo came without its end.
    public var canRetry: Bool {
        switch state {
        case .failed(let failure): failure.canRetry
        case .filtered: isCutShort && rowURL?.isFileURL == false
        case .new, .downloading, .downloaded, .folder: false
        }
    }

    /// Whether a shown photo is to be requested again, or is: it stays until the new one arrives.
    var isRefreshing = false

    /// A change.
    public enum Change: Sendable, Equatable {
        case state(old: State)
        case isInProgress
        case isStale
        case isCutShort
        case summary
        /// Its entry has become known: its name, and where it is.
        case read
    }

    /// The row, and the strip's item while there is one.
    private var observers: [(observer: ObjectIdentifier, body: @MainActor (Change) -> Void)] = []

    /// Calls `body` at every change, until `observer` stops that. Replaces what it observed with before.
    public func observe(as observer: AnyObject, _ body: @escaping @MainActor (Change) -> Void) {
        stopObserving(as: observer)
        observers.append((ObjectIdentifier(observer), body))
    }

    /// Ends the calls for `observer`, which must still exist.
    public func stopObserving(as observer: AnyObject) {
        observers.removeAll { $0.observer == ObjectIdentifier(observer) }
    }

    private func tell(_ change: Change) { for observer in observers { observer.body(change) } }

    /// Called at every change of the state; set by the model.
    var stateObserver: (@MainActor (PhotoRecord) -> Void)?

    /// A record in the state `.new`, or permanently failed if its location is invalid. `position` is the entry's place
    /// in the catalogue, and `thumbnail` the URL of a thumbnail. With a `folder`, it is that folder's row.
    public init(
        id: ID, name: String, summary: String = "", location: Result<URL, LocationFailure>, thumbnail: URL? = nil,
        folder: URL? = nil, position: CataloguePosition? = nil, placeholder: String? = nil
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.location = location
        self.folder = folder
        self.placeholder = placeholder.flatMap { ThumbHash(base64: $0)?.pixels }
        switch location {
        case .success(let photo):
            rowURL = thumbnail ?? photo
            state = .new
        case .failure where folder != nil:
            rowURL = nil
            state = .folder
        case .failure(.unread):
            rowURL = nil
            state = .new
        case .failure(let failure):
            rowURL = nil
            state = .failed(.location(failure, at: position))
        }
    }

    /// Its entry has become known.
    func read(
        name: String, summary: String, location: Result<URL, LocationFailure>, thumbnail: URL?, placeholder: String?
    ) {
        guard isUnread else { return }
        self.placeholder = placeholder.flatMap { ThumbHash(base64: $0)?.pixels }
        (self.name, self.location) = (name, location)
        self.summary = summary
        switch location {
        case .success(let photo):
            rowURL = thumbnail ?? photo
            state = .new
        case .failure(.unread): state = .new
        case .failure(let failure): state = .failed(.location(failure, at: nil))
        }
        tell(.read)
    }

    /// Its entry failed to load.
    package func failedToRead(_ failure: PhotoFailure) { if isUnread { state = .failed(failure) } }

    /// Its entry is wanted again.
    package func readAgain() { if isUnread { state = .new } }

    /// The catalogue's thumbnail is unavailable: the row shows the photo itself from now on. False if it already did.
    func fallBackToPhoto() -> Bool {
        guard case .success(let photo) = location, let rowURL, rowURL != photo else { return false }
        self.rowURL = photo
        return true
    }
}

extension PhotoRecord.State {
    /// Whether nothing is left to do: filtered, failed, or a folder.
    public var isFinal: Bool {
        switch self {
        case .filtered, .failed, .folder: true
        case .new, .downloading, .downloaded: false
        }
    }
}
