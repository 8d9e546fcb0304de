import Foundation

/// A filter and its amount: offered by a window, stored by a setting, and the key of cached filtered photos.
public struct FilterChoice: Sendable, Hashable, Codable {
    /// The filters, in the order of menus.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The unfiltered photo.
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

    /// `kind` by `amount`, or its default. Amounts are clamped to 0...1, and NaN counts as 0.
    public init(_ kind: Kind, amount: Double? = nil) {
        self.kind = kind
        self.amount = ColorMatrix.clamped(amount ?? kind.defaultAmount)
    }

    /// The choice named by a setting, such as "sepia"; nil if unknown.
    public init?(id: String, amount: Double? = nil) {
        guard let kind = Kind(rawValue: id) else { return nil }
        self.init(kind, amount: amount)
    }

    /// A stored choice; clamps the amount too.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Kind.self, forKey: .kind), amount: try container.decode(Double.self, forKey: .amount))
    }

    /// Every filter with its default amount, none first.
    public static let all = Kind.allCases.map { FilterChoice($0) }

    /// The filter's name in settings: lower-case and permanent.
    public var id: String { kind.rawValue }

    /// The filter's name in the reader's language, such as "Sepia".
    public var displayName: String { kind.displayName }

    /// The same filter with another amount.
    public func by(_ amount: Double) -> FilterChoice { FilterChoice(kind, amount: amount) }

    /// Whether photos stay as they are.
    public var changesNothing: Bool { kind == .none || amount <= 0 }

    /// The colour matrix equivalent to the filter; nil if it is not one, or changes nothing.
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

    /// The filter; nil if it changes nothing: for none, and for an amount of 0.
    ///
    /// `scale` is the number of picture pixels per point of the screen along each axis. Only sharpening depends on it;
    /// blur and vignette depend on the picture's size.
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
    /// The default amount: full tones, except for sepia, which keeps a fifth of the photo's colours; half for the
    /// others, which leaves room in both directions.
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
        case .none: localized("None", context: "filter")
        case .mono: localized("Mono", context: "filter")
        case .noir: localized("Noir", context: "filter")
        case .fade: localized("Fade", context: "filter")
        case .warm: localized("Warm", context: "filter")
        case .cool: localized("Cool", context: "filter")
        case .invert: localized("Invert", context: "filter")
        case .sepia: localized("Sepia", context: "filter")
        case .blur: localized("Blur", context: "filter")
        case .sharpen: localized("Sharpen", context: "filter")
        case .vignette: localized("Vignette", context: "filter")
        }
    }
}

/// The operation on every photo of a list: a named filter, or nothing.
public struct ListFilter: Sendable {
    /// Identifies the filter and its amount: the key of held pictures.
    let id: String
    /// A row's English name for the result; the window translates it.
    public let displayName: String
    /// Nil leaves photos unchanged.
    let filter: (any PhotoFilter)?

    /// Whether originals need no filtering.
    var leavesPhotosAlone: Bool { filter == nil }
}

extension ListFilter {
    /// The filter of `choice` for pictures shown with `scale` pixels per point.
    public init(_ choice: FilterChoice, scale: Double = 1) {
        self.init(
            id: "\(choice.id) \(choice.amount) at \(scale)", displayName: choice.displayName,
            filter: choice.filter(at: scale))
    }

    /// A list's initial filter.
    public static let sepia = ListFilter(FilterChoice(.sepia))
}
