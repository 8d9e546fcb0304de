import Foundation
import PhotoCore
import PhotoServices

/// The command line's content.
///
/// Not with GApplication's option entries: they have no option with an optional value (`--demo[=COUNT]`; GOption allows
/// it only for callbacks), and lose the position of `--demo` among the catalogues.
struct Arguments: Equatable {
    /// Why a command line is invalid, for the person who typed it.
    struct Invalid: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    static var usage: String {
        // Translators: keep the options, their indentation, and lines of up to 80 columns where the language allows it.
        localized(
            """
            Usage: classic-photos [OPTION…] [CATALOGUE…]

            Shows the photos of each CATALOGUE in a window: the http or https URL or the file of a property list, JSON,
            a table, a feed, a web page or a list of addresses; or a folder. Pictures share one window. Without a
            CATALOGUE, opens what was open last.

              --recursive        include the subfolders of folders
              --new-window       open a window that shows what can be opened
              --open-location    ask for the address of a catalogue
              --demo[=COUNT]     show COUNT painted photos (60 by default), served on this machine
              --screenshot FILE  when every row on screen is done, save the window as a PNG, print the rows, and exit
              --thumbnail PICTURE FILE
                                 save a thumbnail of the file PICTURE as a PNG, and exit
              --size PIXELS      the longer side of the thumbnail, 128 by default
              --explain          print what is taken for a photo in each CATALOGUE, and why, and exit
              --trace FILE       record every stage of every photo as a Chrome trace (open it in Perfetto)
              --help             print this help and exit
              --help-all         print it with the environment variables, and exit
              --version          print the version and exit; with --verbose, also what confines the decoding of pictures
            """)
    }

    static var environment: String {
        localized(
            """
            Environment variables:

              CLASSIC_PHOTOS_CONFINED=0          decode pictures in the program itself, for comparisons
              LANGUAGE, LC_MESSAGES              the language of the texts
              LC_COLLATE                         how names are sorted
              LC_MONETARY, LC_NUMERIC, LC_TIME   how prices, numbers and dates are written
              XDG_CACHE_HOME                     the folder of the caches (~/.cache by default)
              XDG_STATE_HOME                     the folder of what is remembered (~/.local/state by default)

            For S3 stores:

              AWS_PROFILE                        the profile in the two files
              AWS_CONFIG_FILE                    the file of profiles (~/.aws/config by default)
              AWS_SHARED_CREDENTIALS_FILE        the file of their keys (~/.aws/credentials by default)
              AWS_REGION, AWS_DEFAULT_REGION     the region
              AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL
                                                 the address of the store
              AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN
                                                 the key
            """)
    }

    /// A window that is asked for without a catalogue.
    enum BlankWindow: Equatable {
        /// A new one.
        case welcome
        /// The dialog for an address, above the last window.
        case location
    }

    /// 60 rows: a few screens to scroll.
    static let defaultDemoCount = 60
    static let demoCounts = 1...1_000_000

    var sources: [CatalogueSource] = []
    var blankWindow: BlankWindow?
    var screenshot: FilePath?
    var trace: FilePath?
    var thumbnail: ThumbnailRequest?
    /// Whether the sources are explained, not shown.
    var explains = false
    var showsHelp = false
    var showsAllHelp = false
    var showsVersion = false
    var isVerbose = false

    init() {}

    /// Parses a command line without the program's name; relative paths start at `folder`.
    init(_ words: [String], in folder: FilePath) throws(Invalid) {
        var rest = words[...]
        var optionsEnded = false
        var isRecursive = false
        var side = FileThumbnailer.usualSide
        while let word = rest.popFirst() {
            if optionsEnded || !word.hasPrefix("-") || word == "-" {
                sources.append(try CatalogueSource(word, in: folder))
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (parts[0], parts.count > 1 ? parts[1] : nil) {
            case ("--", nil): optionsEnded = true
            case ("--recursive", nil): isRecursive = true
            case ("--explain", nil): explains = true
            case ("--new-window", nil): blankWindow = .welcome
            case ("--open-location", nil): blankWindow = .location
            // From the session's bus; GApplication removes it from its own command line.
            case ("--gapplication-service", nil): break
            case ("--help", nil), ("-h", nil): showsHelp = true
            case ("--help-all", nil): (showsHelp, showsAllHelp) = (true, true)
            case ("--version", nil): showsVersion = true
            case ("--verbose", nil): isVerbose = true
            case ("--demo", let count): sources.append(.demo(count: try Self.demoCount(count)))
            case ("--screenshot", let file):
                screenshot = try Self.path(file ?? rest.popFirst(), of: parts[0], in: folder)
            case ("--thumbnail", let file):
                let picture = try Self.path(file ?? rest.popFirst(), of: parts[0], in: folder)
                thumbnail = ThumbnailRequest(
                    input: picture, output: try Self.path(rest.popFirst(), of: parts[0], in: folder), side: side)
            case ("--size", let pixels): side = try Self.side(pixels ?? rest.popFirst())
            case ("--trace", let file): trace = try Self.path(file ?? rest.popFirst(), of: parts[0], in: folder)
            default: throw Invalid(description: localized("Unknown option “\(word)”. Try --help."))
            }
        }
        thumbnail?.side = side
        if explains, sources.isEmpty {
            throw Invalid(description: localized("\("--explain") needs a file name."))
        }
        if isRecursive { sources = sources.map(\.recursive) }
        sources = Self.gatheringPictures(sources)
    }

    /// All pictures form one catalogue, wherever they appear.
    static func gatheringPictures(_ sources: [CatalogueSource]) -> [CatalogueSource] {
        guard let first = sources.firstIndex(where: { $0.picture != nil }),
            let list = PictureList(sources.compactMap(\.picture)).url
        else { return sources }
        var rest = sources
        rest[first] = .url(list)
        return rest.filter { $0.picture == nil }
    }

    private static func demoCount(_ text: String?) throws(Invalid) -> Int {
        guard let text else { return defaultDemoCount }
        guard let count = Int(text), demoCounts.contains(count) else {
            throw Invalid(description: localized("--demo takes a number from 1 to 1000000, not “\(text)”."))
        }
        return count
    }

    private static func side(_ text: String?) throws(Invalid) -> Int {
        guard let side = text.flatMap({ Int($0) }), FileThumbnailer.sides.contains(side) else {
            let most = FileThumbnailer.sides.upperBound
            throw Invalid(description: localized("--size takes a number from 1 to \(most), not “\(text ?? "")”."))
        }
        return side
    }

    private static func path(_ text: String?, of option: String, in folder: FilePath) throws(Invalid) -> FilePath {
        guard let text, !text.isEmpty, !text.hasPrefix("--") else {
            throw Invalid(description: localized("\(option) needs a file name."))
        }
        // The form of a word that is not UTF-8.
        if text.hasPrefix("file:///"), let url = URL(string: text) { return url.filePath }
        return folder.resolving(FilePath(text))
    }
}
