/// Finds in a tree's events where the next page is: JSON, and XML read as such.
///
/// A document names its next page outside of its records: arrays are not entered, except those of links with a
/// relation. An address is certain; a token counts where its key says which parameter it is for. Numbered pages count
/// if neither is there.
struct NextPageSearch {
    /// What a level of the tree is.
    private enum Kind {
        case object
        /// Its members are links, each under its relation or with one.
        case links, link
        /// The value of a key for the next page.
        case next
        /// MediaWiki's: all its members are parameters of the next request.
        case parameters
    }
    private struct Level {
        let kind: Kind
        /// Whether all keys above it are those of a reply's frame: not a photo's name, nor an album's.
        let isFrame: Bool
        /// Different for each level of the document.
        var number = 0
        var key: [UInt8] = []
        /// Whether the key is none of those that are looked for.
        var isPlain = false
        var childCount = 0
        var relation: [UInt8] = []
        var address: [UInt8] = []
        var isRequestWithBody = false
        var parameters: [NextPage.Parameter] = []
        var count = PageCount()
    }
    private var levels: [Level] = []
    private var levelCount = 0
    /// How deep the events are below the last level.
    private var skippedDepth = 0

    private struct Candidate {
        let page: NextPage
        let rank: Int
        /// The numbers of the levels around the token that it is; none for an address.
        let levels: [Int]
    }
    private var best: Candidate?
    /// Addresses under keys that may be a photo's name.
    private var doubtful: [NextPage] = []
    /// The next ones of numbered pages, under keys that may be an album's name.
    private var doubtfulNumbers: [Int] = []

    /// The number of the last level that says that no page follows.
    private var lastLevel: Int?

    private var firstPage: NextPage?
    private var isCollection = false

    private static let deepest = 5
    /// An object outside of the frame that counts pages is at most two levels below the outermost one.
    private static let deepestCount = 3
    /// An object with more objects than this under unknown keys holds records.
    private static let mostChildren = 64
    private static let longestText = 8192
    private static let mostParameters = 32

    /// The first page of a collection that holds none of its entries itself: of ActivityStreams, Hydra and IIIF, which
    /// say what they are. Others name their first page on every page.
    var first: NextPage? { isCollection ? firstPage : nil }

    /// The page found; nil if there is none, or if it is unclear which one it is.
    var found: NextPage? {
        if let best { return lastLevel.map(best.levels.contains) == true ? nil : best.page }
        if !doubtful.isEmpty { return doubtful.count == 1 ? doubtful[0] : nil }
        return doubtfulNumbers.count == 1 ? .query("page", "\(doubtfulNumbers[0])") : nil
    }

    mutating func take(_ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?) {
        switch kind {
        case .startObject: start(isArray: false)
        case .startArray: start(isArray: true)
        case .endObject, .endArray: end()
        case .key where skippedDepth == 0:
            if let last = levels.indices.last, let utf8 {
                // Most keys of a catalogue are names of photos: they cost as little as possible.
                levels[last].isPlain = !NextKeyFilter.passes(utf8)
                levels[last].key.removeAll(keepingCapacity: true)
                levels[last].key.append(contentsOf: UnsafeRawBufferPointer(rebasing: utf8.prefix(NextKey.longest + 1)))
            }
        case .string where skippedDepth == 0:
            if let utf8, utf8.elementsEqual("false".utf8) { takeFalse() }
            text(utf8, isNumber: false)
        case .scalar where skippedDepth == 0: text(utf8, isNumber: true)
        case .key, .string, .scalar: break
        }
    }

    /// The value of the last key is false: `has_more: false` stands next to a cursor that leads nowhere. An address
    /// would not be there.
    mutating func takeFalse() {
        guard skippedDepth == 0, let level = levels.last, level.isFrame, case .object = level.kind,
            level.key.count <= NextKey.longest
        else { return }
        if Self.furtherPages.contains(NextKey.word(level.key)) { lastLevel = level.number }
    }

    private static let furtherPages: Set<String> = ["hasmore", "moreavailable", "hasnext", "hasnextpage"]

    // MARK: Levels

    private mutating func push(_ level: Level) {
        levels.append(level)
        levelCount += 1
        levels[levels.count - 1].number = levelCount
    }

