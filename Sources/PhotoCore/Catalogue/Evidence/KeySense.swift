/// What a key says of its value, by its words: `photo_image_url`, `thumbnailLink`, `url_o`, `coverPhoto`.
struct KeySense: Sendable {
    /// Points for naming a picture; 0 if it does not.
    private(set) var picture = 0
    /// The word that names a picture best.
    private(set) var pictureWord = ""
    private(set) var isAddress = false
    private(set) var isPage = false
    /// Whether it names a page only by words for what a page is about, which may be a picture itself: `object_url`.
    private(set) var isThing = false
    private(set) var isPerson = false
    /// Whether its last word is a person: the value is a person, not something of theirs.
    private(set) var isPersonItself = false
    /// Whether a word is a face or a sign: what it has adorns those.
    private(set) var isSign = false
    private(set) var isOtherMedium = false
    private(set) var isName = false
    /// Whether it is one of the usual words for a photo's name.
    let isNameField: Bool
    /// Whether its value is a set of sizes of one picture.
    private(set) var isSizeSet = false
    private(set) var isWrapper = false
    /// The longer side in pixels that it tells, as an estimate.
    private(set) var size: Int?
    /// Whether a word tells the size, not a number.
    private(set) var namesSize = false
    private var hasNumber = false
    /// Its words as one.
    let joined: String
    /// The same for a key of one letter, which only counts within a picture.
    private(set) var letterSize: Int?
    /// Whether its last word is a plural: each element is something of its own.
    private(set) var isPlural = false
    /// Whether it names a picture made smaller.
    private(set) var isThumbnail = false
    /// Whether it names a picture made from another, or in another format: `sample_url`, `jpeg_url`.
    private(set) var isDerived = false
    /// Whether it names a picture that adorns something.
    private(set) var isOrnament = false
    /// Whether its value is a collection of photos.
    private(set) var isCollection = false
    /// Whether it names a path.
    private(set) var isPath = false
    /// Its words without those for an address, a width or a height: `url_o` and `width_o` have the same.
    private(set) var stem: [String] = []
    /// Whether it is a width or a height of something that it names.
    private(set) var side: Known?
    /// Whether it holds further pictures next to a main one.
    private(set) var isMore = false
    /// Whether it names a list of pictures, each of its own.
    private(set) var isGallery = false
    /// Whether its last words name the record: `display_name`, `itemLabel`.
    private(set) var isTitle = false
    /// Whether its value says what the pictures of a group are for.
    private(set) var isUse = false
    /// Whether its value is a part of one record, though there may be several.
    private(set) var isPart = false
    /// Whether its last words describe the record: `photo_description`, `full_text`.
    private(set) var isCaption = false
    /// Whether it names an image service of IIIF.
    private(set) var isImageService = false
    /// Whether it names a file, not an address: what it says is not escaped.
    private(set) var isFile = false
    /// Whether its last word means labels, of which a list has pictures of its own, and an object has fields.
    private(set) var isLabels = false
    /// Whether it identifies the record: an address under it is its page.
    private(set) var isIdentity = false
    /// Whether it names the number that a file has in a database.
    private(set) var isFileNumber = false
    /// Of a key for a picture, what the picture shows: of `strMealThumb` the words of `strMeal`.
    private(set) var subject: [String] = []
    /// Whether it names the card of a link: what the page that it leads to shows.
    private(set) var isCard = false
    /// Which one of a series of pictures it names, and its other words: `image2`, `photo_1_url`, `back_image`.
    private(set) var series: (number: Int, words: [String])?
    /// Whether it is a picture's name with a number at its end, as one word: `image2`.
    private(set) var isNumbered = false
    /// Whether it names who made what the record is, or where it is.
    private(set) var isMaker = false
    /// Whether its value may say which one of several sizes or cuts of a picture it is about.
    private(set) var namesWhich = false
    let known: Known?

