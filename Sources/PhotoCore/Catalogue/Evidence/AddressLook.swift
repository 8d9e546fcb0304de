import Foundation

/// What a text looks like: an address, and of what.
enum AddressLook: Equatable {
    case empty
    /// A picture's bytes (``DataAddress``).
    case data
    /// An absolute address whose path ends like a picture's name.
    case absolutePicture
    /// One that shows a picture in another way: `?format=jpg`, `/images/`.
    case absoluteHint
    case absolute
    /// One that ends like a page, a video or another file, or names a host alone.
    case absoluteOther
    /// A relative address or a file's name that ends like a picture's name.
    case relativePicture
    /// A path from a root that ends like a picture's name.
    case rootedPicture
    /// A path from the root without such an end.
    case rooted
    /// Anything else.
    case words

    init(_ utf8: UnsafeRawBufferPointer) {
        var text = utf8[...]
        while let first = text.first, EntryScratch.isSpace(first) { text = text.dropFirst() }
        while let last = text.last, EntryScratch.isSpace(last) { text = text.dropLast() }
        self = text.isEmpty ? .empty : Self.look(at: text)
    }

    /// Whether it is an address.
    var isAddress: Bool {
        switch self {
        case .empty, .words: false
        default: true
        }
    }

    /// Whether it is an address that by itself shows that it is a picture's.
    var showsPicture: Bool {
        switch self {
        case .data, .absolutePicture, .relativePicture, .rootedPicture: true
        default: false
        }
    }

    /// The longest address looked at.
    private static let longest = 4096
    /// The longest file name with spaces: longer texts are sentences that end with a file's name.
    private static let longestName = 255

    private static func look(at text: Slice<UnsafeRawBufferPointer>) -> AddressLook {
        if DataAddress.begins(text) { return DataAddress.mayBePhoto(text) ? .data : .words }
        guard text.count <= longest else { return .words }
        let signs = Signs(UnsafeRawBufferPointer(rebasing: text))
        if signs.isBroken { return .words }
        guard let rest = afterScheme(text) else { return relative(text) }
        return absolute(rest, text, signs)
    }

    /// What an address holds, found in one pass: most hold none of it.
    private struct Signs {
        /// Whether it has what no address has: a control character or an angle bracket.
        var isBroken = false
        var hasSpace = false
        /// Whether it has no query and no fragment, and is no template.
        var isPlain = true

