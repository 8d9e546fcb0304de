/// Reads the beginning of a document, and counts what lies at which path.
struct ShapeSurvey: Sendable {
    private(set) var tree: ShapeTree

    private struct Frame {
        /// The node; -1 below what is ignored.
        let node: Int32
        let isArray: Bool
        /// The child of the last key.
        var last: Int32 = -1
        var count = 0
        var textCount = 0
        /// The sizes of the element, and of the one before it.
        var width = 0
        var height = 0
        var previous: (width: Int, height: Int, fileHash: Int?)?
        /// The hash of what the element's first address names without a size; nil without one.
        private(set) var fileHash: Int?
        /// Whether it has a key which says that it is cut.
        var isCropped = false
        /// The different widths that the addresses in an array tell, and whether these are of different files.
        private(set) var widths: Set<Int> = []
        private(set) var hasSeveralFiles = false
        private var file: [UInt8] = []
        private static let longestAddress = 1024
        /// The first address of an array whose key names one picture; empty before it.
        private var firstPicture: [UInt8] = []

        /// Whether a text of such an array is of another file than the first one; nil for the first, and for what does
        /// not end like a picture.
        mutating func isOtherFile(_ text: UnsafeRawBufferPointer) -> Bool? {
            guard count <= SizeLists.mostSizes, LocationDetection.namesPicture(text) else { return nil }
            let address = Array(text.prefix(EventTape.maximumTextByteCount))
            if firstPicture.isEmpty {
                firstPicture = address
                return nil
            }
            // `a_150px.jpg#w=150` and `ar.jpg#w=640`: what tells its width is a size of one picture.
            if PictureSize.width(in: text) != nil { return false }
            return SizeLists.areOfSeveralFiles(firstPicture, address)
        }

        /// A text of an array, which is counted already.
        mutating func noteWidth(_ text: UnsafeRawBufferPointer) {
            guard isArray, widths.count == count - 1, count <= SizeLists.mostSizes,
                let width = PictureSize.width(in: text)
            else { return }
            widths.insert(width)
            let name = text.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            if count == 1 { file = Array(name) } else if !file.elementsEqual(name) { hasSeveralFiles = true }
        }

        /// A text of an object under a key that names an address.
        mutating func noteFile(_ text: UnsafeRawBufferPointer) {
            guard fileHash == nil, AddressLook(text).showsPicture,
                let key = PictureSameness.sizelessKey(of: Array(text.prefix(Self.longestAddress)))
            else { return }
            fileHash = key.hashValue
        }

        /// Whether it is a smaller square cut from the picture of the element before it.
        func isCut(from last: (width: Int, height: Int, fileHash: Int?)) -> Bool {
            width == height && width < min(last.width, last.height)
                && (isCropped || fileHash != nil && fileHash == last.fileHash)
        }

        /// Whether each element tells another width.
        var isWidthList: Bool { isArray && widths.count == count }

        init(node: Int32, isArray: Bool) { (self.node, self.isArray) = (node, isArray) }
    }
    private var frames: [Frame] = []
    private var skipped = 0

    /// A survey of these events. Finds objects whose keys are names, and merges their values: at most four levels of
    /// them. Then it finds lists that hold the like of the record around them. `maps` are the paths of such objects
    /// that are known, `folds` those of such lists (``TreeFolds``), and `isOneOfSeveral` says whether other outermost
    /// values precede.
    static func make(
        of tape: EventTape, maps: Set<String> = [], folds: [String: String] = [:], isOneOfSeveral: Bool = false
    ) -> ShapeSurvey {
        var (maps, folds) = (maps, folds)
        for _ in 0..<5 {
            let survey = ShapeSurvey(tape, maps: maps, folds: folds, isOneOfSeveral)
            let found = NameMaps.find(in: survey.tree).subtracting(maps)
            // Names change the paths of lists.
            let lists = found.isEmpty ? TreeFolds.find(in: survey.tree).filter { folds[$0.key] == nil } : [:]
            if found.isEmpty, lists.isEmpty { return survey }
            maps.formUnion(found)
            folds.merge(lists) { known, _ in known }
        }
        return ShapeSurvey(tape, maps: maps, folds: folds, isOneOfSeveral)
    }

    private init(_ tape: EventTape, maps: Set<String>, folds: [String: String], _ isOneOfSeveral: Bool) {
        tree = ShapeTree(maps: maps, folds: folds)
        if isOneOfSeveral { tree[ShapeTree.root].tally.objects = 1 }
        do throws(CatalogueFailure) {
            try tape.forEach { (event, text) throws(CatalogueFailure) in take(event, text) }
        } catch {
            // Nothing here throws.
        }
        while !frames.isEmpty { end() }
    }

