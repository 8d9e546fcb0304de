import Foundation

/// A part of a photo that is to be filtered as it would be within the whole of it, at one level of detail: for filters
/// that look at a pixel's surroundings or at its place, so that they cost what is on screen and not what the photo has.
public struct FilterPlan: Sendable {
    /// What is looked at, and how closely.
    public struct View: Sendable, Equatable {
        /// The photo's upright size, in its pixels.
        var photo: CGSize
        /// The part of it that is on screen, upright, in its pixels.
        public var visible: CGRect
        /// Device pixels a photo pixel.
        var scale: Double
        /// Device pixels a point.
        var density: Double

        /// What a viewport shows of a photo that a person has turned by `turn`.
        public init(_ viewport: PhotoViewport, turn: ExifOrientation) {
            photo = turn.swapsSides ? viewport.photo.swapped : viewport.photo
            let corner = viewport.photoPoint(at: .zero)
            let shown = CGRect(
                x: corner.x, y: corner.y, width: viewport.view.width * viewport.density / viewport.scale,
                height: viewport.view.height * viewport.density / viewport.scale)
            visible = FrameSampler.turned(shown, turn.inverse, in: viewport.photo)
                .intersection(CGRect(origin: .zero, size: photo))
            scale = viewport.scale
            density = viewport.density
        }
    }

    /// Blurred by this many pixels or more, a picture can be shown at half the size without a difference: a straight
    /// line between two pixels then errs by a tenth of a step, even over an edge from black to white.
    private static let smooth = 8.0

    /// What is filtered.
    let layer: PhotoLayer
    /// By which filter.
    let choice: FilterChoice
    /// The pixels of the layer that are wanted, as they are stored.
    let part: PixelPart
    /// The pixels of the layer that have to be on screen.
    let needed: PixelPart
    /// Whether it leaves out what comes on screen when the photo is moved.
    let isTight: Bool
    /// How many of the layer's pixels a point of the screen shows.
    let pixelsPerPoint: Double
    /// The photo, in the layer's pixels and as they are stored; and where the layer's first pixel is in it.
    let whole: CGSize
    let origin: CGPoint

    /// How much of a layer is filtered.
    enum Extent: Sendable {
        /// What is on screen, and no more: while a slider moves.
        case visible
        /// Half as much again at each side: then a photo can be moved.
        case around
        /// All of it.
        case whole
    }

    /// So much of `layer`, as `view` shows it. Nil where none of the layer is on screen, or `choice` needs no such
    /// plan.
    init?(_ choice: FilterChoice, of layer: PhotoLayer, in view: View, _ extent: Extent = .around) {
        guard !choice.changesNothing, choice.matrix == nil else { return nil }
        self.layer = layer
        self.choice = choice
        let density = layer.density
        let size = layer.plane.size
        // What is shown of the layer, in its upright pixels; then as it is stored.
        let shown = CGRect(
            x: (view.visible.minX - layer.area.minX) * density, y: (view.visible.minY - layer.area.minY) * density,
            width: view.visible.width * density, height: view.visible.height * density)
        let upright = layer.orientation.turned(size)
        let stored = FrameSampler.turned(
            shown, layer.orientation.inverse, in: CGSize(width: upright.width, height: upright.height))
        guard let needed = PixelPart(stored, within: size) else { return nil }
        self.needed = needed
        let around = needed.grown(by: max(needed.size.width, needed.size.height) / 2, within: size)
        part =
            switch extent {
            case .visible: needed
            case .around: around
            case .whole: PixelPart(all: size)
            }
        isTight = extent == .visible && around != needed
        // Enlarged, a photo looks as it does at 100%, only larger.
        pixelsPerPoint = density * view.density / min(view.scale, 1)
        let photo = layer.orientation.swapsSides ? view.photo.swapped : view.photo
        whole = CGSize(width: photo.width * density, height: photo.height * density)
        // Only a row's picture, which is upright, begins elsewhere than the photo.
        origin =
            layer.orientation == .topLeft
            ? CGPoint(x: layer.area.minX * density, y: layer.area.minY * density) : .zero
    }