        init(_ text: UnsafeRawBufferPointer) {
            for byte in text {
                // Angle brackets differ in one bit.
                isBroken = isBroken || byte < 0x20 || byte | 2 == UInt8(ascii: ">")
                hasSpace = hasSpace || byte == 0x20
                isPlain = isPlain && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "{")
            }
        }
    }

    /// What follows `https://`, or `//` without a scheme; nil for relative text, empty for other schemes.
    private static func afterScheme(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<
        UnsafeRawBufferPointer
    >? {
        switch text.first {
        case UInt8(ascii: "h"), UInt8(ascii: "H"), UInt8(ascii: "f"), UInt8(ascii: "/"): break
        default: return nil
        }
        for scheme in schemes where begins(text, with: scheme) { return text.dropFirst(scheme.utf8CodeUnitCount) }
        return nil
    }

    private static let spacer: StaticString = "spacer.gif"
    private static let schemes: [StaticString] = ["https://", "http://", "file://", "//", "HTTP://", "HTTPS://"]

    private static func begins(_ text: Slice<UnsafeRawBufferPointer>, with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard text.count >= count, let start = UnsafeRawBufferPointer(rebasing: text).baseAddress else { return false }
        return memcmp(start, word.utf8Start, count) == 0
    }

    private static func absolute(
        _ rest: Slice<UnsafeRawBufferPointer>, _ text: Slice<UnsafeRawBufferPointer>, _ signs: Signs
    ) -> AddressLook {
        if signs.hasSpace, !isFileWithSpaces(rest) { return .words }
        // A file of this computer may have any name.
        if !signs.isPlain, !begins(text, with: "file:"), isTemplate(rest) { return .words }
        let path = signs.isPlain ? rest : rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = lastName(of: path)
        let query = rest.dropFirst(path.count)
        // A page about a file: "File:Sea.jpg".
        if let colon = name.firstIndex(of: UInt8(ascii: ":")), colon > name.startIndex,
            name[..<colon].allSatisfy({ (0x61...0x7A).contains($0 | 0x20) })
        {
            return .absoluteOther
        }
        if LocationDetection.namesPicture(path), path.contains(UInt8(ascii: "/")) {
            // It holds the place of a picture that is not there.
            if name.count == spacer.utf8CodeUnitCount, begins(name, with: spacer) { return .absoluteOther }
            return .absolutePicture
        }
        let hasPath = path.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 < path.endIndex } ?? false
        if !hasPath, query.count < 2 { return .absoluteOther }
        if isOtherFile(name), !hasHint(path.prefix(0), query) { return .absoluteOther }
        return hasHint(path, query) ? .absoluteHint : .absolute
    }

    /// `h.example/my file.jpg`: whether a text after its scheme is the address of a picture's file whose name has
    /// spaces, as people upload them, and no sentence and no list of addresses.
    private static func isFileWithSpaces(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard path.count <= longestName, LocationDetection.namesPicture(path), !rest[path.endIndex...].contains(0x20),
            let slash = path.firstIndex(of: UInt8(ascii: "/"))
        else { return false }
        let folders = path[slash...]
        let spaces = folders.indices.filter { folders[$0] == 0x20 }
        return !path[..<slash].contains(0x20) && (1...mostSpaces).contains(spaces.count)
            && spaces.allSatisfy { space in
                var word = folders[..<space]
                while let last = word.last, ",;|".utf8.contains(last) { word = word.dropLast() }
                let next = folders[space...].dropFirst()
                return !LocationDetection.namesPicture(word) && !next.starts(with: "http".utf8)
            }
    }

    /// As many spaces as a file's address has.
    private static let mostSpaces = 32

    /// Whether it is a template, in whose place others put a size, a place on a map, a word
    /// (https://www.rfc-editor.org/rfc/rfc6570): `/{z}/{x}/{y}.png`, `/{w}x{h}.jpg`, `/files{/name}`. A long name in
    /// braces, or a number, may be a folder's.
    private static func isTemplate(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        var rest = text
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[(open + 1)...]
            var name = rest.prefix(longestVariable + 2)
            guard let close = name.firstIndex(of: UInt8(ascii: "}")) else { continue }
            name = name[..<close]
            if let sign = name.first, "+#./;?&".utf8.contains(sign) { name = name.dropFirst() }
            let isWord = name.allSatisfy { URLText.isLetter($0) || URLText.isDigit($0) || "_-.,*".utf8.contains($0) }
            if isWord, name.first.map(URLText.isLetter) ?? false, name.count <= longestVariable { return true }
        }
        return hasNumberSigns(text)
    }

    /// `/#size#/sea-#size#.jpg`: an address has one number sign at most
    /// (https://www.rfc-editor.org/rfc/rfc3986#section-3.5).
    private static func hasNumberSigns(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let first = text.firstIndex(of: UInt8(ascii: "#")) else { return false }
        let rest = text[(first + 1)...]
        let name = rest.prefix { $0 != UInt8(ascii: "#") }
        return !name.isEmpty && name.endIndex < rest.endIndex && name.allSatisfy(URLText.isLetter)
            && name.count <= longestVariable
    }

    /// As long as the names of variables are: `searchTerms`, `scaleFactor`.
    private static let longestVariable = 12

    private static func relative(_ text: Slice<UnsafeRawBufferPointer>) -> AddressLook {
        // Another scheme, or "File:Sea.jpg".
        let head = text.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        if head.contains(UInt8(ascii: ":")) { return .words }
        // A file's name may hold a number sign.
        let end = text.lastIndex(of: UInt8(ascii: "#")).map { text[$0...].dropFirst() } ?? text
        if LocationDetection.namesPicture(text) || LocationDetection.namesPicture(end) {
            let isSentence = text.count > longestName && text.contains(0x20)
            return isSentence
                ? .words : text.first == UInt8(ascii: "/") ? .rootedPicture : .relativePicture
        }
        let path = text.prefix { $0 != UInt8(ascii: "?") }
        if text.first == UInt8(ascii: "/"), path.count < text.count,
            hasHint(path, text.dropFirst(path.count))
        {
            return .rootedPicture
        }
        let isPath = text.first == UInt8(ascii: "/") && text.count > 1 && !text.contains(0x20)
        return isPath && !isOtherFile(lastName(of: text)) ? .rooted : .words
    }

    private static func lastName(of path: Slice<UnsafeRawBufferPointer>) -> Slice<
        UnsafeRawBufferPointer
    > {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return path[(slash + 1)...]
    }

    private static func isOtherFile(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), (3...8).contains(name.endIndex - dot)
        else {
            return false
        }
        let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        if otherEndings.contains(ending) { return true }
        // Any ending of a file, except those of programs that may answer with a picture.
        let letters = ending.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        }
        let isEnding = letters && ending.utf8.count <= 4 && ending.utf8.first.map { $0 > 0x39 } == true
        return isEnding && !programEndings.contains(ending)
    }

    private static let otherEndings: Set<String> = Set(
        """
        html htm xhtml json jsonld geojson xml rss atom rdf pdf txt md csv tsv doc docx xls xlsx \
        zip gz tgz tar 7z rar exe dmg deb rpm apk iso css js mjs ts wasm map mp4 m4v mov avi mkv webm mpg mpeg m3u8 \
        mpd mp3 m4a ogg oga wav flac opus srt vtt ttf woff woff2 git py rb go rs swift c h ics eml epub mobi gv
        """.split(whereSeparator: { $0.isWhitespace }).map(String.init))

    /// Whether an address ends like a film.
    static func isFilm(_ address: UnsafeRawBufferPointer) -> Bool {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let end = String(decoding: path.suffix(5), as: UTF8.self).lowercased()
        return filmEndings.contains { end.hasSuffix($0) }
    }

    private static let filmEndings = [".mp4", ".m4v", ".mov", ".webm", ".mkv", ".avi", ".mpg", ".mpeg"]

    private static let programEndings: Set<String> = [
        "php", "asp", "aspx", "ashx", "axd", "jsp", "do", "cgi", "pl",
    ]

    /// Whether the address says in other ways than by its ending that it is a picture's.
    private static func hasHint(
        _ path: Slice<UnsafeRawBufferPointer>, _ query: Slice<UnsafeRawBufferPointer>
    ) -> Bool {
        queryHints.contains { holds($0, query.prefix(512)) }
            || pathHints.contains { holds($0, path.prefix(1024)) } || hasPictureAsFolder(path.prefix(1024))
    }

    /// Whether an absolute address holds a picture's file name before its end: `/sea.jpg/content`, `?file=sea.jpg`.
    static func holdsFileName(_ address: UnsafeRawBufferPointer) -> Bool {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let query = address.dropFirst(path.count).prefix(512)
        return fileEndings.contains { holds($0, query) } || hasPictureAsFolder(path.prefix(1024))
    }

    /// Whether a part of the path before the last one ends like a picture's name: `/sea.jpg/content`.
    private static func hasPictureAsFolder(_ path: Slice<UnsafeRawBufferPointer>) -> Bool {
        for slash in path.indices.dropFirst(5) where path[slash] == UInt8(ascii: "/") {
            guard path[slash - 4] == UInt8(ascii: ".") || path[slash - 5] == UInt8(ascii: ".") else { continue }
            if LocationDetection.namesPicture(path[..<slash]) { return true }
        }
        return false
    }

    /// Whether the text holds a word in lower case.
    private static func holds(_ word: [UInt8], _ text: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard text.count >= word.count else { return false }
        for start in text.startIndex...(text.endIndex - word.count)
        where text[start] | 0x20 == word[0] | 0x20 {
            var index = 1
            while index < word.count, text[start + index] | 0x20 == word[index] | 0x20 { index += 1 }
            if index == word.count { return true }
        }
        return false
    }

    private static let fileEndings: [[UInt8]] = [".jpg", ".jpeg", ".png", ".webp"].map { Array($0.utf8) }
    private static let queryHints: [[UInt8]] =
        fileEndings
        + [
            "format=jp", "format=png", "format=webp", "format=avif", "fm=jpg", "fm=png", "fm=webp",
            "auto=format",
            "mimetype=image", "=image", "image/",
        ].map { Array($0.utf8) }
    private static let pathHints = [
        "/image/", "/images/", "/img/", "/thumb/", "/thumbs/", "/thumbnail", "/full/",
    ]
    .map { Array($0.utf8) }
}
