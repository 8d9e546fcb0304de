import GtkBridge

/// Everything a person can do with a key, a menu entry or a button. The raw value names the action.
enum Command: String, CaseIterable {
    // The program and its windows.
    case newWindow = "new-window"
    case close
    case quit
    case clearCache = "clear-cache"
    case clearRecent = "clear-recent"
    case forgetPasswords = "forget-passwords"
    case preferences
    case inspector
    case shortcuts = "show-help-overlay"
    case help
    case about
    // The catalogue.
    case openLocation = "open-location"
    case openLibrary = "open-library"
    case sidebar = "library-sidebar"
    case libraryAll = "library-all"
    case libraryFavourites = "library-favourites"
    case libraryAlbums = "library-albums"
    case libraryPeople = "library-people"
    case libraryPlaces = "library-places"
    case libraryFolders = "library-folders"
    case librarySearch = "library-search"
    case openFile = "open-file"
    case openFolder = "open-folder"
    case showDemo = "show-demo"
    case reload
    case cancelLoading = "cancel-loading"
    case folderBack = "folder-back"
    case retryAll = "retry-all"
    case saveCatalogue = "save-catalogue"
    // The list.
    case openPhoto = "open-photo"
    case rowMenu = "desktop-menu"
    case find
    case search
    case stopFinding = "stop-finding"
    case goTo = "go-to"
    case sort
    case filter
    case undoFilterAll = "undo-filter-all"
    case view
    case viewList = "view::list"
    case viewGrid = "view::grid"
    case viewTimeline = "view::timeline"
    case timelineOldest = "timeline-oldest"
    case timelineSquares = "timeline-squares"
    case grid
    case gridLarger = "grid-larger"
    case gridSmaller = "grid-smaller"
    case gridReset = "grid-reset"
    case selectSeveral = "select-several"
    case selectAll = "select-all"
    case selectNone = "select-none"
    case invertSelection = "invert-selection"
    case copyNames = "copy-names"
    case copyAddresses = "copy-addresses"
    case saveSelection = "save-selection"
    case saveOriginals = "save-originals"
    case exportPhotos = "export-photos"
    // One photo.
    case next = "photo-next"
    case previous = "photo-previous"
    case back = "photo-back"
    case details = "photo-details"
    case detailsHere = "photo-details-here"
    case detailsThere = "photo-details-there"
    case photoMenu = "photo-menu"
    case strip = "photo-strip"
    case fullscreen = "photo-fullscreen"
    case zoomIn = "photo-zoom-in"
    case zoomOut = "photo-zoom-out"
    case zoomFit = "photo-zoom-fit"
    case zoomFill = "photo-zoom-fill"
    case zoomOriginal = "photo-zoom-original"
    case zoomToggle = "photo-zoom-toggle"
    case turnRight = "photo-turn-right"
    case turnLeft = "photo-turn-left"
    case mirror = "photo-mirror"
    case upsideDown = "photo-upside-down"
    case filters = "photo-filters"
    case showOriginal = "photo-show-original"
    case compare = "photo-compare"
    case filterAll = "photo-filter-all"
    case saveOriginal = "photo-save-original"
    case export = "photo-export"
    // Other programs: the photos selected in the list, or the photo of the page.
    case copyPicture = "desktop-copy-picture"
    case copyAddress = "desktop-copy-address"
    case openWith = "desktop-open-with"
    case openAddress = "desktop-open-address"
    case playVideo = "desktop-play-video"
    case showInFiles = "desktop-show-in-files"
    case print = "desktop-print"
    case setWallpaper = "desktop-set-wallpaper"
    case trash = "desktop-trash"
    case undo = "desktop-undo"
    // The slideshow: keys and buttons toggle, menu entries do one thing each.
    case slideshow
    case slideshowPause = "slideshow-pause"
    case slideshowBegin = "slideshow-begin"
    case slideshowHold = "slideshow-hold"
    case slideshowGoOn = "slideshow-go-on"
    case slideshowEnd = "slideshow-end"
    case slideshowInterval = "slideshow-interval"
    case slideshowRandom = "slideshow-random"
    case slideshowLoop = "slideshow-loop"
    case slideshowFade = "slideshow-fade"

    /// The action's full name for menus, buttons and keys.
    var action: String { "\(isOfProgram ? "app" : "win").\(rawValue)" }

