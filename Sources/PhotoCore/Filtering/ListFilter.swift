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
