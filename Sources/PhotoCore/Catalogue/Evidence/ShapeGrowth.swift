/// Judges the records in which the decided shape finds no photo, each kind of them by evidence of its own.
///
/// The first records decide. Records of another kind may follow, which have their photo at another path. They are kept
/// until their evidence suffices. From then on their shape is read as they arrive.
struct ShapeGrowth {
    /// The most kinds of such records. Further kinds are read by the later shapes that are known.
    static let mostKinds = 512
    /// The memory for records that are kept, in bytes.
    static let mostBytes = 4 << 20
    /// The records of one document that are judged, in bytes, each as often as it is judged. Later ones are read by
    /// the shapes that are known.
    static let mostJudged = 16 << 20
    /// As many records of one kind show whether it has photos.
    private static let mostOfKind = 16

    /// What is known of one kind of record.
    private enum Kind {
        /// Records that are kept, how many there were, and the number at which they are judged next.
        case open(EventTape, count: Int, nextLook: Int)
        /// The number of the later shape that reads it.
        case shape(Int)
        /// It has no photos.
        case nothing

        func isShape(in numbers: [Int]) -> Bool {
            if case .shape(let number) = self { numbers.contains(number) } else { false }
        }
    }

    /// A record as it was found.
    struct Record {
        let events: EventTape
        /// Its key in an object whose keys are names.
        let name: [UInt8]
        /// The path of the object or array that holds it.
        let holder: Int32
        /// The events that open what holds it.
        let opening: EventTape
        /// Whether the decided shape has rows of it.
        let hasRows: Bool
        /// Whether it is one of several outermost values.
        let isOutermost: Bool
    }

    private struct Key: Hashable {
        let holder: Int32
        let paths: Int
        let hasRows: Bool
    }

    private var kinds: [Key: Kind] = [:]
    private var laters = LaterShapes()
    private var byteCount = 0
    private var judgedByteCount = 0
    private let mostJudged: Int
    private let origin: DocumentOrigin
    private let readsPictures: MarkupText.ReadsPictures?
    /// Whether the first decision settled what the value at a path is for: it is no photo's address.
    private let isSettled: [Bool]

    /// Tests choose a smaller limit.
    init(
        _ plan: ShapePlan, origin: DocumentOrigin, readsPictures: MarkupText.ReadsPictures?,
        mostJudged: Int = ShapeGrowth.mostJudged
    ) {
        (self.origin, self.readsPictures, self.mostJudged) = (origin, readsPictures, mostJudged)
        isSettled = plan.roles.map { role in
            switch role {
            case .undecided, .photo: false
            default: true
            }
        }
    }

    /// Whether a path was not known at the decision.
    func isNew(_ node: Int32) -> Bool { Int(node) >= isSettled.count }

    /// The rows of a record, and of kept ones of its kind before it; empty without any. `plan` is the decided shape, to
    /// which a later one is added. Nothing is judged once `isCancelled` returns true.
    mutating func rows(of record: Record, _ plan: inout ShapePlan, isCancelled: () -> Bool) -> ShapeRows {
        guard let paths = Self.paths(of: record.events) else { return ShapeRows() }
        let key = Key(holder: record.holder, paths: paths, hasRows: record.hasRows)
        guard let kind = kinds[key] else {
            guard kinds.count < Self.mostKinds, mayJudge else {
                return laters.firstRows(of: record)?.rows ?? ShapeRows()
            }
            kinds[key] = .nothing
            return judge(record, key, .open(EventTape(), count: 0, nextLook: 1), &plan, isCancelled)
        }
        switch kind {
        case .nothing: return ShapeRows()
        case .shape(let number): return laters.rows(of: record, by: number)
        case .open: return judge(record, key, kind, &plan, isCancelled)
        }
    }

    /// Whether records are still judged.
    private var mayJudge: Bool { judgedByteCount < mostJudged }

    // MARK: Judging

    private mutating func judge(
        _ record: Record, _ key: Key, _ kind: Kind, _ plan: inout ShapePlan, _ isCancelled: () -> Bool
    ) -> ShapeRows {
        guard case .open(var kept, let count, var nextLook) = kind else { return ShapeRows() }
        kinds[key] = .nothing
        byteCount -= kept.byteCount
        guard mayJudge else {
            kinds[key] = nil
            return laters.firstRows(of: record)?.rows ?? ShapeRows()
        }
        if plan.tree[record.holder].isMap { record.name.withUnsafeBytes { kept.append(.key, $0) } }
        kept.append(contentsOf: record.events)
        if count + 1 >= nextLook {
            nextLook *= 2
            var hasShape = false
            let own = decide(kept, record, &plan, &hasShape, isCancelled)
            // A record that is something else by its own shape is not read by another, which may not see what says so.
            if let found = own ?? (hasShape ? nil : laters.firstRows(of: record)) {
                kinds[key] = .shape(found.number)
                return found.rows
            }
        }
        guard count + 1 < Self.mostOfKind, byteCount + kept.byteCount <= Self.mostBytes else { return ShapeRows() }
        byteCount += kept.byteCount
        kinds[key] = .open(kept, count: count + 1, nextLook: nextLook)
        return ShapeRows()
    }

