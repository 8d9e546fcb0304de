import Foundation

/// Makes rows from a streamed tree of objects, arrays and values of any vocabulary: JSON, a property list, or XML.
///
/// It stores the first events until they show what a photo is in this document (``PhotoShape``), and then reads the
/// rest as it arrives. A person's own list in the usual words is read by ``EntryTree``, which also has a row for each
/// mistake in it.
package struct PhotoTree {
    /// The line of the next value or key, if the format counts lines.
    package var line: Int?

    /// Reads a person's own list, once that is decided.
    private var usual: EntryTree?
    /// Judges entries of that list which have no address in its words.
    private var laterEntries: LaterEntries?
    /// Reads any other document, once that is decided. Until then events are stored.
    private var reader: ShapeReader?
    /// Reads a document of IIIF, once that is decided.
    private var iiif: IIIFDocument?
    private var tape = EventTape()
    private var depth = 0
    /// The size of the stored events at which a decision is tried next.
    private var nextLook = Self.firstLook
    /// Whether events without evidence were given up to make room.
    private var hasForgotten = false
    /// The objects and arrays that are open where the stored events begin.
    private var opened = OpenPath()
    private var subject: TreeSubject?
    /// Whether the last key was that of a `srcset`, of which only the largest picture counts.
    private var holdsSourceSet = false
    /// Whether the last key says if a picture is cut.
    private var tellsCut = false
    private var nextPage = NextPageSearch()
    /// Finds the folders, if the document may be a server's listing.
    private var listedFolders: ListedFolders?
    /// The decision and its trace; nil before it, and for a list that ``EntryTree`` reads.
    package var shape: PhotoShape? { reader?.plan.shape ?? decided }
    private var decided: PhotoShape?

    /// The first decision is tried after as many bytes as it takes to tell formats apart. Each further one needs four
    /// times as many: all together cost a third more than the last.
    private static let firstLook = 8 << 10
    /// The most that is stored: a hundred records of most replies.
    private static let mostStored = 512 << 10
    /// As many rows show what the others will be, before all is stored.
    private static let fewestRows = 6
    private static let no: StaticString = "0"

    /// Where the document is from, whose records may name files next to it.
    private var origin: DocumentOrigin { DocumentOrigin(document) }
    private let document: URL?
    private let readsPictures: ((UnsafeRawBufferPointer) -> [PagePicture])?
    /// Whether an object of names and addresses is a person's own list, whatever the addresses look like.
    private let takesNames: Bool

    /// The tree of the document at this address. `markup` finds the pictures in a text in HTML or Markdown. With
    /// `takesNames`, an object of names and addresses lists photos, even if nothing says that they are pictures. With
    /// `listsFolders`, a list of files has rows for the folders in it.
    package init(
        of document: URL? = nil, markup: ((UnsafeRawBufferPointer) -> [PagePicture])? = nil, takesNames: Bool = false,
        listsFolders: Bool = false
    ) {
        (self.document, readsPictures, self.takesNames) = (document, markup, takesNames)
        if listsFolders { listedFolders = ListedFolders() }
    }

    /// The tree of a JSON Feed, whose words are known. `markup` finds the pictures in an item's HTML.
    package init(feed markup: @escaping (UnsafeRawBufferPointer) -> [PagePicture]) {
        var tree = EntryTree()
        tree.markup = markup
        tree.feedItems = JSONFeedItems(holdsFirst: true)
        usual = tree
        (document, readsPictures, takesNames) = (nil, nil, false)
    }

    // MARK: Events

    package mutating func startObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try take(.startObject, nil, nil, into: &builder)
    }

    /// A key of the innermost object; its value follows.
    package mutating func key(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        holdsSourceSet = SourceSet.isCalledSo(utf8)
        tellsCut = utf8.elementsEqual("cropped".utf8)
        try take(.key, utf8, nil, into: &builder)
    }

    package mutating func endObject(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try take(.endObject, nil, nil, into: &builder)
    }

    package mutating func startArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try take(.startArray, nil, nil, into: &builder)
    }

    package mutating func endArray(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        try take(.endArray, nil, nil, into: &builder)
    }

    package mutating func string(
        _ utf8: UnsafeRawBufferPointer, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard holdsSourceSet, let largest = SourceSet(ofKey: utf8)?.largest else {
            return try take(.string, utf8, nil, into: &builder)
        }
        try largest.withUnsafeBytesTyped { (largest) throws(CatalogueFailure) in
            try take(.string, largest, nil, into: &builder)
        }
    }

    /// A number, true or false, null, or another kind that is not text, object or array. `kind` says which; `utf8` is
    /// its text, if useful.
    package mutating func scalar(
        _ kind: EntryProblem, _ utf8: UnsafeRawBufferPointer? = nil,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        try take(.scalar, utf8, kind, into: &builder)
    }

    /// True or false. What is said of the next page counts, too.
    package mutating func boolean(
        _ value: Bool, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if !value { nextPage.takeFalse() }
        // Of a picture that is not cut, the key alone says that it is: this value has a text.
        let no = UnsafeRawBufferPointer(start: Self.no.utf8Start, count: Self.no.utf8CodeUnitCount)
        try scalar(.boolean, tellsCut && !value ? no : nil, into: &builder)
    }

    /// Whether everything that began has ended.
    package var isAtEnd: Bool { depth == 0 }

    /// The document has ended. Throws `noPhotosIn` if it has none, and says what it is about.
    package mutating func finish(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if let page = nextPage.found { builder.facts.more.next = page }
        if isSearching { try decide(isLast: true, into: &builder) }
        guard builder.count == 0 else { return }
        if nextPage.found == nil, let first = nextPage.first { builder.facts.more.add(part: first) }
        if let usual, usual.isFeed {
            if usual.entryCount > 0 { throw .noPhotosInFeed }
            return
        }
        // An empty list of photos says so itself.
        if let subject, subject.keys.count > (isSearching ? 0 : 1) {
            throw .noPhotosIn(format: builder.facts.formatName, keys: subject.keys)
        }
    }

    /// The document ends early. Releases what was held back.
    package mutating func breakOff(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if isSearching { try decide(isLast: true, into: &builder) }
        try usual?.breakOff(into: &builder)
        try reader?.breakOff(into: &builder)
        depth = 0
    }

    // MARK: Stages

    private mutating func take(
        _ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, _ problem: EntryProblem?,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch kind {
        case .startObject, .startArray: depth += 1
        case .endObject, .endArray: depth -= 1
        case .key, .string, .scalar: break
        }
        nextPage.take(kind, utf8)
        if let folder = listedFolders?.take(kind, utf8) { try builder.add(folder, at: line) }
        if iiif != nil {
            try iiif?.take(kind, utf8, into: &builder)
        } else if reader != nil {
            reader?.line = line
            try reader?.take(kind, utf8, into: &builder)
        } else if usual != nil {
            usual?.line = line
            try takeEntry(kind, utf8, problem, into: &builder)
        } else {
            tape.append(kind, utf8, problem: problem, line: line)
            if tape.byteCount >= nextLook { try decide(isLast: false, into: &builder) }
        }
    }

    /// An event of a list in the usual words.
    private mutating func takeEntry(
        _ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, _ problem: EntryProblem?,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        guard laterEntries != nil, let depth = usual?.frames.count else {
            try usual?.take(kind, utf8, problem, into: &builder)
            return
        }
        switch kind {
        case .startObject:
            try usual?.take(kind, utf8, problem, into: &builder)
            // Not a copy of it, which would cost as much as the event.
            if usual?.isInEntry == true, (usual?.frames.count ?? 0) > depth {
                laterEntries?.begin(frame: depth, name: usual?.nameOfEntry ?? [])
            }
            laterEntries?.append(kind, nil, line: line)
        case .endObject where usual?.isInEntry == true && laterEntries?.stored.innermost == depth - 1:
            laterEntries?.append(kind, nil, line: line)
            if usual?.isInEntryWithoutAddress == true, try laterEntries?.addRows(to: &builder) == true {
                usual?.leaveEntry()
            } else {
                try usual?.take(kind, utf8, problem, into: &builder)
            }
            // One that is too long is no longer stored.
            if laterEntries?.stored.innermost == depth - 1 { laterEntries?.drop() }
        default:
            laterEntries?.append(kind, utf8, line: line)
            try usual?.take(kind, utf8, problem, into: &builder)
        }
    }

    private var isSearching: Bool { usual == nil && reader == nil && iiif == nil }

    /// Looks at the stored events, and decides if they suffice.
    private mutating func decide(isLast: Bool, into builder: inout CatalogueBuilder)
        throws(CatalogueFailure)
    {
        nextLook *= 4
        if !hasForgotten, try readAsIIIF(into: &builder) { return }
        if isLast, !hasForgotten, let document, let noted = NotedPhoto(tape, document: document) {
            builder.facts.rule = .note
            return try noted.addRow(to: &builder)
        }
        let isFull = tape.byteCount >= Self.mostStored
        var trial = TreeTrial(tape, isFirst: !hasForgotten, origin: origin, readsPictures: readsPictures)
        if isLast, !hasForgotten, let keyed = TapeTable.keyed(tape) {
            let other = TreeTrial(keyed, isFirst: false, origin: origin, readsPictures: readsPictures)
            if other.rowCount > 0 { (tape, trial) = (keyed, other) }
        }
        let isSure = isLast || isFull || trial.rowCount >= Self.fewestRows
        if isLast, subject == nil { subject = trial.subject }
        let names = takesNames && !hasForgotten ? tape.addressedNames : 0
        switch trial.verdict {
        case .nothing where names > 0 && (isSure || names >= Self.fewestRows):
            try readAsUsual(trial.isAbsolute, into: &builder)
        // Some of the addresses look like pictures.
        case .shaped where names > 0 && tape.isFlat && (isSure || names >= Self.fewestRows):
            try readAsUsual(trial.isAbsolute, into: &builder)
        case .usual where isSure: try readAsUsual(trial.isAbsolute, into: &builder)
        case .shaped(let plan) where isSure:
            decided = plan.shape
            builder.shape = plan.shape
            let stored = tape
            tape = EventTape()
            var reader = ShapeReader(plan, readsPictures: readsPictures, grows: true, origin: origin)
            try stored.forEach { (event, text) throws(CatalogueFailure) in
                reader.line = event.line > 0 ? Int(event.line) : nil
                try reader.take(event.kind, event.text(text), into: &builder)
            }
            self.reader = reader
        // Its later addresses may say what they are.
        case .nothing where isFull && !isLast && trial.isPlainList: try readAsUsual(trial.isAbsolute, into: &builder)
        case .nothing where isLast || isFull:
            decided = trial.shape
            builder.shape = trial.shape
            if subject == nil { subject = trial.subject }
            if isFull, !isLast { forget() }
        case .usual, .shaped, .nothing: break
        }
    }

    private mutating func readAsUsual(
        _ isAbsolute: Bool, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let stored = tape
        tape = EventTape()
        var tree = EntryTree()
        try tree.take(stored, into: &builder)
        var trial = EntryTree()
        (trial.further.areWanted, trial.further.isTrial) = (true, true)
        var unused = CatalogueBuilder(isCancelled: builder.isCancelled)
        try trial.take(stored, into: &unused)
        // The first entries have one photo each, also those with such a list: its pictures may be sizes of one.
        tree.further.areWanted = !trial.further.hadSeveral
        laterEntries = LaterEntries(isAbsolute: isAbsolute, origin: origin)
        usual = tree
    }

    /// Reads the stored events as IIIF, if they are. Its services' addresses are no pictures' addresses.
    private mutating func readAsIIIF(into builder: inout CatalogueBuilder) throws(CatalogueFailure) -> Bool {
        guard var document = IIIFDocument(tape) else { return false }
        try tape.forEach { (event, text) throws(CatalogueFailure) in
            try document.take(event.kind, event.text(text), into: &builder)
        }
        tape = EventTape()
        iiif = document
        builder.facts.rule = document.rule
        return true
    }

    /// Gives up the stored events, which hold no picture, except for what is open.
    private mutating func forget() {
        hasForgotten = true
        opened = OpenPath(tape, after: opened)
        tape.removeAll()
        opened.restore(in: &tape)
        nextLook = Self.mostStored
    }
}

extension EntryTree {
    /// Takes stored events.
    fileprivate mutating func take(
        _ stored: EventTape, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        try stored.forEach { (event, text) throws(CatalogueFailure) in
            line = event.line > 0 ? Int(event.line) : nil
            try take(event.kind, event.text(text), event.problem, into: &builder)
        }
    }

    /// Takes an event.
    mutating func take(
        _ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, _ problem: EntryProblem?,
        into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let text = utf8 ?? UnsafeRawBufferPointer(start: nil, count: 0)
        switch kind {
        case .startObject: try startObject(into: &builder)
        case .key: try key(text, into: &builder)
        case .endObject: try endObject(into: &builder)
        case .startArray: try startArray(into: &builder)
        case .endArray: try endArray(into: &builder)
        case .string: try string(text, into: &builder)
        case .scalar: try scalar(problem ?? .unusual, utf8, into: &builder)
        }
    }
}