    private var isOfProgram: Bool { self == .quit || self == .newWindow }

    /// The scope of keys.
    enum Place {
        case everywhere
        /// In the window, wherever the focus is. Text fields have priority.
        case window
        case listPage
        case rows
        /// In the rows, handled by GTK's own list.
        case rowsOfGTK
        case page
        /// On that page, during a slideshow.
        case slideshow

        func isIn(_ page: Page) -> Bool {
            switch self {
            case .everywhere, .window: true
            case .listPage, .rows, .rowsOfGTK: page == .list
            case .page, .slideshow: page == .photo
            }
        }
    }

    enum Page: CaseIterable { case list, photo }

    /// When a command is available.
    enum Need: CaseIterable {
        case nothing
        case catalogue
        case failures
        /// Photos are in the list, on either page.
        case photos
        /// Photos are in the list, and it is shown.
        case list
        /// The grid's pictures can become larger, or smaller, or do not have the normal size.
        case largerGrid, smallerGrid, unusualGrid
        /// The timeline is shown.
        case timeline
        case selection
        /// A server's library is shown.
        case library
        /// The server of what is shown can be asked for a text.
        case serverSearch
        /// There is something to be listed at the side.
        case sidebar
        /// A folder was opened from a list.
        case folderTrail
        /// Photos are selected, or a row has the focus.
        case meant
        /// A photo's page is shown; with a next photo, or a previous one.
        case page, nextPhoto, previousPhoto
        /// The command applies to one photo; to one remote photo; to photos that include files; or to either of the
        /// first and the last.
        case onePhoto, oneAddress, files, oneOrFiles
        /// The command applies to one photo, which is a video or has one.
        case video
        /// Something can be restored from the trash.
        case trashed
        /// No slideshow is running; one is; one advances; one is paused.
        case noSlideshow, slideshow, slideshowGoesOn, slideshowIsPaused

        /// Whether it is never met on a photo's page.
        var isOfList: Bool { [.list, .largerGrid, .smallerGrid, .unusualGrid, .timeline].contains(self) }
    }

    /// Keys in GTK's notation.
    struct Keys {
        let place: Place
        /// The keys shown to a person; menus show the first.
        let shown: [String]
        /// Equivalent keys on keypads and multimedia keyboards.
        let other: [String]

        static func everywhere(_ shown: String..., other: String...) -> Keys {
            Keys(place: .everywhere, shown: shown, other: other)
        }
        static func page(_ shown: String..., other: String...) -> Keys {
            Keys(place: .page, shown: shown, other: other)
        }
        static func at(_ place: Place, _ shown: String..., other: String...) -> Keys {
            Keys(place: place, shown: shown, other: other)
        }
    }

    /// A command's row in the table.
    struct Entry {
        /// Its name in menus; an underscore precedes the mnemonic.
        let label: String
        var need = Need.nothing
        /// Its name in the shortcuts window and in the table of keys, if different from that in menus.
        var title: String?
        /// Further help in the table of keys, which is English.
        var help: String?
        /// The command with the same keys whenever this one is offered.
        var like: Command?
        var keys: [Keys]

        init(
            _ label: String, _ keys: Keys..., need: Need = .nothing, title: String? = nil, help: String? = nil,
            like: Command? = nil
        ) {
            self.label = label
            self.need = need
            self.title = title
            self.help = help
            self.like = like
            self.keys = keys
        }
    }

    // MARK: - From the table

    var need: Need { entry.need }

    /// Its name in the shortcuts window, in the table of keys and on icon buttons.
    var title: String { entry.title ?? Self.title(of: label) }

    /// `label` without its mnemonic and the three dots at its end, before which some languages write a space.
    static func title(of label: String) -> String {
        var title = Mnemonic.removed(from: label).filter { $0 != "…" }
        while title.last?.isWhitespace == true { title.removeLast() }
        return title
    }

    var label: String { entry.label }

    var help: String? { entry.help }

    /// All keys with the scope `place`.
    func keys(in place: Place) -> [String] {
        entry.keys.filter { $0.place == place }.flatMap { $0.shown + $0.other }
    }

    /// The keys that menus and help show on `page`.
    func shownKeys(on page: Page) -> [String] {
        (entry.like?.entry ?? entry).keys.filter { $0.place.isIn(page) }.flatMap(\.shown)
    }
}
