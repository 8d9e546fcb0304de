/// The pictures of a `srcset`, the same photo in several sizes (HTML Living Standard, 4.8.4.2).
struct SourceSet {
    private struct Candidate {
        let location: [UInt8]
        /// Its width in pixels, or its pixels per CSS pixel.
        var size = 1.0
        var isWidth = false
    }
    private var candidates: [Candidate] = []

    /// More pictures of one photo than any page has.
    private static let maximumCount = 64
    /// A row's picture is 80 points high: this width is sharp on any screen.
    private static let sufficientWidth = 320.0

    init(_ text: [UInt8]) {
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
            if PageLink.isFetchable(candidate.location) { candidates.append(candidate) }
        }
    }

    /// The picture with the most pixels; of equals the first.
    var largest: [UInt8]? {
        var best = candidates.first
        for candidate in candidates where candidate.size > best?.size ?? 0 { best = candidate }
        return best?.location
    }

    /// The smallest picture that suffices for a row; without widths, the smallest.
    var small: [UInt8]? {
        var best: Candidate?
        for candidate in candidates where !candidate.isWidth || candidate.size >= Self.sufficientWidth {
            if candidate.size < best?.size ?? .infinity { best = candidate }
        }
        return best?.location
    }
}
