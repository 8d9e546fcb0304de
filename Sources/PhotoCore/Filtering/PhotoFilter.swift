/// A filtration's effect: a pure function from pixels to pixels, safe on any thread.
public protocol PhotoFilter: Sendable {
    /// The filter's English name, such as "Sepia"; the window translates it.
    var name: String { get }

    /// The filtered picture, of the same size and without padding, or nil if cancelled.
    ///
    /// Calls `isCancelled` every few milliseconds.
    func apply(to picture: PixelBuffer, isCancelled: () -> Bool) -> PixelBuffer?
}

/// A sequence of filters.
///
/// Adjacent colour matrices become one if the first keeps all colours in 0...255: then no clamping lies between them,
/// and the only difference is a single rounding instead of two. The result is more exact and takes half the time. If
/// the first exceeds the range (noir's contrast, warm's red), its clamping matters and both stay.
public struct FilterChain: PhotoFilter {
    /// The filters' names: "Fade + Vignette".
    public let name: String
    /// The filters in order, merged as described above.
    public let filters: [any PhotoFilter]

    /// The chain of `filters`, first to last. An empty chain returns the picture itself.
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

    /// The result of the last filter, or nil as soon as one is cancelled.
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
    /// Whether all colours stay in 0...255, with half a step of tolerance, which rounding removes anyway.
    fileprivate var staysInRange: Bool {
        let (lower, upper) = bounds
        return lower.min() >= -0.5 && upper.max() <= 255.5
    }
}
