/// What was seen at one path.
struct ShapeTally: Sendable {
    var objects = 0
    var arrays = 0
    var scalars = 0
    /// Texts that are not empty.
    var texts = 0
    /// How many elements the arrays have, or the objects whose keys are names; and the largest of them.
    var elements = 0
    var mostElements = 0
    /// The most texts that one array has as elements.
    var mostTexts = 0
    /// Objects with a width and a height of their own.
    var measured = 0
    /// Elements with a width and no height: such lists choose among the sizes of one picture.
    var widthOnly = 0
    /// Arrays of nothing but addresses that each tell another width, and those of them whose addresses differ in more.
    var widthLists = 0
    var namedWidthLists = 0
    /// Pairs of neighbours in an array that have the same proportions and different sizes, or of which the second is a
    /// smaller square of the same file, and all with sizes.
    var resized = 0
    var sized = 0

    // Texts by how they look.
    var data = 0
    var absolutePicture = 0
    var absoluteHint = 0
    /// Those of them that hold a picture's file name before their end.
    var heldNames = 0
    var absolute = 0
    var absoluteOther = 0
    var relativePicture = 0
    var rootedPicture = 0
    var rooted = 0
    var words = 0
    /// Texts in HTML or Markdown with a picture, and texts in HTML.
    var markup = 0
    /// Those of them whose pictures have absolute addresses.
    var absoluteMarkup = 0
    var html = 0
    /// Texts like "image/jpeg", and like "photo".
    var pictureTypes = 0
    var pictureKinds = 0
    /// Texts of arrays whose key names one picture: those of a file like the first one's, and those of another file.
    var sameFiles = 0
    var otherFiles = 0
    /// Texts that say which size of a picture is meant, and those of them that mean the whole one: "small", "Original".
    var sizeWords = 0
    var wholeWords = 0
    /// Texts equal to the first.
    var sameAsFirst = 0
    private var firstHash: Int?
    /// The first text, and the next one that differs, cut.
    private(set) var example: [UInt8] = []
    private(set) var second: [UInt8] = []
    /// Which text that is.
    private(set) var secondNumber = 0

    /// Long enough for an address with a signature.
    private static let longestExample = 1024
    /// The longest text that may be a type.
    private static let longestType = 32

    var addresses: Int { data + absolutePicture + absoluteHint + absolute + absoluteOther + relative }
    /// Addresses relative to the document or its server.
    var relative: Int { relativePicture + rootedPicture + rooted }
    var pictureEndings: Int { data + absolutePicture + relativePicture + rootedPicture }

    mutating func add(_ utf8: UnsafeRawBufferPointer) {
        let look = AddressLook(utf8)
        if look == .empty { return }
        texts += 1
        switch look {
        case .empty: break
        case .data: data += 1
        case .absolutePicture: absolutePicture += 1
        case .absoluteHint:
            absoluteHint += 1
            if AddressLook.holdsFileName(utf8) { heldNames += 1 }
        case .absolute: absolute += 1
        case .absoluteOther: absoluteOther += 1
        case .relativePicture: relativePicture += 1
        case .rootedPicture: rootedPicture += 1
        case .rooted: rooted += 1
        case .words:
            words += 1
            if utf8.count <= Self.longestType || PictureType.isLong(utf8) { noteType(utf8) }
            noteSizeWord(utf8)
            if MarkupText.holdsPicture(utf8) {
                markup += 1
                absoluteMarkup += MarkupText.holdsAbsolute(utf8) ? 1 : 0
            }
            if MarkupText.isHTML(utf8) { html += 1 }
        }
        var hasher = Hasher()
        hasher.combine(bytes: utf8)
        let hash = hasher.finalize()
        if let firstHash {
            sameAsFirst += hash == firstHash ? 1 : 0
            if hash != firstHash, second.isEmpty {
                (second, secondNumber) = (Array(utf8.prefix(Self.longestExample)), texts)
            }
        } else {
            (firstHash, sameAsFirst) = (hash, 1)
            example = Array(utf8.prefix(Self.longestExample))
        }
    }

    /// Whether texts differ.
    var hasSeveral: Bool { sameAsFirst < texts }

    /// Other words than those for sizes are many: after a few of them no more are looked at.
    private mutating func noteSizeWord(_ utf8: UnsafeRawBufferPointer) {
        guard words <= Self.fewWords || sizeWords * 2 >= words, let size = PictureSize.named(by: utf8) else { return }
        sizeWords += 1
        if size >= PictureSize.leastWhole { wholeWords += 1 }
    }

    /// More than a list of sizes has.
    private static let fewWords = 24

    private mutating func noteType(_ utf8: UnsafeRawBufferPointer) {
        switch PictureType(utf8) {
        case .picture: pictureTypes += 1
        case .kind: pictureKinds += 1
        case .other, nil: break
        }
    }
}

/// What a text next to an address says of its type.
enum PictureType {
    /// `image/jpeg`, `jpg`.
    case picture
    /// `photo`.
    case kind
    /// Another medium: `video/mp4`.
    case other

    init?(_ utf8: UnsafeRawBufferPointer) {
        guard utf8.count <= 32 || Self.isLong(utf8) else { return nil }
        var text = String(decoding: utf8.prefix(256), as: UTF8.self).lowercased()
        if Self.isProtocol(utf8) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            text = parts.count > 2 ? String(parts[2]) : ""
        }
        if text.hasPrefix("image/") || Self.formats.contains(text) {
            self = .picture
        } else if Self.kinds.contains(text) {
            self = .kind
        } else if text.hasPrefix("video") || text.hasPrefix("audio/") || text.hasPrefix("text/")
            || text.hasPrefix("application/") && text != "application/octet-stream"
            || Self.others.contains(text)
        {
            self = .other
        } else {
            return nil
        }
    }

    /// Whether it says how a file is sent, with its type: `http-get:*:image/jpeg:*` (UPnP ContentDirectory, 2.5.2).
    static func isProtocol(_ utf8: UnsafeRawBufferPointer) -> Bool { utf8.starts(with: "http-get:".utf8) }

    /// Whether it may be a type though it is long: a way of sending, or a media type with parameters, as
    /// `image/tiff; application=geotiff; profile=cloud-optimized` (RFC 9110, 8.3.1).
    static func isLong(_ utf8: UnsafeRawBufferPointer) -> Bool { isProtocol(utf8) || utf8.starts(with: "image/".utf8) }

    private static let formats: Set<String> = [
        "jpg", "jpeg", "jfif", "png", "webp", "gif", "avif", "heic", "heif", "hif", "tif", "tiff", "image/jpeg",
    ]
    private static let kinds: Set<String> = [
        "image", "photo", "picture", "imageobject", "photograph", "still image", "stillimage", "images",
        "photos",
        "photo/image",
    ]
    private static let others: Set<String> = [
        "gifv", "audio", "movie", "animated_gif", "webm", "mp4", "mov", "mp3", "swf", "pdf", "zip",
        "rich:video",
        "hosted:video",
        // Folders in lists of files, and signs in messages.
        "dir", "directory", "folder", "tree", "sticker", "emoji",
    ]
}
