/// Everything a person can do by a key, a menu entry or a button. The raw value names the action.
enum Command: String, CaseIterable {
    // The program and its windows.
    case newWindow = "new-window"
    case close
    case quit
    case inspector
    case shortcuts = "show-help-overlay"
    case about
    // The catalogue.
    case openLocation = "open-location"
    case openFile = "open-file"
    case openFolder = "open-folder"
    case showDemo = "show-demo"
    case reload
    case cancelLoading = "cancel-loading"
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
    case grid
    case gridLarger = "grid-larger"
    case gridSmaller = "grid-smaller"
    case gridReset = "grid-reset"
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
    // Beyond the window: the photos selected in the list, or the photo of the page.
    case copyPicture = "desktop-copy-picture"
    case copyAddress = "desktop-copy-address"
    case openWith = "desktop-open-with"
    case openAddress = "desktop-open-address"
    case showInFiles = "desktop-show-in-files"
    case print = "desktop-print"
    case setWallpaper = "desktop-set-wallpaper"
    case trash = "desktop-trash"
    case undo = "desktop-undo"
    // The slideshow: keys and buttons do one thing or the other, menu entries one thing each.
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

    /// The action as GTK finds it from a menu, a button or a key.
    var action: String { "\(isOfProgram ? "app" : "win").\(rawValue)" }

    /// Whether it belongs to the program, and not to one of its windows.
    private var isOfProgram: Bool { self == .quit || self == .newWindow }

    /// Where keys count.
    enum Place {
        /// In every window of the program.
        case everywhere
        /// In the window, wherever the focus is. Lines of text come first.
        case window
        /// On the list's page.
        case listPage
        /// In the rows alone.
        case rows
        /// In the rows, where GTK's own list heeds them.
        case rowsOfGTK
        /// On the page of one photo.
        case page
        /// On that page, while a slideshow runs.
        case slideshow

        /// Whether they count there.
        func isIn(_ page: Page) -> Bool {
            switch self {
            case .everywhere, .window: true
            case .listPage, .rows, .rowsOfGTK: page == .list
            case .page, .slideshow: page == .photo
            }
        }
    }

    /// What the window shows.
    enum Page: CaseIterable { case list, photo }

    /// When a command can be used.
    enum Need: CaseIterable {
        case nothing
        /// A catalogue is open.
        case catalogue
        /// Some photo has failed.
        case failures
        /// Photos are in the list, whether it is shown or one of them.
        case photos
        /// Photos are in the list, and it is shown.
        case list
        /// The list is a grid whose pictures can be larger, smaller, or are not of the usual size.
        case largerGrid, smallerGrid, unusualGrid
        /// Photos are selected.
        case selection
        /// Photos are selected, or a row has the keyboard.
        case meant
        /// A photo's page is shown; and there is a photo after it, or before it.
        case page, nextPhoto, previousPhoto
        /// What is meant is one photo; one that is no file; files, some of them; or one or the other.
        case onePhoto, oneAddress, files, oneOrFiles
        /// Something was moved to the trash.
        case trashed
        /// No slideshow; one; one that goes on; one that is paused.
        case noSlideshow, slideshow, slideshowGoesOn, slideshowIsPaused

        /// Whether it is never met while the page of a photo is shown.
        var isOfList: Bool { [.list, .largerGrid, .smallerGrid, .unusualGrid].contains(self) }
    }

    /// Keys, as GTK writes them.
    struct Keys {
        let place: Place
        /// Those that are named to a person; menus show the first.
        let shown: [String]
        /// Others that do the same: of the keypad, of multimedia keyboards.
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

    /// What the table says of a command.
    struct Entry {
        /// What menus call it; an underscore precedes the mnemonic.
        let label: String
        var need = Need.nothing
        /// What the shortcuts window and the table of keys call it, where menus call it something else.
        var title: String?
        /// What else the table of keys says.
        var help: String?
        /// The command whose keys do this at the moment at which it is offered.
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

    /// When it can be used.
    var need: Need { entry.need }

    /// What the shortcuts window and the table of keys call it, and buttons with an icon alone.
    var title: String { entry.title ?? label.filter { $0 != "_" && $0 != "…" } }

    /// What menus call it.
    var label: String { entry.label }

    /// What the table of keys says beside its name.
    var help: String? { entry.help }

    /// The same with another mnemonic, where a menu has its own for something else.
    func label(mnemonic: Character) -> String {
        var text = label.filter { $0 != "_" }
        if let place = text.firstIndex(of: mnemonic) { text.insert("_", at: place) }
        return text
    }

    /// All keys that count in `place`.
    func keys(in place: Place) -> [String] {
        entry.keys.filter { $0.place == place }.flatMap { $0.shown + $0.other }
    }

    /// The keys that menus and help show while the window shows `page`.
    func shownKeys(on page: Page) -> [String] {
        (entry.like?.entry ?? entry).keys.filter { $0.place.isIn(page) }.flatMap(\.shown)
    }
}
