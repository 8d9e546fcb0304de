import Foundation

/// Reads a document of IIIF as it arrives (https://iiif.io/api/presentation/3.0/,
/// https://iiif.io/api/presentation/2.1/): a manifest, a collection, a sequence, one canvas, annotations, or the
/// description of one picture. It has a row a page, in order.
///
/// One page at a time is in memory.
struct IIIFDocument {
    /// The keys of the arrays that hold a manifest's pages, a collection's manifests, or annotations.
    private static let entryKeys: Set = [
        "items", "manifests", "collections", "members", "canvases", "images", "resources",
    ]
    /// What a canvas that is the document says of itself.
    private static let ownKeys: Set = ["width", "height", "thumbnail"]

    private struct Step {
        let isArray: Bool
        /// The key of the value that follows, in an object.
        var key = ""
        /// How many values an array had so far.
        var count = 0
    }
    /// What is open outside of collected values.
    private var path: [Step] = []
    private var skippedDepth = 0
    private var collector: TreeValueCollector?
    /// What is collected.
    private var aim = Aim.entry
    private enum Aim { case entry, title, picture, own }

    private let kind: Kind
    private var canvasCount = 0
    /// What the document says of itself before its pages.
    private var own: [(key: String, value: TreeValue)] = []
    /// Its label.
    private var label: String?

    /// Reads the document that begins with `tape`; nil if it is not IIIF.
    init?(_ tape: EventTape) {
        guard let kind = Kind(tape) else { return nil }
        self.kind = kind
    }

    /// For an explanation.
    var rule: ReadingRule { kind == .picture ? .pictureService : .canvases }

    mutating func take(
        _ event: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?, into builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        if collector == nil, skippedDepth == 0 { begin(event) }
        if let value = collector?.take(event, utf8) {
            collector = nil
            try add(value, to: &builder)
            return
        }
        if collector == nil { follow(event, utf8) }
    }

    // MARK: Finding the pages

    /// Begins to collect the value that begins with this event, if it is wanted.
    private mutating func begin(_ event: EventTape.Kind) {
        switch event {
        case .key, .endObject, .endArray: return
        case .startObject, .startArray, .string, .scalar: break
        }
        guard let aim = wanted(event) else { return }
        self.aim = aim
        collector = TreeValueCollector()
    }

    private func wanted(_ event: EventTape.Kind) -> Aim? {
        if kind == .picture { return path.isEmpty && event == .startObject ? .picture : nil }
        if path.count == 1, path[0].key == "label" { return .title }
        if path.count == 1, Self.ownKeys.contains(path[0].key), own.count < Self.ownKeys.count { return .own }
        guard event == .startObject, path.last?.isArray == true else { return nil }
        if path.count == 2, Self.entryKeys.contains(path[0].key) { return .entry }
        return path.count == 4 && isFirstSequence && path[2].key == "canvases" ? .entry : nil
    }

    /// The other sequences have the same pages in another order.
    private var isFirstSequence: Bool { path.count > 1 && path[0].key == "sequences" && path[1].count <= 1 }

    private mutating func follow(_ event: EventTape.Kind, _ utf8: UnsafeRawBufferPointer?) {
        switch event {
        case .startObject, .startArray:
            if let last = path.indices.last, path[last].isArray { path[last].count += 1 }
            if skippedDepth > 0 || !leadsToEntries {
                skippedDepth += 1
            } else {
                path.append(Step(isArray: event == .startArray))
            }
        case .endObject, .endArray: if skippedDepth > 0 { skippedDepth -= 1 } else { path.removeLast() }
        case .key where skippedDepth == 0:
            if let last = path.indices.last {
                path[last].key = utf8.map { String(decoding: $0.prefix(64), as: UTF8.self) } ?? ""
            }
        case .key, .string, .scalar: break
        }
    }

    /// Whether the value that begins may hold pages.
    private var leadsToEntries: Bool {
        switch path.count {
        case 0: true
        case 1: path[0].key == "sequences" || Self.entryKeys.contains(path[0].key)
        case 2: path[1].isArray && isFirstSequence
        case 3: isFirstSequence && path[2].key == "canvases"
        default: false
        }
    }

    // MARK: Rows