    /// The rows of the kept records, and the number of their shape; nil if the evidence does not suffice, or there are
    /// no rows. `hasShape` becomes true if it suffices.
    private mutating func decide(
        _ kept: EventTape, _ record: Record, _ plan: inout ShapePlan, _ hasShape: inout Bool,
        _ isCancelled: () -> Bool
    ) -> LaterShapes.Found? {
        if isCancelled() { return nil }
        var tape = record.opening
        tape.append(contentsOf: kept)
        judgedByteCount += tape.byteCount
        guard judgedByteCount <= mostJudged else { return nil }
        let survey = ShapeSurvey.make(
            of: tape, maps: plan.tree.maps, folds: plan.tree.folds, isOneOfSeveral: record.isOutermost)
        guard let later = suitable(ShapeDecision(survey, origin: origin).plan(), next: plan) else { return nil }
        hasShape = true
        guard let found = laters.rows(of: kept, later, of: record, readsPictures) else { return nil }
        if !found.gone.isEmpty { kinds = kinds.filter { !$0.value.isShape(in: found.gone) } }
        // A trace lists the first ones.
        if found.isNew, plan.shape.later.count < LaterShapes.most { plan.shape.later.append(later.shape) }
        return found
    }

    /// A later decision without the paths that the first one settled, and without records whose evidence is little next
    /// to that of the first; nil if nothing is left.
    private func suitable(_ later: ShapePlan, next plan: ShapePlan) -> ShapePlan? {
        guard !later.shape.isEmpty, later.isAbsolute || !plan.isAbsolute || later.hasMarkup else { return nil }
        var later = later
        let best = plan.points.max() ?? 0
        var left: Set<String> = []
        for node in later.roles.indices {
            guard case .photo(let address) = later.roles[node] else { continue }
            let points = later.points[address.record] + EvidenceTable.repetition
            if points * 100 >= best * EvidenceTable.leastShareOfBest, later.isAbsolute || !plan.isAbsolute,
                isOpen(Int32(node), of: later.tree, in: plan.tree)
            {
                left.insert(later.tree.path(of: Int32(node)))
            } else {
                later.roles[node] = .useless
            }
        }
        if later.hasMarkup { left.formUnion(later.markupPaths) }
        later.shape = later.shape.withAddresses(left)
        return later.shape.isEmpty ? nil : later
    }

    /// Whether the first decision left open what a path is for.
    private func isOpen(_ node: Int32, of later: ShapeTree, in tree: ShapeTree) -> Bool {
        guard let known = tree.node(like: node, of: later), Int(known) < isSettled.count else { return true }
        return !isSettled[Int(known)]
    }

    // MARK: Kinds

    /// A number that records with addresses at the same paths have in common; nil for a record without addresses.
    private static func paths(of record: EventTape) -> Int? {
        var (open, last): ([(path: Int, isArray: Bool)], Int) = ([], 0)
        var paths: Set<Int> = []
        func step(_ path: Int, _ key: UnsafeRawBufferPointer?) -> Int {
            var hasher = Hasher()
            hasher.combine(path)
            if let key { hasher.combine(bytes: key) }
            return hasher.finalize()
        }
        record.forEachEvent { event, text in
            let path = open.last.map { $0.isArray ? step($0.path, nil) : last } ?? 0
            switch event.kind {
            case .startObject, .startArray: open.append((path, event.kind == .startArray))
            case .endObject, .endArray: _ = open.popLast()
            case .key: last = step(open.last?.path ?? 0, NameMaps.isNumber(Array(text)) ? nil : text)
            case .string:
                let look = AddressLook(text)
                guard look.isAddress || look == .words && MarkupText.holdsPicture(text) else { break }
                var hasher = Hasher()
                hasher.combine(path)
                hasher.combine(look.showsPicture)
                paths.insert(hasher.finalize())
            case .scalar: break
            }
        }
        return paths.isEmpty ? nil : paths.reduce(0, ^)
    }
}