    private mutating func start(isArray: Bool) {
        guard skippedDepth == 0, levels.count < Self.deepest else {
            skippedDepth += 1
            return
        }
        guard let last = levels.indices.last else {
            if isArray { skippedDepth = 1 } else { push(Level(kind: .object, isFrame: true)) }
            return
        }
        let parent = levels[last]
        let key = parent.isPlain ? nil : NextKey(parent.key)
        switch parent.kind {
        case .links where !isArray: push(Level(kind: .link, isFrame: parent.isFrame))
        case .object where isArray:
            if key == .links {
                push(Level(kind: .links, isFrame: parent.isFrame))
            } else {
                skippedDepth = 1
            }
        case .object:
            switch key {
            case .address: push(Level(kind: .next, isFrame: parent.isFrame))
            case .parameters: push(Level(kind: .parameters, isFrame: parent.isFrame))
            case .links, .frame: push(Level(kind: .object, isFrame: parent.isFrame))
            // Graph APIs name a cursor on the last page too.
            case .cursors: skippedDepth = 1
            case .relation, .href, .method, .token, nil:
                levels[last].childCount += 1
                if levels[last].childCount > Self.mostChildren {
                    skippedDepth = 1
                } else {
                    push(Level(kind: .object, isFrame: false))
                }
            }
        case .links, .link, .next, .parameters: skippedDepth = 1
        }
    }

    private mutating func end() {
        if skippedDepth > 0 {
            skippedDepth -= 1
            return
        }
        guard let level = levels.popLast() else { return }
        switch level.kind {
        case .link where level.relation == Array("next".utf8) && !level.isRequestWithBody:
            note(address: level.address, depth: levels.count, isFrame: level.isFrame)
        case .parameters where level.parameters.contains { $0.name == "continue" }:
            note(.query(level.parameters), rank: 0)
        case .object where level.isFrame:
            if let page = level.count.next { note(.query("page", "\(page)"), rank: 40 + levels.count) }
        // Services name such an object by what it lists.
        case .object where level.count.countsRecords:
            if let page = level.count.next, doubtfulNumbers.count < 2, !doubtfulNumbers.contains(page) {
                doubtfulNumbers.append(page)
            }
        default: break
        }
    }

    // MARK: Values

    private mutating func text(_ utf8: UnsafeRawBufferPointer?, isNumber: Bool) {
        guard let utf8, !utf8.isEmpty, utf8.count <= Self.longestText, let last = levels.indices.last,
            !(levels[last].isPlain && levels[last].kind == .object)
        else { return }
        let level = levels[last]
        if !isNumber, isFirst(level.key), firstPage == nil, Self.isPage(Array(utf8)) {
            firstPage = .address(String(decoding: utf8, as: UTF8.self))
        }
        if levels.count == 1, level.key.count <= NextKey.longest, NextKey.word(level.key) == Self.type {
            isCollection = isCollection || String(decoding: utf8, as: UTF8.self).hasSuffix("Collection")
        }
        switch (level.kind, NextKey(level.key)) {
        case (.object, .address) where !isNumber:
            note(address: Array(utf8), depth: levels.count, isFrame: level.isFrame)
        case (.object, .token(let parameter, let allowsNumbers)) where level.isFrame:
            let value = String(decoding: utf8, as: UTF8.self)
            let isOnlyDigits = utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard allowsNumbers || !isNumber && !isOnlyDigits, value != "*" else { return }
            note(.query(parameter, value), rank: 20 + levels.count, levels: levels.map(\.number))
        case (.next, .href) where !isNumber:
            note(address: Array(utf8), depth: levels.count, isFrame: level.isFrame)
        case (.parameters, _) where level.key.count <= NextKey.longest && level.parameters.count < Self.mostParameters:
            levels[last].parameters.append(
                .init(String(decoding: level.key, as: UTF8.self), String(decoding: utf8, as: UTF8.self)))
        case (.link, .relation): levels[last].relation = Array(utf8)
        case (.link, .href): levels[last].address = Array(utf8)
        case (.link, .method):
            levels[last].isRequestWithBody = String(decoding: utf8, as: UTF8.self).lowercased() != "get"
        case (.object, _)
        where (level.isFrame || levels.count <= Self.deepestCount) && level.key.count <= NextKey.longest:
            levels[last].count.take(level.key, utf8)
        default: break
        }
    }

    /// Whether the value of `key`, in the innermost level, is the address of the first page, or that of its object.
    private func isFirst(_ key: [UInt8]) -> Bool {
        guard levels.count <= 2, let outer = levels.first?.key, outer.count <= NextKey.longest,
            Self.firstPages.contains(NextKey.word(outer))
        else { return false }
        return levels.count == 1 || key.count <= NextKey.longest && Self.ownAddresses.contains(NextKey.word(key))
    }

    private static let firstPages = ["first", "hydrafirst"], ownAddresses = ["id", "href"], type = "type"

    /// The words of all keys that are looked for.
    fileprivate static var words: [String] {
        firstPages + ownAddresses + [type] + Array(NextKey.words) + Array(PageCount.words)
    }

    private mutating func note(address: [UInt8], depth: Int, isFrame: Bool) {
        guard Self.isPage(address) else { return }
        let page = NextPage.address(String(decoding: address, as: UTF8.self))
        if isFrame {
            note(page, rank: depth)
        } else if doubtful.count < 2, !doubtful.contains(page) {
            doubtful.append(page)
        }
    }

    private mutating func note(_ page: NextPage, rank: Int, levels: [Int] = []) {
        if best.map({ rank < $0.rank }) ?? true { best = Candidate(page: page, rank: rank, levels: levels) }
    }

