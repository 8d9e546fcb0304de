import GLibBridge
import GtkBridge
import PhotoCore
import PhotoServices

/// What gets photos and catalogues for all windows: two sessions over HTTP, the store of replies on disk, and those who
/// ask for names and passwords.
@MainActor
final class ProgramNetwork {
    /// Fetches the photos of all windows over one HTTP session, and stores them on disk.
    let photos: CachingFetcher
    /// Fetches catalogues over its own session: hanging photos must not block its connections.
    let catalogues: CachingFetcher
    /// Fetches catalogues as well, also those of galleries that a person signs in to; what WebDAV folders list is kept.
    let folders: KeptFolderFetcher
    /// Gets the names and passwords that servers require, for catalogues and photos.
    let credentials: CredentialBroker
    let credentialDialogs = CredentialDialogs()
    /// What is kept of servers.
    let kept: KeptData
    /// Makes catalogues of archives.
    let archiveFiller: ArchiveFiller
    /// Makes catalogues of S3 buckets.
    let objectFiller: ObjectFiller
    /// Makes catalogues of Immich and PhotoPrism libraries.
    let libraryFiller: LibraryFiller
    /// Makes catalogues of Piwigo galleries.
    let galleryFiller: GalleryFiller
    /// Which lists servers do not have.
    let cloudLists: CloudLists
    /// Makes one catalogue of all libraries.
    let allLibrariesFiller: AllLibrariesFiller
    /// What is known of libraries.
    let libraries = LibraryStore()
    /// Whose requests are authorized in their own way.
    let places = LibraryPlaces()
    private let photoFetcher, catalogueFetcher: DataFetcher
    private let activity: NetworkActivity
    private let busy = Broadcast<Bool>()
    private let opened = Broadcast<ProtectionSpace>()

    /// As the settings say.
    init(_ settings: Settings, tracer: Tracer) {
        activity = NetworkActivity(mainContext: MainContext.shared) { [busy] in busy.send($0) }
        credentials = CredentialBroker(asker: credentialDialogs, store: Keyring()) { [opened] space in
            MainContext.shared.perform { opened.send(space) }
        }
        let store = HTTPStore(folder: HTTPStore.standardFolder, budget: PreferenceWatch.diskBudget(settings))
        let (archives, logins) = (ArchiveShelf(Decoders.standard.archives), KnownLogins())
        photoFetcher = DataFetcher(
            connectionsPerHost: Self.connections(downloads: ListPreferences(settings).downloads),
            activity: activity, credentials: credentials, tracer: tracer, archives: archives, places: places,
            logins: logins)
        photos = CachingFetcher(
            network: photoFetcher, store: store, decoder: Decoders.standard.checks, account: Decoders.standard.memory)
        catalogueFetcher = DataFetcher(
            activity: activity, credentials: credentials, tracer: tracer, archives: archives, places: places,
            logins: logins)
        archiveFiller = ArchiveFiller(archives, network: catalogueFetcher)
        catalogues = CachingFetcher(
            network: catalogueFetcher, store: store,
            decoder: Decoders.standard.checks, account: Decoders.standard.memory)
        folders = KeptFolderFetcher(GalleryFetcher(catalogues, places: places), store: libraries)
        credentialDialogs.fetcher = catalogues
        cloudLists = CloudLists(catalogues, mainContext: MainContext.shared)
        objectFiller = ObjectFiller(catalogues, places: places, store: libraries)
        libraryFiller = LibraryFiller(catalogues, places: places, store: libraries)
        galleryFiller = GalleryFiller(folders, places: places, store: libraries)
        let recent = RecentStore(mainContext: MainContext.shared)
        allLibrariesFiller = AllLibrariesFiller(
            folders, formats: .standard,
            fillers: [FolderFiller(), FolderWalk(folders, as: .standard), objectFiller, libraryFiller, galleryFiller],
            members: { recent.readNow().members(by: ICUCollation()) })
        kept = KeptData(
            store: store, libraries: libraries, fetchers: [photos, catalogues], credentials: credentials,
            mainContext: MainContext.shared)
    }

    var isBusy: Bool { activity.requests > 0 }

    /// Called when requests begin, and when the last one has ended.
    func onBusy(_ body: @escaping @MainActor (Bool) -> Void) { busy.receiver = body }

    /// Called when a person has signed in to a server.
    func onSignedIn(_ body: @escaping @MainActor () -> Void) { opened.receiver = { _ in body() } }

    /// Lets as many photos be downloaded from one server at once.
    func setDownloads(_ count: Int) { photoFetcher.setConnectionsPerHost(Self.connections(downloads: count)) }

    /// As many again for downloads outside the slots, and two for an opened photo.
    private static func connections(downloads: Int) -> Int { 2 * downloads + 2 }

    /// Saves received data: the next start resumes from it; and ends the sessions at servers. Waits for at most this
    /// many seconds each.
    func stop(within seconds: Double) {
        for fetcher in [photos, catalogues] { fetcher.stop(within: seconds) }
        DataFetcher.endSessions(of: [photoFetcher, catalogueFetcher], within: seconds)
    }
}

/// Passes events to the program, which is created later.
@MainActor
private final class Broadcast<Value> {
    var receiver: (@MainActor (Value) -> Void)?
    nonisolated init() {}
    func send(_ value: Value) { receiver?(value) }
}