    /// The meaning of keys next to an address.
    enum Known: Sendable {
        case width, height, dimensions, resolution, scale, type, byteCount, time, duration
    }

    init(_ utf8: some Sequence<UInt8>) {
        var words = Self.words(of: utf8)
        // What OData says of another key: "thumbnails@odata.context".
        if words.contains("odata"), let last = words.last, Self.annotations.contains(last) { words = [] }
        let joined = words.joined()
        self.joined = joined
        isNameField = PackedKey(utf8).flatMap { EntryKey($0) }?.field == .name
        known = Self.beside[joined] ?? (Self.typeEndings.contains { joined.hasSuffix($0) } ? .type : nil)
        for word in words { note(word) }
        isPath =
            words.contains("path")
            && !words.contains { ["url", "uri", "href", "src", "link"].contains($0) }
        stem = words.filter { KeyWord.of($0) != .address && !["width", "height", "actual"].contains($0) }
        subject = words.filter { word in
            switch KeyWord.of(word) {
            case .picture?, .address?: false
            default: true
            }
        }
        if subject.count == words.count { subject = [] }
        if words.count > 1, words.contains("width") { side = .width }
        if words.count > 1, words.contains("height") { side = .height }
        isCollection = words.last.map { KeyWord.of($0) == .collection } ?? false
        if words.contains("hd"), words.contains("full") { size = PictureSize.of("hd") }
        isPersonItself = words.last.map { KeyWord.of($0) == .person } ?? false
        isSign = words.contains { SignWord.ends($0) }
        isThing = isPage && words.allSatisfy { KeyWord.of($0) != .page || KeyWord.things.contains($0) }
        isSizeSet = words.last.map { KeyWord.sizeSets.contains($0) } ?? false
        isWrapper =
            words.count == 1 && KeyWord.wrappers.contains(joined)
            || words.count > 2 && joined.hasSuffix("edges")
            || words.count == 2 && Self.wrappersOfWord.contains(words[1]) && !isPerson && !isOtherMedium
                && !KeyWord.isOfOther(words[0])
        if words.count == 2, words[1] == "info" {
            isWrapper = isWrapper || words[0] == "item" || KeyWord.subjects.contains(words[0])
        }
        isMore = words.contains { KeyWord.furthers.contains($0) }
        let isOfPictures = words.last.map { KeyWord.galleries.contains($0) } ?? false
        isGallery = isOfPictures && !isPerson && !isOtherMedium && !isOrnament && !isThumbnail
        isLabels = words.last.map { KeyWord.labels.contains($0) } ?? false
        isIdentity = KeyWord.identities.contains(joined)
        isFile =
            words.contains { ["file", "files", "path", "filename", "filenames"].contains($0) }
            && !words.contains { ["url", "urls", "uri", "href", "src", "link"].contains($0) }
        let isOfRecord = words.allSatisfy {
            KeyWord.subjects.contains($0) || KeyWord.kindsOfNames.contains($0) || Self.isOfRecord($0)
        }
        isTitle = words.count > 1 && isOfRecord && ["name", "title", "label", "guess"].contains(words.last)
        isCaption =
            words.count > 1 && ["description", "caption"].contains(words.last)
            && words.dropLast().allSatisfy { Self.isOfRecord($0) }
            || words.count == 2 && ["full", "body", "message"].contains(words[0]) && words[1] == "text"
        isFileNumber = KeyWord.fileNumbers.contains(joined)
        isUse = ["use", "rendition", "rend"].contains(joined)
        isDerived = words.count > 1 && words.contains { KeyWord.derived.contains($0) }
        isPart = words.count == 1 && KeyWord.parts.contains(joined)
        isImageService = words.contains("iiif") && words.contains("image")
        isCard = words.last == "card"
        series = Self.series(words)
        isNumbered =
            words.count > 1 && words.last.flatMap { Self.number(ofSeries: $0) } != nil
            && utf8.dropFirst().allSatisfy { (0x61...0x7A).contains($0) || URLText.isDigit($0) }
            && words.last?.utf8.first.map(URLText.isDigit) == true
        isMaker = words.last.map { KeyWord.makers.contains($0) } ?? false
        namesWhich = words.last.map { KeyWord.whiches.contains($0) } ?? false
        noteShown()
        // A small thumbnail is smaller than the one next to it.
        if isThumbnail, !hasNumber, words.contains(where: { KeyWord.smallSizes.contains($0) }) {
            size = PictureSize.of("tiny")
        }
        isPlural = joined.hasSuffix("s")
        if words.count == 1 { letterSize = PictureSize.of(letter: joined) }
        if words.count > 1, let last = words.last, size == nil, picture > 0 || isAddress {
            size = PictureSize.of(ending: last)
        }
    }

