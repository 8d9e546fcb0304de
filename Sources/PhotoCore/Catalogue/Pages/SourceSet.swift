/// The pictures of a `srcset`, the same photo in several sizes (HTML Living Standard, 4.8.4.2).
struct SourceSet {
    private struct Candidate {
        let location: [UInt8]
        /// Its longer side in pixels, or its pixels per CSS pixel.
        var size = 1.0
        var isWidth = false
    }
    private var candidates: [Candidate] = []

    /// More pictures of one photo than any page has.
    private static let maximumCount = 64
    /// A row's picture is 80 points high: this side is sharp on most screens.
    private static let sufficientSide = 160.0

    /// The pictures of `text`. With the longer side of the whole in CSS pixels, densities tell sizes as well.
    init(_ text: [UInt8], longerSide: Int? = nil) {
        var rest = text[...]
        while candidates.count < Self.maximumCount {
            rest = rest.drop { EntryScratch.isSpace($0) || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { return }
            var location = rest.prefix { !EntryScratch.isSpace($0) }
            rest = rest[location.endIndex...]
            var descriptor: ArraySlice<UInt8> = []
            if location.last == UInt8(ascii: ",") {
                while location.last == UInt8(ascii: ",") { location.removeLast() }
            } else {
                descriptor = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[descriptor.endIndex...]
            }
            var candidate = Candidate(location: Array(location))
            for word in descriptor.split(whereSeparator: EntryScratch.isSpace) {
                guard let size = Double(String(decoding: word.dropLast(), as: UTF8.self)), size > 0 else { continue }
                if word.last == UInt8(ascii: "w") { (candidate.size, candidate.isWidth) = (size, true) }
                if word.last == UInt8(ascii: "x") { candidate.size = size }
            }
            if PageLink.isFetchable(candidate.location) { add(candidate, longerSide) }
        }
    }

    /// Whether a key of a record names such a text: `srcset`, `image_srcset`.
    static func isCalledSo(_ key: UnsafeRawBufferPointer) -> Bool {
        key.count >= 6 && key.suffix(6).elementsEqual("srcset".utf8) { $0 | 0x20 == $1 }
    }

    /// The pictures of a record's text under such a key; nil if it only names one, without a size.
    init?(ofKey text: UnsafeRawBufferPointer) {
        guard text.contains(where: EntryScratch.isSpace) else { return nil }
        self.init(Array(text.prefix(Self.longestText)))
        guard candidates.contains(where: { $0.isWidth || $0.size != 1 }) else { return nil }
    }

    /// More than 64 long addresses take.
    private static let longestText = 1 << 16

    private mutating func add(_ candidate: Candidate, _ longerSide: Int?) {
        var candidate = candidate
        if !candidate.isWidth, let longerSide {
            (candidate.size, candidate.isWidth) = (candidate.size * Double(longerSide), true)
        }
        candidates.append(candidate)
    }

    /// Adds the picture that is shown where sizes are not understood, at that size.
    mutating func add(_ location: [UInt8], longerSide: Int?) {
        guard candidates.count < Self.maximumCount, !candidates.contains(where: { $0.location == location }) else {
            return
        }
        if candidates.contains(where: \.isWidth), longerSide == nil { return }
        add(Candidate(location: location), longerSide)
    }

    /// The addresses of all its pictures.
    var locations: [[UInt8]] { candidates.map(\.location) }

    /// The picture with the most pixels; of equals the first.
    var largest: [UInt8]? {
        var best = candidates.first
        for candidate in candidates where candidate.size > best?.size ?? 0 { best = candidate }
        return best?.location
    }

    /// The widest of the pictures whose widths are known; of equals the first.
    var widest: (location: [UInt8], width: Double)? {
        var best: Candidate?
        for candidate in candidates where candidate.isWidth && candidate.size > best?.size ?? 0 { best = candidate }
        return best.map { ($0.location, $0.size) }
    }

    /// Whether one of its pictures has that width.
    func has(width: Double) -> Bool { candidates.contains { $0.isWidth && $0.size == width } }

    /// Whether it has no picture.
    var isEmpty: Bool { candidates.isEmpty }

    /// The picture with the most pixels for each of CSS, if the one at that address is among them with fewer; nil where
    /// widths are known.
    func denser(than location: [UInt8]) -> [UInt8]? {
        guard !candidates.contains(where: \.isWidth), let own = candidates.first(where: { $0.location == location }),
            let best = candidates.max(by: { $0.size < $1.size }), best.size > own.size
        else { return nil }
        return best.location
    }

    /// The known width of the picture at that address; nil if there is none.
    func width(of location: [UInt8]) -> Double? {
        candidates.first { $0.isWidth && $0.location == location }?.size
    }

    /// The smallest picture that suffices for a row; without widths, the smallest.
    var small: [UInt8]? {
        var best: Candidate?
        for candidate in candidates where !candidate.isWidth || candidate.size >= Self.sufficientSide {
            if candidate.size < best?.size ?? .infinity { best = candidate }
        }
        return best?.location
    }
}