    /// Of a photo's layers, that which `choice` is best applied to where `best` would be shown: a coarser one, where
    /// nothing of what is finer is left to see.
    static func layer(
        for choice: FilterChoice, in layers: [Int: PhotoLayer], insteadOf best: PhotoLayer, of photo: CGSize
    ) -> PhotoLayer {
        guard choice.kind == .blur else { return best }
        let sigma = GaussianBlur(amount: choice.amount).relativeSigma * min(photo.width, photo.height)
        return layers.values.filter { sigma * $0.density >= smooth && $0.density <= best.density }
            .min { $0.density < $1.density } ?? best
    }

    /// Whether what `other` makes can be shown for what this makes.
    func isMet(by other: FilterPlan) -> Bool {
        layer.plane === other.layer.plane && choice == other.choice && other.part.contains(needed)
            && (isTight || !other.isTight)
            && (choice.kind != .sharpen || abs(pixelsPerPoint / other.pixelsPerPoint - 1) < 0.01)
    }

    /// The filtered part, to be shown in the place of the layer; nil when it was given up.
    func run(isCancelled: () -> Bool) -> PhotoLayer? {
        let (filter, margin) = filter
        let size = layer.plane.size
        let input = part.grown(by: margin, within: size)
        let picture = layer.plane.picture(of: input)
        guard !isCancelled(),
            let filtered = filter(input).apply(to: picture, isCancelled: isCancelled),
            let plane = PhotoPlane.make(
                filtered, part: PixelPart(x: part.x - input.x, y: part.y - input.y, size: part.size),
                channels: layer.plane.channels),
            let coarser = plane.halves(isCancelled: isCancelled)
        else { return nil }
        return PhotoLayer(plane, coarser: coarser, part: part, of: layer)
    }

    /// The filter of a part of the layer, and how far around a pixel it looks.
    private var filter: (filter: (PixelPart) -> any PhotoFilter, margin: Int) {
        switch choice.kind {
        case .blur:
            let sigma =
                GaussianBlur(amount: choice.amount).relativeSigma * min(whole.width, whole.height)
            // Three sigma, where the weights end, and the cells of a picture that is shrunk for it.
            let margin = Int((3 * sigma).rounded(.up)) + 4 * GaussianSmoothing.factor(for: sigma)
            return (
                { GaussianBlur(relativeSigma: sigma / Double(max(1, min($0.size.width, $0.size.height)))) }, margin
            )
        case .sharpen:
            let mask = UnsharpMask(amount: choice.amount, scale: pixelsPerPoint)
            let margin = Int((3 * mask.sigma).rounded(.up)) + 4 * GaussianSmoothing.factor(for: mask.sigma)
            return ({ _ in mask }, margin)
        case .vignette:
            return (
                { [whole, origin, amount = choice.amount] in
                    Vignette(
                        amount: amount,
                        part: Vignette.Part(x: origin.x + Double($0.x), y: origin.y + Double($0.y), of: whole))
                }, 0
            )
        case .none, .mono, .noir, .fade, .warm, .cool, .invert, .sepia:
            return ({ [choice] _ in choice.filter() ?? FilterChain([]) }, 0)
        }
    }
}

extension PhotoLayer {
    /// What was made of a part of another layer's stored pixels, and the same at coarser levels.
    init(_ plane: PhotoPlane, coarser: [PhotoPlane] = [], part: PixelPart, of whole: PhotoLayer) {
        let stored = whole.plane.size
        let upright = FrameSampler.turned(
            part.area, whole.orientation, in: CGSize(width: stored.width, height: stored.height))
        self.init(
            plane, orientation: whole.orientation,
            area: CGRect(
                x: whole.area.minX + upright.minX / whole.density, y: whole.area.minY + upright.minY / whole.density,
                width: upright.width / whole.density, height: upright.height / whole.density),
            density: whole.density, coarser: coarser)
    }
}