    /// The words of the Europeana Data Model for the file of a thing, and for a page about it
    /// (https://pro.europeana.eu/page/edm-documentation): `isShownBy`, `isShownAt`.
    private mutating func noteShown() {
        if joined.hasSuffix("shownby") {
            (picture, isAddress) = (max(picture, EvidenceTable.photoKey), true)
        } else if joined.hasSuffix("shownat") {
            isPage = true
        }
    }

    private static func isOfRecord(_ word: String) -> Bool {
        switch KeyWord.of(word) {
        case .person?, .otherMedium?, .page?: false
        default: !KeyWord.isOfOther(word)
        }
    }

    private mutating func note(_ word: String) {
        switch KeyWord.of(word) {
        case .picture(let points)?:
            // A second word for a picture is a further hint: "photo_image_url".
            let known = picture
            picture = max(points, picture) + (known > 0 ? EvidenceTable.secondPictureWord : 0)
            if points > known || pictureWord.isEmpty { pictureWord = word }
            isThumbnail = isThumbnail || Self.thumbnails.contains(word)
        case .address?: isAddress = true
        case .page?: isPage = true
        case .person?: isPerson = true
        case .otherMedium?: isOtherMedium = true
        case .name?: isName = true
        case .sizes?, .wrapper?, .collection?, nil: break
        }
        isOrnament = isOrnament || KeyWord.ornaments.contains(word)
        if let number = Self.number(word) {
            (size, hasNumber) = (max(hasNumber ? size ?? 0 : 0, number), true)
        } else if !hasNumber, word.hasSuffix("2x"),
            let estimate = PictureSize.of(String(word.dropLast(2)))
        {
            size = max(size ?? 0, 2 * estimate)
            namesSize = true
        } else if !hasNumber, let estimate = PictureSize.of(word) {
            size = max(size ?? 0, estimate)
            namesSize = true
        }
    }

    /// "1024", "600x400", "w300"; not "2x".
    private static func number(_ word: String) -> Int? {
        let numbers = word.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        guard let largest = numbers.max(), (16...20_000).contains(largest) else { return nil }
        return largest
    }

    /// The second word of a key that only wraps: `post_meta`, `sourceResource`.
    private static let wrappersOfWord: Set<String> = ["meta", "metadata", "resource"]

    private static let thumbnails: Set<String> = [
        "thumbnail", "thumbnails", "thumb", "thumbs", "preview", "previews", "miniature", "miniatures",
    ]

    /// Whether a value says that pictures are small ones: "THUMBS".
    static func namesThumbnails(_ value: UnsafeRawBufferPointer) -> Bool {
        value.count <= 16 && thumbnails.contains(String(decoding: value, as: UTF8.self).lowercased())
    }

    /// `url_content_type`, `file_type`
    private static let typeEndings = ["contenttype", "mimetype", "mediatype", "filetype"]

