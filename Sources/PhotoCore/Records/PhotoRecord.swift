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
    public var name: String { content.name }
    /// The catalogue's other data on the photo, on one line; may be empty.
    public internal(set) var summary: String {
        get { content.summary }
        set {
            guard content.summary != newValue else { return }
            content.summary = newValue
            tell(.summary)
        }
    }
    /// The photo's location, or why the entry has none.
    public var location: Result<URL, LocationFailure> { content.location }
    /// The photo's location; nil where the catalogue's entry has none.
    public var photoURL: URL? { try? location.get() }
    /// Where the list of the folder is that this row stands for; nil for a photo.
    public var folder: URL? { content.folder }
    /// The URL of the row's picture: a thumbnail, if the catalogue names one, otherwise the photo. Nil without a photo.
    public var rowURL: URL? { content.rowURL }

    /// Whether its entry is not known yet: nothing can be loaded.
    public var isUnread: Bool { location == .failure(.unread) }

    /// A small picture for as long as there is no other; nil without one.
    public var placeholder: PixelBuffer? { content.placeholder }

    /// The shape of the picture that is shown of it; changed only by PhotoLoader.
    var shape = TimelineRatio.square

    /// The progress; changed only by PhotoLoader.
    public internal(set) var state: State {
        get { content.state }
        set {
            let old = content.state
            content.state = newValue
            if !newValue.isFinal { isRefreshing = false }
            guard old != newValue else { return }
            stateObserver?(self)
            tell(.state(old: old))
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

    // MARK: - Reading

    /// What a catalogue says of an entry.
    struct Facts {
        let name: String
        var summary = ""
        /// The photo's location, or why the entry has none.
        let location: Result<URL, LocationFailure>
        /// The URL of a thumbnail.
        var thumbnail: URL?
        /// Where the list of a folder is.
        var folder: URL?
        /// The entry's place in the catalogue.
        var position: CataloguePosition?
        /// A ThumbHash in Base64.
        var placeholder: String?
    }

    private final class Content {
        var name: String
        var summary: String
        var location: Result<URL, LocationFailure>
        let folder: URL?
        var rowURL: URL?
        var placeholder: PixelBuffer?
        var state: State

        init(_ facts: Facts) {
            (name, summary, location, folder) = (facts.name, facts.summary, facts.location, facts.folder)
            placeholder = facts.placeholder.flatMap { ThumbHash(base64: $0)?.pixels }
            switch facts.location {
            case .success(let photo): (rowURL, state) = (facts.thumbnail ?? photo, .new)
            case .failure where facts.folder != nil: state = .folder
            case .failure(.unread): state = .new
            case .failure(let failure): state = .failed(.location(failure, at: facts.position))
            }
        }
    }

    private var known: Content?
    private var reading: (@MainActor () -> Facts)?
    private var restore: (@MainActor (PhotoRecord) -> Void)?

    private var content: Content {
        if let known { return known }
        let made = Content(reading?() ?? Facts(name: "", location: .failure(.unread)))
        known = made
        reading = nil
        restore?(self)
        restore = nil
        return made
    }

    /// A record that reads its entry with `reading` at its first use, and then gets the state held in memory from
    /// `restore`: a jump of the list creates 200 records, and shows ten.
    init(
        id: ID, reading: @escaping @MainActor () -> Facts, restore: @escaping @MainActor (PhotoRecord) -> Void
    ) {
        (self.id, self.reading, self.restore) = (id, reading, restore)
    }

    /// A record in the state `.new`, or permanently failed if its location is invalid. `position` is the entry's place
    /// in the catalogue, and `thumbnail` the URL of a thumbnail. With a `folder`, it is that folder's row.
    public init(
        id: ID, name: String, summary: String = "", location: Result<URL, LocationFailure>, thumbnail: URL? = nil,
        folder: URL? = nil, position: CataloguePosition? = nil, placeholder: String? = nil
    ) {
        self.id = id
        known = Content(
            Facts(
                name: name, summary: summary, location: location, thumbnail: thumbnail, folder: folder,
                position: position, placeholder: placeholder))
    }

    /// Its entry has become known, unless it is one of a list that failed to load.
    func read(
        name: String, summary: String, location: Result<URL, LocationFailure>, thumbnail: URL?, placeholder: String?
    ) {
        guard isUnread, location != .failure(.unread) else { return }
        content.placeholder = placeholder.flatMap { ThumbHash(base64: $0)?.pixels }
        (content.name, content.location) = (name, location)
        self.summary = summary
        switch location {
        case .success(let photo):
            content.rowURL = thumbnail ?? photo
            state = .new
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
        content.rowURL = photo
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