    private mutating func add(_ value: TreeValue, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        switch aim {
        case .title:
            label = IIIFLabel.text(value)
            if builder.facts.title == nil { builder.facts.title = label }
        case .own: own.append((path[0].key, value))
        case .picture:
            guard let service = IIIFService(value, version: 2) else { return }
            let name = service.base.split(separator: "/").last.map(String.init) ?? ""
            let picture = IIIFPicture(service: service)
            try add(picture, name: name.removingPercentEncoding ?? name, shape: nil, to: &builder)
        case .entry:
            let types = value.types
            let isPage = types.contains("AnnotationPage") || types.contains("sc:AnnotationList")
            if types.contains(where: { $0.hasSuffix("Manifest") || $0.hasSuffix("Collection") })
                || isPage && value["items", "resources"] == nil
            {
                if let address = value["id", "@id"]?.text { builder.facts.more.add(part: .address(address)) }
            } else if isPage {
                try add(IIIFPicture.pictures(onPage: value), to: &builder)
            } else if types.contains("Annotation") || types.contains("oa:Annotation") {
                try add(IIIFPicture.pictures(by: value), label: IIIFLabel.text(value["label"]), to: &builder)
            } else {
                try add(canvas: value, to: &builder)
            }
        }
    }

    /// Adds the pictures that annotations place on the canvas that is the document, or on any canvas.
    private mutating func add(
        _ pictures: [IIIFPicture], label own: String? = nil, to builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        let canvas = TreeValue.object(self.own)
        var pictures = pictures
        if pictures.count == 1 {
            pictures[0].thumbnail = canvas["thumbnail"]?.all.first.flatMap(IIIFPicture.thumbnail)
        }
        for picture in pictures {
            canvasCount += 1
            let name = picture.choiceLabel ?? own ?? picture.label ?? label ?? String(canvasCount)
            try add(picture, name: name, shape: IIIFPicture.size(canvas), to: &builder)
        }
    }

    private mutating func add(canvas: TreeValue, to builder: inout CatalogueBuilder) throws(CatalogueFailure) {
        canvasCount += 1
        let label = IIIFLabel.text(canvas["label"])
        let shape = IIIFPicture.size(canvas)
        var pictures = IIIFPicture.pictures(on: canvas)
        if pictures.count == 1 {
            pictures[0].thumbnail = canvas["thumbnail"]?.all.first.flatMap(IIIFPicture.thumbnail)
        }
        for picture in pictures {
            let name = picture.choiceLabel ?? label ?? picture.label ?? String(canvasCount)
            try add(picture, name: name, shape: shape, to: &builder)
        }
    }

    private func add(
        _ picture: IIIFPicture, name: String, shape: PixelSize?, to builder: inout CatalogueBuilder
    ) throws(CatalogueFailure) {
        builder.add(.name, name)
        builder.add(.location, picture.location)
        if let small = picture.small(shape: shape) { builder.add(.thumbnail, small) }
        if let size = picture.size {
            builder.add(.width, String(size.width))
            builder.add(.height, String(size.height))
        }
        try builder.endEntry(at: .item(builder.count + 1))
    }
}

extension IIIFDocument {
    enum Kind: Sendable {
        /// A manifest, a collection, a canvas or annotations.
        case presentation
        /// The description of one picture by its service.
        case picture

        /// By the context, or the type, of the outermost object; nil if that is something else.
        init?(_ tape: EventTape) {
            var (depth, key): (Int, String) = (0, "")
            var isInList = false
            for event in tape.events {
                switch event.kind {
                case .startObject:
                    depth += 1
                case .startArray:
                    if depth == 0 { return nil }
                    isInList = depth == 1 && (key == "@context" || key == "@type")
                    depth += 1
                case .endObject, .endArray:
                    depth -= 1
                    isInList = false
                case .key where depth == 1: key = String(decoding: tape.bytes(of: event).prefix(64), as: UTF8.self)
                case .string where depth == 1 || depth == 2 && isInList:
                    if let found = Self.kind(key, String(decoding: tape.bytes(of: event).prefix(256), as: UTF8.self)) {
                        self = found
                        return
                    }
                case .key, .string, .scalar: break
                }
            }
            return nil
        }

        private static let presentationTypes: Set = [
            "sc:Manifest", "sc:Collection", "sc:Sequence", "sc:Canvas", "sc:AnnotationList",
        ]

        private static func kind(_ key: String, _ value: String) -> Kind? {
            switch key {
            case "@context" where value.contains("iiif.io/api/presentation/"): .presentation
            case "@context" where value.contains("shared-canvas.org/ns/context"): .presentation
            case "@context" where value.contains("iiif.io/api/image/"): .picture
            case "@context" where value.contains("iiif/image-api/"): .picture
            case "@type" where presentationTypes.contains(value): .presentation
            case "protocol" where value == "http://iiif.io/api/image": .picture
            default: nil
            }
        }
    }
}
