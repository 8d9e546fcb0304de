/// Which filter, and by how much: what a window offers, a setting stores and a cache of filtered photos goes by.
public struct FilterChoice: Sendable, Hashable, Codable {
    /// The filters there are, in the order in which they are offered.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The photo as it is.
        case none
        /// Black and white.
        case mono
        /// Black and white, with more contrast.
        case noir
        /// Less colour and contrast.
        case fade
        /// Towards red.
        case warm
        /// Towards blue.
        case cool
        /// The negative.
        case invert
        /// The brown of old prints.
        case sepia
        /// Gaussian blur.
        case blur
        /// More fine detail.
        case sharpen
        /// Darker corners.
        case vignette
    }

    /// Which filter.
    public let kind: Kind
    /// 0, which changes nothing, to 1.
    public let amount: Double

    /// `kind` by `amount`, or by its default. An amount outside of 0...1 counts as the nearer end, one that is no
    /// number as 0.
    public init(_ kind: Kind, amount: Double? = nil) {
        self.kind = kind
        self.amount = ColorMatrix.clamped(amount ?? kind.defaultAmount)
    }

    /// The choice a setting names, as "sepia"; nil where there is no such filter.
    public init?(id: String, amount: Double? = nil) {
        guard let kind = Kind(rawValue: id) else { return nil }
        self.init(kind, amount: amount)
    }

    /// A stored choice; the amount is held within 0...1 here as well.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Kind.self, forKey: .kind), amount: try container.decode(Double.self, forKey: .amount))
    }

    private enum CodingKeys: CodingKey {
        case kind
        case amount
    }

    /// Every filter by its default amount, none first.
    public static let all = Kind.allCases.map { FilterChoice($0) }

    /// What a setting calls the filter: lower-case and for good.
    public var id: String { kind.rawValue }

    /// What the filter is called in English, as "Sepia"; the window translates it.
    public var displayName: String { kind.displayName }

    /// The same filter by another amount.
    public func by(_ amount: Double) -> FilterChoice { FilterChoice(kind, amount: amount) }

    /// Whether photos stay as they are.
    public var changesNothing: Bool { kind == .none || amount <= 0 }

    /// The colour matrix that is all there is to the filter; nil where there is more to it, or nothing.
    public var matrix: ColorMatrix? {
        guard amount > 0 else { return nil }
        return switch kind {
        case .mono: .grayscale(amount: amount)
        case .noir: .noir(amount: amount)
        case .fade: .fade(amount: amount)
        case .warm: .warm(amount: amount)
        case .cool: .cool(amount: amount)
        case .invert: .invert(amount: amount)
        case .sepia: .sepia(amount: amount)
        case .none, .blur, .sharpen, .vignette: nil
        }
    }

    /// The filter itself; nil where it would change nothing: for none, and for an amount of 0.
    ///
    /// `scale` is how many of the picture's pixels one point of the screen shows along each axis. Only what sharpens
    /// depends on it; blur and vignette go by the picture's own size.
    public func filter(at scale: Double = 1) -> (any PhotoFilter)? {
        guard !changesNothing else { return nil }
        if let matrix { return ColorMatrixFilter(name: displayName, matrix: matrix) }
        return switch kind {
        case .blur: GaussianBlur(amount: amount)
        case .sharpen: UnsharpMask(amount: amount, scale: scale)
        case .vignette: Vignette(amount: amount)
        case .none, .mono, .noir, .fade, .warm, .cool, .invert, .sepia: nil
        }
    }
}

extension FilterChoice.Kind {
    /// By how much the filter is applied unless asked otherwise: tones fully, but for sepia, which keeps a fifth of the
    /// photo's own colours; the others by half, which leaves room to both sides.
    public var defaultAmount: Double {
        switch self {
        case .none: 0
        case .mono, .noir, .fade, .warm, .cool, .invert: 1
        case .sepia: 0.8
        case .blur, .sharpen, .vignette: 0.5
        }
    }

    /// See ``FilterChoice/displayName``.
    var displayName: String {
        switch self {
        case .none: "None"
        case .mono: "Mono"
        case .noir: "Noir"
        case .fade: "Fade"
        case .warm: "Warm"
        case .cool: "Cool"
        case .invert: "Invert"
        case .sepia: "Sepia"
        case .blur: "Blur"
        case .sharpen: "Sharpen"
        case .vignette: "Vignette"
        }
    }
}

/// What is done to every photo of a list: a filter with a name of its own, or nothing.
public struct ListFilter: Sendable {
    /// Tells it from every other filter and amount: what pictures are held under.
    let id: String
    /// What a row calls the outcome, in English; the window translates it.
    public let displayName: String
    /// nil leaves photos as they are.
    let filter: (any PhotoFilter)?

    /// A filter known as `id`.
    init(id: String, displayName: String, filter: (any PhotoFilter)?) {
        self.id = id
        self.displayName = displayName
        self.filter = filter
    }

    /// Whether an original needs no filtering at all.
    var leavesPhotosAlone: Bool { filter == nil }

    /// What `choice` means for pictures that are shown with `scale` pixels a point.
    public init(_ choice: FilterChoice, scale: Double = 1) {
        self.init(
            id: "\(choice.id) \(choice.amount) at \(scale)", displayName: choice.displayName,
            filter: choice.filter(at: scale))
    }

    /// What a list begins with.
    public static let sepia = ListFilter(FilterChoice(.sepia))
}