    private static let beside: [String: Known] = {
        var table: [String: Known] = [:]
        for (words, meaning) in [
            ("width w x imagewidth pixelwidth maxwidth", Known.width),
            ("height h y imageheight pixelheight", .height),
            ("resolution", .resolution), ("dimensions", .dimensions),
            ("scale density descriptor", .scale),
            (
                "type mime mimetype contenttype mediatype ext extension posthint format kind render "
                    + "fileformat medium posttype encodingformat container protocolinfo",
                .type
            ),
            ("size filesize bytes length bytecount contentlength", .byteCount),
            (
                "mtime modtime modified lastmodified modifiedat updated timestamp date lastmodifieddatetime",
                .time
            ), ("duration durationseconds durationms runtime", .duration),
        ] {
            for word in words.split(separator: " ") { table[String(word)] = meaning }
        }
        return table
    }()

    // MARK: Words

    /// The longest key that is taken apart: longer ones are names.
    private static let maximumByteCount = 64

    /// The words of a key in lower case: parts between separators, and at capitals.
    static func words(of utf8: some Sequence<UInt8>) -> [String] {
        var (words, word): ([String], [UInt8]) = ([], [])
        var (wasLower, count) = (false, 0)
        func end() {
            if !word.isEmpty { words += parts(of: String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in utf8 {
            count += 1
            guard count <= maximumByteCount else { return [] }
            switch byte {
            case 0x41...0x5A:
                if wasLower { end() }
                word.append(byte | 0x20)
                wasLower = false
            case 0x61...0x7A, 0x30...0x39, 0x80...:
                word.append(byte)
                wasLower = true
            default:
                end()
                wasLower = false
            }
        }
        end()
        return words
    }

    /// "image2", "imageurl2", "url2"
    private static func numbered(_ word: String) -> [String]? {
        guard let last = word.utf8.last, URLText.isDigit(last) else { return nil }
        let stem = String(word.prefix { !$0.isASCII || !$0.isNumber })
        let digits = word.dropFirst(stem.count)
        // Names that are numbered on and on are names.
        guard stem.utf8.count >= 3, number(ofSeries: String(digits)) != nil else { return nil }
        let parts = parts(of: stem)
        let isPicture = parts.contains { word in
            if case .picture(let points)? = KeyWord.of(word) { points >= EvidenceTable.mediumKey } else { false }
        }
        return isPicture || ["url", "src", "href"].contains(stem) ? parts + [String(digits)] : nil
    }

    /// The number of a picture in a series: a number below those of sizes, or a side that it shows.
    private static func series(_ words: [String]) -> (number: Int, words: [String])? {
        let numbers = words.map { number(ofSeries: $0) }
        guard let place = numbers.firstIndex(where: { $0 != nil }), let found = numbers[place],
            numbers.count(where: { $0 != nil }) == 1, words.count > 1 || KeyWord.sides[words[0]] != nil
        else { return nil }
        var rest = words
        rest.remove(at: place)
        return (found, rest)
    }

    private static func number(ofSeries word: String) -> Int? {
        if let side = KeyWord.sides[word] { return side }
        guard word.utf8.count <= 2, let number = Int(word), 0...mostOfSeries ~= number else { return nil }
        return number
    }

    /// Larger numbers tell sizes.
    private static let mostOfSeries = 15

    /// https://docs.oasis-open.org/odata/odata-json-format/v4.01/odata-json-format-v4.01.html
    private static let annotations: Set<String> = ["context", "count", "etag", "type", "id"]

    /// The words of "imageurl" and the like.
    private static func parts(of word: String) -> [String] {
        if let parts = numbered(word) { return parts }
        guard word.utf8.count >= 5, KeyWord.of(word) == nil else { return [word] }
        // "thumbnail300"
        let stem = String(word.prefix { !("0"..."9").contains($0) })
        if stem.utf8.count < word.utf8.count, thumbnails.contains(stem), number(word) != nil {
            return [stem, String(word.dropFirst(stem.count))]
        }
        for ending in KeyWord.endings where word.hasSuffix(ending) {
            let rest = String(word.dropLast(ending.count))
            if rest.utf8.count >= 3 || KeyWord.of(rest) != nil { return parts(of: rest) + [ending] }
        }
        return [word]
    }
}
