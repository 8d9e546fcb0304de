extension EntryTree {
    // MARK: Members

    /// An object or an array begins as the value of a collection's key.
    mutating func startMember(isArray: Bool, into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        let key = PackedKey(collection.key)
        if key == CollectionKey.rates, !isArray { return try push(.rates) }
        if collection.kind != .map, let key, CollectionKey.lists.contains(key) {
            if collection.kind == .undecided { decideWrapper(into: &builder) }
            if isArray { return try push(.list) }
            // The outer collection is decided: it is a wrapper.
            collection = EntryCollection(name: collection.key)
            return try push(.collection)
        }
        switch collection.kind {
        case .wrapper: try push(.skipped)
        case .undecided where key.map { CollectionKey.facts.contains($0) } == true: try push(.skipped)
        case .undecided, .map:
            if isArray {
                try endMember(nil, problem: .array, into: &builder)
                return try push(.skipped)
            }
            beginEntry()
            entryPosition = collection.position
            collection.key.withUnsafeBytes { draft.set(.last(.name), $0) }
            try push(.entry)
        }
    }

    /// A collection's key has a value that is not an object.
    mutating func endMember(
        _ utf8: UnsafeRawBufferPointer?, problem: EntryProblem?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        switch collection.kind {
        case .map:
            let member = EntryCollection.Member(
                key: collection.key, value: [], problem: problem, position: collection.position)
            try append(member, value: utf8, into: &builder)
        case .wrapper: noteFact(collection.key, utf8, into: &builder)
        case .undecided:
            collection.pending.append(
                EntryCollection.Member(
                    key: collection.key, value: utf8.map { Array($0) } ?? [], problem: problem,
                    position: collection.position))
            if collection.pending.count > EntryCollection.maximumPendingCount { try decideMap(into: &builder) }
        }
    }

    /// An entry in a collection ends. Its name is its key unless it has a name itself.
    mutating func endNamedEntry(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        if collection.kind == .undecided {
            guard draft.hasLocation else {
                // `meta: {…}`, or a malformed entry: later members decide.
                entryCount -= 1
                draft.removeAll()
                return try endMember(nil, problem: .missing, into: &builder)
            }
            entryCount -= 1
            try decideMap(into: &builder)
            entryCount += 1
            if line == nil { entryPosition = .item(entryCount) }
        }
        try draft.end(at: entryPosition, into: &builder)
    }

    mutating func endCollection(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        // A value that is no list leaves open whether the outer object has entries by name.
        let outer = try endUndecided(into: &builder) ? EntryCollection.Kind.undecided : .wrapper
        collection = EntryCollection(kind: outer)
    }

    /// Decides an undecided collection at its end. Returns whether it is a single photo.
    @discardableResult
    mutating func endUndecided(into builder: inout CatalogueBuilder) throws(CatalogueFailure) -> Bool {
        guard collection.kind == .undecided else { return false }
        if isSingleEntry {
            // `feed: {url, title, image}`: what a service says of the feed that it read.
            if PackedKey(collection.name) == CollectionKey.feed {
                decideWrapper(into: &builder)
                return false
            }
            try appendSingleEntry(into: &builder)
            return true
        }
        try decideMap(into: &builder)
        return false
    }

    // MARK: Decisions

    private mutating func decideWrapper(into builder: inout CatalogueBuilder) {
        collection.kind = .wrapper
        for member in collection.pending where member.problem == nil {
            member.value.withUnsafeBytes { noteFact(member.key, $0, into: &builder) }
        }
        collection.pending.removeAll()
    }

    private mutating func decideMap(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        collection.kind = .map
        hasMap = true
        let members = collection.pending
        collection.pending.removeAll()
        for var member in members {
            // Renumbered: facts do not count.
            if line == nil { member.position = .item(entryCount + 1) }
            let (text, value) = (member.problem == nil, member.value)
            try value.withUnsafeBytesTyped { (value) throws(CatalogueFailure) in
                try append(member, value: text ? value : nil, into: &builder)
            }
        }
    }

    /// A member of an object that maps names to URLs; or a fact, if it is clearly no photo.
    private mutating func append(
        _ member: EntryCollection.Member, value: UnsafeRawBufferPointer?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if let packed = PackedKey(member.key), CollectionKey.facts.contains(packed) {
            // A photo may have any name, even "next": a value that names a picture is a photo.
            guard let value, LocationDetection.isLikely(value),
                !CollectionKey.addresses.contains(packed) || LocationDetection.namesPicture(value)
            else { return noteFact(member.key, value, into: &builder) }
        }
        // A key of the format is the name of nothing, unless its value is a picture.
        if CollectionKey.isOfFormat(member.key), value.map({ LocationDetection.namesPicture($0) }) != true {
            return noteFact(member.key, value, into: &builder)
        }
        entryCount += 1
        member.key.withUnsafeBytes { builder.add(.name, $0) }
        if let value { builder.add(.location, value) }
        try builder.endEntry(at: member.position, problem: member.problem)
    }

    private mutating func noteFact(
        _ key: [UInt8], _ value: UnsafeRawBufferPointer?, into builder: inout CatalogueBuilder
    ) {
        guard let value, let packed = PackedKey(key) else { return }
        let text = { String(decoding: value.prefix(CatalogueField.author.maximumByteCount), as: UTF8.self) }
        switch packed {
        case CollectionKey.title, CollectionKey.name:
            if builder.facts.title == nil, !value.isEmpty { builder.facts.title = text() }
        case CollectionKey.currency:
            if builder.facts.currency == nil, value.count == 3 { builder.facts.currency = text().uppercased() }
        case PackedKey.feedVersion:
            if text().contains("jsonfeed.org/version/") { isFeed = true }
        default: break
        }
    }

    // MARK: One entry alone

    /// Whether the collection is really one photo with the usual keys: one holds an address, and another does not.
    private var isSingleEntry: Bool {
        var (hasLocation, hasOther) = (false, false)
        for member in collection.pending {
            guard let key = member.key.withUnsafeBytes({ EntryKey($0) }) else { continue }
            if key.field == .location {
                hasLocation = hasLocation || member.problem == nil
            } else {
                hasOther = hasOther || !LocationDetection.isLikely(member.value)
            }
        }
        return hasLocation && hasOther
    }

    private mutating func appendSingleEntry(into builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        beginEntry()
        if line != nil, let first = collection.pending.first { entryPosition = first.position }
        for member in collection.pending {
            guard let key = member.key.withUnsafeBytes({ EntryKey($0) }),
                member.problem == nil || !key.field.isURL && !member.value.isEmpty
            else { continue }
            member.key.withUnsafeBytes { draft.willTake($0) }
            member.value.withUnsafeBytes { draft.set(key, $0) }
        }
        if !collection.name.isEmpty { collection.name.withUnsafeBytes { draft.set(.last(.name), $0) } }
        try draft.end(at: entryPosition, into: &builder)
    }
}

/// Keys by which a JSON Feed is distinguished from a plain list of entries.
extension PackedKey {
    static let feedAttachments = PackedKey("attachments")
    static let feedMarkup = PackedKey("contenthtml")
    fileprivate static let feedVersion = PackedKey("version")
    /// Keys of items that photos never have (jsonfeed.org, version 1.1).
    static let onlyOfFeedItems = Set(
        ["attachments", "contenthtml", "contenttext", "bannerimage", "externalurl"].compactMap { PackedKey($0) })
}
