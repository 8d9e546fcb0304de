/// Records of another shape than those of the decision: stored while they are open, and judged at their end by evidence
/// of their own.
struct LaterRecords {
    private var stored = StoredRecord()
    private var growth: ShapeGrowth

    init(after plan: ShapePlan, origin: DocumentOrigin, readsPictures: MarkupText.ReadsPictures?) {
        growth = ShapeGrowth(plan, origin: origin, readsPictures: readsPictures)
    }

    // MARK: While they are open

    /// The index of the innermost stored record's frame; nil without one.
    var innermost: Int? { stored.innermost }

    /// The innermost record as far as it is stored, and its key in an object whose keys are names.
    var record: (events: EventTape, name: [UInt8])? { stored.record }

    /// A record begins, whose frame is the innermost one.
    mutating func begin(frame: Int, name: [UInt8]) { stored.begin(frame: frame, name: name) }

    /// Takes an event. Returns the innermost record as far as it is stored, if it becomes too long to be judged at its
    /// end (``StoredRecord/append(_:_:line:)``).
    mutating func append(_ kind: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, line: Int?) -> StoredRecord.Cut? {
        stored.append(kind, utf8, line: line)
    }

    /// The innermost record has addresses in a list or an object that begins no known record.
    mutating func noteOtherList() { stored.noteOtherList() }
    var hasOtherList: Bool { stored.hasOtherList }

    /// The innermost record ends, if one is stored. With `isCut`, it is no part of the record around it.
    mutating func drop(isCut: Bool) { stored.drop(isCut: isCut) }

    // MARK: At their end

    /// Whether a path was not known at the decision.
    func isNew(_ node: Int32) -> Bool { growth.isNew(node) }

    /// The rows of a record (``ShapeGrowth/rows(of:_:isCancelled:)``).
    mutating func rows(of record: ShapeGrowth.Record, _ plan: inout ShapePlan, isCancelled: () -> Bool) -> ShapeRows {
        growth.rows(of: record, &plan, isCancelled: isCancelled)
    }
}
