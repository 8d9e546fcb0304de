/// The objects and arrays that are open at a place in a document, with the key of each.
struct OpenPath {
    private struct Level {
        let kind: EventTape.Kind
        var key: [UInt8] = []
    }
    private var levels: [Level] = []
    /// How many more are open, deeper than any path that counts.
    private var deeper = 0

    init() {}

    /// What is open after these events. They begin with those that ``restore(in:)`` added.
    init(_ tape: EventTape, after before: OpenPath) {
        deeper = before.deeper
        do throws(CatalogueFailure) {
            try tape.forEach { (event, text) throws(CatalogueFailure) in take(event, text) }
        } catch {
            // Nothing here throws.
        }
    }

    private mutating func take(_ event: EventTape.Event, _ text: UnsafeRawBufferPointer) {
        switch event.kind {
        case .startObject, .startArray:
            if levels.count > ShapeTree.maximumDepth {
                deeper += 1
            } else {
                levels.append(Level(kind: event.kind))
            }
        case .endObject, .endArray: if deeper > 0 { deeper -= 1 } else { _ = levels.popLast() }
        case .key: if deeper == 0, let top = levels.indices.last { levels[top].key = Array(text) }
        case .string, .scalar: break
        }
    }

    /// Stores the events that open them.
    func restore(in tape: inout EventTape) {
        for level in levels {
            tape.append(level.kind)
            if !level.key.isEmpty { level.key.withUnsafeBytes { tape.append(.key, $0) } }
        }
    }
}
