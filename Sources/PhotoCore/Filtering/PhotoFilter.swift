/// What a filtration does to a photo: a pure function from pixels to pixels, safe on any thread.
public protocol PhotoFilter: Sendable {
    /// What the filter is called in English, as "Sepia"; the window translates it.
    var name: String { get }

    /// The filtered picture, of the same size and without padding, or nil when it was given up.
    ///
    /// `isCancelled` is asked often enough that no more than a few milliseconds pass before a yes is heeded.
    func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer?
}

/// Filters one after the other.
///
/// Neighbours that are colour matrices become one, where the first takes no colour out of 0...255: then nothing between
/// the two is held there that would come back otherwise, and the only difference is that the result is rounded once and
/// not twice. So it is nearer to what the chain means than step by step, and takes half the time. Where the first does
/// take colours beyond (noir's contrast, warm's red), what it clips stays clipped and the two stay two.
public struct FilterChain: PhotoFilter {
    /// The filters' names, as "Fade + Vignette".
    public let name: String
    /// What is applied, in this order: folded as said above.
    public let filters: [any PhotoFilter]

    /// The chain of `filters`, the first one first. Of none it gives the picture itself.
    public init(_ filters: [any PhotoFilter]) {
        name = filters.map(\.name).joined(separator: " + ")
        let steps = filters.flatMap { ($0 as? FilterChain)?.filters ?? [$0] }
        self.filters = steps.reduce(into: []) { folded, next in
            if let matrix = next as? ColorMatrixFilter, let last = folded.last as? ColorMatrixFilter,
                last.matrix.staysInRange
            {
                folded[folded.count - 1] = ColorMatrixFilter(
                    name: "\(last.name) + \(matrix.name)", matrix: last.matrix.followed(by: matrix.matrix))
            } else {
                folded.append(next)
            }
        }
    }

    /// What the last filter makes of what the others made, or nil as soon as one was given up.
    public func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer? {
        var result = picture
        for filter in filters {
            guard let next = filter.apply(to: result, isCancelled: isCancelled) else { return nil }
            result = next
        }
        return isCancelled() ? nil : result.withoutPadding
    }
}

extension ColorMatrix {
    /// Whether no colour comes out below 0 or above 255. Half a step is let pass: that much rounding takes away anyway.
    fileprivate var staysInRange: Bool {
        let (lower, upper) = bounds
        return lower.min() >= -0.5 && upper.max() <= 255.5
    }
}