    /// Whether a character may be one of a relative address' path.
    private static func isOfPath(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "/._-~%".contains(character))
    }

    /// Whether a text is an address, and not that of a picture: a token has no slash at its start, and no file's
    /// ending.
    static func isPage(_ text: [UInt8]) -> Bool {
        guard !text.isEmpty, !text.contains(where: { $0 <= 0x20 }), !LocationDetection.namesPicture(text) else {
            return false
        }
        let line = String(decoding: text, as: UTF8.self)
        if line.hasPrefix("http://") || line.hasPrefix("https://") { return true }
        if line.hasPrefix("/") || line.hasPrefix("?") || line.hasPrefix("./") || line.hasPrefix("../") { return true }
        let path = line.prefix { $0 != "?" }
        // `search.php?page=2`: no token has a query.
        if line[path.endIndex...].contains("="), path.allSatisfy(isOfPath) { return true }
        let file = path.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot != file.startIndex, !path.contains("="), !path.contains(":") else {
            return false
        }
        return ["json", "xml", "rss", "atom", "html", "htm", "php", "plist", "csv", "geojson", "jsonl"]
            .contains(file[file.index(after: dot)...].lowercased())
    }
}

/// The meaning of a key for the next page.
enum NextKey: Equatable {
    /// Its value is the next page's address, or an object with it.
    case address
    /// Its value is that of a parameter of the next page's address; a number too, if allowed.
    case token(String, numbers: Bool)
    case links, relation, href, method
    /// Holds all parameters.
    case parameters
    case cursors
    /// Of the frame around the records.
    case frame

    /// The length of the longest key that matters, with its separators.
    static let longest = 40

    init?(_ key: [UInt8]) {
        guard key.count <= Self.longest else { return nil }
        guard let known = Self.known[Self.word(key)] else { return nil }
        self = known
    }

    /// The letters and digits of a key, in lower case.
    static func word(_ key: [UInt8]) -> String {
        String(decoding: key.filter { isLetterOrDigit($0) }, as: UTF8.self).lowercased()
    }

    fileprivate static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// The words of all keys that have a meaning.
    fileprivate static var words: some Sequence<String> { known.keys }

    /// By letters and digits in lower case. From the documentation of the services and standards that use them.
    private static let known: [String: NextKey] = {
        var known: [String: NextKey] = [:]
        let addresses = [
            "next", "nextpage", "nexturl", "nextlink", "nexthref", "nexturi", "nextpageurl", "nextpagelink",
            "nextpageuri", "odatanextlink", "nextresults", "hydranext", "older", "nextrecordsurl",
        ]
        for word in addresses { known[word] = .address }
        known["nextpagetoken"] = .token("pageToken", numbers: false)
        known["nextcontinuationtoken"] = .token("continuation-token", numbers: true)
        known["nextmarker"] = .token("marker", numbers: true)
        known["after"] = .token("after", numbers: false)
        known["cursor"] = .token("cursor", numbers: false)
        known["nextcursor"] = .token("cursor", numbers: true)
        known["nextcursormark"] = .token("cursorMark", numbers: false)
        known["nextoffset"] = .token("offset", numbers: true)
        known["offset"] = .token("offset", numbers: false)
        known["nextmaxid"] = .token("max_id", numbers: true)
        known["links"] = .links
        known["link"] = .links
        known["rel"] = .relation
        for word in ["href", "url", "uri"] { known[word] = .href }
        known["method"] = .method
        known["continue"] = .parameters
        known["cursors"] = .cursors
        let frame = [
            "paging", "pagination", "pager", "pageinfo", "page", "pages", "meta", "metadata", "info", "response",
            "result", "results", "data", "collection", "searchmetadata", "responsemetadata", "body", "feed", "query",
            "navigation", "photos", "images", "items", "view", "hydraview", "listbucketresult", "enumerationresults",
            "api",
        ]
        for word in frame { known[word] = .frame }
        return known
    }()
}

/// Tells by its first letter and its length that a key is none of those that are looked for.
private enum NextKeyFilter {
    /// The lengths of the words that begin with a byte, as bits.
    private static let lengths: [UInt64] = {
        var lengths = [UInt64](repeating: 0, count: 256)
        for word in NextPageSearch.words { lengths[Int(word.utf8.first ?? 0)] |= 1 << UInt64(word.utf8.count) }
        return lengths
    }()

    /// Whether the letters and digits of `key` may be one of the words.
    static func passes(_ key: UnsafeRawBufferPointer) -> Bool {
        guard key.count <= NextKey.longest else { return false }
        var (first, count) = (UInt8(0), 0)
        for byte in key where NextKey.isLetterOrDigit(byte) {
            if count == 0 { first = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
            count += 1
        }
        return lengths[Int(first)] & (1 << UInt64(count)) != 0
    }
}
