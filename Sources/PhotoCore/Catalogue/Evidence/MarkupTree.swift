/// Turns the elements of XML of any vocabulary into the events of a tree, for ``PhotoTree``.
///
/// An element is an object whose keys are its attributes and its children; one with text alone is that text. Elements
/// that repeat within their parent are a list. Which do is learned from the document's beginning, which is stored; what
/// repeats only later is a key that occurs twice.
package struct MarkupTree {
    /// The line of the next event.
    package var line: Int?

    private struct Path {
        /// Whether several stand within one parent.
        var repeats = false
    }
    private struct Key: Hashable {
        let parent: Int
        let name: [UInt8]
    }
    private struct Frame {
        let path: Int
        let name: [UInt8]
        /// Whether its object has begun.
        var isObject = false
        var hasChildren = false
        /// The path whose list is open.
        var list = -1
        var text: [UInt8] = []
    }

    private var tree: PhotoTree
    /// The beginning, until it has shown what repeats: names are stored as those of objects, attributes as keys and
    /// strings, texts as scalars.
    private var tape: EventTape? = EventTape()
    private var paths: [Path] = [Path()]
    private var index: [Key: Int] = [:]
    private var frames: [Frame] = []
    private var depth = 0

    /// So much is stored: dozens of records of most replies.
    private static let mostStored = 96 << 10
    /// The most paths: as in ``ShapeTree``.
    private static let mostPaths = 8192

    package init(isLocal: Bool = false) { tree = PhotoTree(isLocal: isLocal) }

    // MARK: Events

    /// An element begins; its attributes follow.
    package mutating func start(
        _ name: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        depth += 1
        guard tape != nil else { return try begin(Array(name), into: &builder) }
        try store(.startObject, name, into: &builder)
    }

    /// An attribute of the element that has just begun.
    package mutating func attribute(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard tape != nil else { return try addAttribute(name, value, into: &builder) }
        tape?.append(.key, name, line: line)
        tape?.append(.string, value, line: line)
    }

    /// A piece of the innermost element's text.
    package mutating func text(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard tape != nil else { return addText(utf8) }
        try store(.scalar, utf8, into: &builder)
    }

    /// The innermost element ends.
    package mutating func end(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        depth -= 1
        if tape == nil { try endElement(into: &builder) } else { try store(.endObject, nil, into: &builder) }
    }

    /// Whether the outermost element has ended.
    package var isAtEnd: Bool { depth == 0 }

    /// The document has ended. Throws `noPhotosIn` if it has none, and says what it is about.
    package mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try learn(into: &builder)
        try tree.finish(into: &builder)
    }

    /// The document ends early. Releases what was held back.
    package mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try learn(into: &builder)
        try tree.breakOff(into: &builder)
    }

    // MARK: The beginning

    private mutating func store(
        _ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        tape?.append(kind, utf8, line: line)
        if let tape, tape.byteCount >= Self.mostStored { try learn(into: &builder) }
    }

    /// Notes what repeats in the stored events, and passes them on.
    private mutating func learn(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let stored = tape else { return }
        tape = nil
        var open: [(path: Int, seen: Set<Int>)] = [(0, [])]
        for event in stored.events {
            switch event.kind {
            case .startObject:
                let path = path(of: Array(stored.bytes(of: event)), in: open[open.count - 1].path)
                if !open[open.count - 1].seen.insert(path).inserted, path > 0 { paths[path].repeats = true }
                open.append((path, []))
            case .endObject: if open.count > 1 { open.removeLast() }
            case .key, .string, .scalar, .startArray, .endArray: break
            }
        }
        var name: [UInt8] = []
        try stored.forEach { (event, text) throws(CatalogueFailure) in
            line = event.line > 0 ? Int(event.line) : nil
            switch event.kind {
            case .startObject: try begin(Array(text), into: &builder)
            case .key: name = Array(text)
            case .string:
                try name.withUnsafeBytesTyped { (name) throws(CatalogueFailure) in
                    try addAttribute(name, text, into: &builder)
                }
            case .scalar: addText(text)
            case .endObject: try endElement(into: &builder)
            case .startArray, .endArray: break
            }
        }
    }

    /// The path of a child; 0 if there are too many.
    private mutating func path(of name: [UInt8], in parent: Int) -> Int {
        let key = Key(parent: parent, name: name)
        if let known = index[key] { return known }
        guard paths.count < Self.mostPaths else { return 0 }
        paths.append(Path())
        index[key] = paths.count - 1
        return paths.count - 1
    }

    // MARK: The tree

    private mutating func begin(_ name: [UInt8], into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        tree.line = line
        let path = path(of: name, in: frames.last?.path ?? 0)
        if let top = frames.indices.last {
            frames[top].hasChildren = true
            frames[top].text.removeAll()
            try beginObject(top, into: &builder)
            if frames[top].list < 0 || frames[top].list != path {
                try endList(top, into: &builder)
                try name.withUnsafeBytesTyped { (name) throws(CatalogueFailure) in try tree.key(name, into: &builder) }
                if paths[path].repeats {
                    try tree.startArray(into: &builder)
                    frames[top].list = path
                }
            }
        }
        frames.append(Frame(path: path, name: name))
        // The outermost element is the document: its name says what it is, not what is in it.
        if frames.count == 1 { try beginObject(0, into: &builder) }
    }

    private mutating func beginObject(
        _ frame: Int, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if frames[frame].isObject { return }
        frames[frame].isObject = true
        try tree.startObject(into: &builder)
    }

    private mutating func endList(_ frame: Int, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if frames[frame].list < 0 { return }
        frames[frame].list = -1
        try tree.endArray(into: &builder)
    }

    private mutating func addAttribute(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard let top = frames.indices.last else { return }
        tree.line = line
        try beginObject(top, into: &builder)
        try tree.key(name, into: &builder)
        if Self.isSide(name), PictureSize.pixels(value) != nil {
            try tree.scalar(.number, value, into: &builder)
        } else {
            try tree.string(value, into: &builder)
        }
    }

    private mutating func addText(_ utf8: UnsafeRawBufferPointer) {
        guard let top = frames.indices.last, !frames[top].hasChildren else { return }
        let room = EventTape.maximumTextByteCount - frames[top].text.count
        if room > 0 { frames[top].text.append(contentsOf: utf8.prefix(room)) }
    }

    private mutating func endElement(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        guard let top = frames.indices.last else { return }
        tree.line = line
        try endList(top, into: &builder)
        guard let frame = frames.popLast() else { return }
        let text = Self.trimmed(frame.text)
        if frame.isObject {
            if !text.isEmpty {
                // Beside attributes, the text is what the element is called.
                try frame.name.withUnsafeBytesTyped { (name) throws(CatalogueFailure) in
                    try tree.key(name, into: &builder)
                }
                try add(text, isSide: false, into: &builder)
            }
            try tree.endObject(into: &builder)
        } else {
            try add(text, isSide: frame.name.withUnsafeBytes { Self.isSide($0) }, into: &builder)
        }
    }

    private mutating func add(
        _ text: ArraySlice<UInt8>, isSide: Bool, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if text.isEmpty { return try tree.scalar(.null, into: &builder) }
        try Array(text).withUnsafeBytesTyped { (text) throws(CatalogueFailure) in
            if isSide, PictureSize.pixels(text) != nil {
                try tree.scalar(.number, text, into: &builder)
            } else {
                try tree.string(text, into: &builder)
            }
        }
    }

    /// Whether a name is that of a number: XML has no types.
    private static func isSide(_ name: UnsafeRawBufferPointer) -> Bool {
        ["width", "height", "w", "h", "max-width", "duration"].contains { $0.utf8.elementsEqual(name) }
    }

    private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
        var text = text[...]
        while let first = text.first, EntryScratch.isSpace(first) { text = text.dropFirst() }
        while let last = text.last, EntryScratch.isSpace(last) { text = text.dropLast() }
        return text
    }
}