    private mutating func take(_ event: EventTape.Event, _ text: UnsafeRawBufferPointer) {
        switch event.kind {
        case .startObject, .startArray: start(isArray: event.kind == .startArray)
        case .endObject, .endArray:
            if skipped > 0 { skipped -= 1 } else { end() }
        case .key: if skipped == 0 { key(text) }
        case .string:
            if let node = value() {
                tree[node].tally.add(text)
                noteSize(node, text)
                if tree[node].sense.isAddress, let top = frames.indices.last, !frames[top].isArray {
                    frames[top].noteFile(text)
                }
            }
            if skipped == 0, let top = frames.indices.last, !text.isEmpty {
                frames[top].textCount += 1
                frames[top].noteWidth(text)
                noteFile(text, of: top)
            }
        case .scalar:
            if let node = value() {
                tree[node].tally.scalars += 1
                if tree[node].key.elementsEqual("cropped".utf8), !event.hasText, let top = frames.indices.last {
                    frames[top].isCropped = true
                }
                if event.hasText { noteSize(node, text) }
            }
        }
    }

    private mutating func start(isArray: Bool) {
        guard skipped == 0 else {
            skipped += 1
            return
        }
        guard let node = value(), frames.count < ShapeTree.maximumNesting else {
            if frames.isEmpty { return }
            skipped = 1
            return
        }
        if isArray { tree[node].tally.arrays += 1 } else { tree[node].tally.objects += 1 }
        frames.append(Frame(node: node, isArray: isArray))
    }

    private mutating func end() {
        guard let frame = frames.popLast() else { return }
        tree[frame.node].tally.elements += frame.count
        tree[frame.node].tally.mostElements = max(tree[frame.node].tally.mostElements, frame.count)
        if frame.isArray { tree[frame.node].tally.mostTexts = max(tree[frame.node].tally.mostTexts, frame.textCount) }
        if frame.isWidthList {
            tree[frame.node].tally.widthLists += 1
            if frame.hasSeveralFiles { tree[frame.node].tally.namedWidthLists += 1 }
        }
        if !frame.isArray, frame.width > 0, frame.height == 0 { tree[frame.node].tally.widthOnly += 1 }
        if !frame.isArray, frame.width > 0, frame.height > 0 { tree[frame.node].tally.measured += 1 }
        noteElement(frame)
    }

    /// Notes whether a text of an array shows the same picture as the first one, if the key names one picture.
    private mutating func noteFile(_ text: UnsafeRawBufferPointer, of top: Int) {
        let list = frames[top].node
        guard frames[top].isArray, SizeLists.namesOne(tree[list].sense), let isOther = frames[top].isOtherFile(text)
        else { return }
        if isOther { tree[list].tally.otherFiles += 1 } else { tree[list].tally.sameFiles += 1 }
    }

    private mutating func key(_ text: UnsafeRawBufferPointer) {
        guard let top = frames.indices.last else { return }
        let child = tree.child(of: frames[top].node, text, after: frames[top].last)
        frames[top].last = child
        frames[top].count += 1
    }

    /// The node of the value that begins; nil if it is ignored.
    private mutating func value() -> Int32? {
        guard skipped == 0 else { return nil }
        guard let top = frames.indices.last else { return ShapeTree.root }
        if !frames[top].isArray { return frames[top].last >= 0 ? frames[top].last : nil }
        frames[top].count += 1
        let star = tree.star(of: frames[top].node)
        return star >= 0 ? star : nil
    }

    // MARK: Sizes

    private mutating func noteSize(_ node: Int32, _ text: UnsafeRawBufferPointer) {
        guard let top = frames.indices.last, let known = tree[node].sense.known else { return }
        if known == .resolution, let (width, height) = PictureSize.resolution(text) {
            (frames[top].width, frames[top].height) = (width, height)
        }
        guard let number = PictureSize.pixels(text) else { return }
        switch known {
        case .width: frames[top].width = number
        case .height: frames[top].height = number
        default: break
        }
    }

    /// An element of an array ends: compares its size with that of the one before.
    private mutating func noteElement(_ element: Frame) {
        guard let top = frames.indices.last, frames[top].isArray, element.width > 0, element.height > 0
        else { return }
        if let last = frames[top].previous {
            let (first, second) = (last.width * element.height, element.width * last.height)
            // Rounding to whole pixels changes the proportions of small pictures.
            let isSame = abs(first - second) * 25 <= max(first, second)
            tree[frames[top].node].tally.sized += 1
            if isSame && last.width != element.width || element.isCut(from: last) {
                tree[frames[top].node].tally.resized += 1
            }
        }
        frames[top].previous = (element.width, element.height, element.fileHash)
    }
}

extension PictureSize {
    /// A number of pixels, as a document writes it ("1024", "1024.0", "1024px"); nil for anything else.
    static func pixels(_ text: UnsafeRawBufferPointer) -> Int? {
        let isUnit = text.count > 2 && text.suffix(2).elementsEqual("px".utf8)
        return pixels((isUnit ? text.dropLast(2) : text[...]).prefix { $0 != UInt8(ascii: ".") })
    }

    /// Two numbers of pixels: "1024x768"; nil for anything else.
    static func resolution(_ text: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        guard text.count <= 13, let cross = text.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let width = pixels(text[..<cross]), let height = pixels(text[(cross + 1)...])
        else { return nil }
        return (width, height)
    }

    private static func pixels(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        var number = 0
        guard (1...6).contains(digits.count) else { return nil }
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }
}
