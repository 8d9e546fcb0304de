import Foundation

/// A part of a photo to be filtered exactly as in the whole, at one level of detail: for filters that depend on a
/// pixel's surroundings or place. The cost depends on the screen, not on the photo.
public struct FilterPlan: Sendable {
    /// The visible part, and its scale.
    public struct View: Sendable, Equatable {
        /// The photo's upright size, in its pixels.
        var photo: CGSize
        /// Its part on screen, upright, in its pixels.
        public var visible: CGRect
        /// Device pixels per photo pixel.
        var scale: Double
        /// Device pixels per point.
        var density: Double

        /// The view of a viewport of a photo that a person has rotated by `turn`.
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

    /// A picture blurred by at least this many pixels can be shown at half size without a visible difference: a
    /// straight line between two pixels errs by a tenth of a step, even at an edge from black to white.
    private static let smooth = 8.0

    let layer: PhotoLayer
    let choice: FilterChoice
    /// The wanted pixels of the layer, as stored.
    let part: PixelPart
    /// The visible pixels of the layer.
    let needed: PixelPart
    /// Whether it omits pixels that appear when the photo is moved.
    let isTight: Bool
    /// The layer's pixels per point of the screen.
    let pixelsPerPoint: Double
    /// The photo in the layer's stored pixels, and the position of the layer's first pixel in it.
    let whole: CGSize
    let origin: CGPoint

    /// How much of a layer is filtered.
    enum Extent: Sendable {
        /// Only the visible part: while a slider moves.
        case visible
        /// Half as much again at each side: leaves room to move the photo.
        case around
        /// The whole layer.
        case whole
    }

    /// The plan for this extent of `layer` in `view`. Nil if none of the layer is on screen, or `choice` needs no plan.
    init?(_ choice: FilterChoice, of layer: PhotoLayer, in view: View, _ extent: Extent = .around) {
        guard !choice.changesNothing, choice.matrix == nil else { return nil }
        self.layer = layer
        self.choice = choice
        let density = layer.density
        let size = layer.plane.size
        // The visible part of the layer, in its upright pixels; then as stored.
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
        // An enlarged photo looks as at 100%, only larger.
        pixelsPerPoint = density * view.density / min(view.scale, 1)
        let photo = layer.orientation.swapsSides ? view.photo.swapped : view.photo
        whole = CGSize(width: photo.width * density, height: photo.height * density)
        // Only a row's picture, which is upright, has another origin than the photo.
        origin =
            layer.orientation == .topLeft
            ? CGPoint(x: layer.area.minX * density, y: layer.area.minY * density) : .zero
    }

    /// The layer of a photo for `choice` in place of `best`: a coarser one if finer detail would be invisible.
    static func layer(
        for choice: FilterChoice, in layers: [Int: PhotoLayer], insteadOf best: PhotoLayer, of photo: CGSize
    ) -> PhotoLayer {
        guard choice.kind == .blur else { return best }
        let sigma = GaussianBlur(amount: choice.amount).relativeSigma * min(photo.width, photo.height)
        return layers.values.filter { sigma * $0.density >= smooth && $0.density <= best.density }
            .min { $0.density < $1.density } ?? best
    }

    /// Whether the result of `other` can be shown for this plan.
    func isMet(by other: FilterPlan) -> Bool {
        layer.plane === other.layer.plane && choice == other.choice && other.part.contains(needed)
            && (isTight || !other.isTight)
            && (choice.kind != .sharpen || abs(pixelsPerPoint / other.pixelsPerPoint - 1) < 0.01)
    }

    /// The filtered part, to be shown instead of the layer; nil if cancelled.
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

    /// The filter of a part of the layer, and the margin it needs around a pixel.
    private var filter: (filter: (PixelPart) -> any PhotoFilter, margin: Int) {
        switch choice.kind {
        case .blur:
            let sigma =
                GaussianBlur(amount: choice.amount).relativeSigma * min(whole.width, whole.height)
            // Three sigma, where the weights end, and the cells of a shrunk picture.
            let margin = Int((3 * sigma).rounded(.up)) + 4 * GaussianSmoothing.factor(for: sigma)
            return ({ GaussianBlur(relativeSigma: sigma / Double(max(1, min($0.size.width, $0.size.height)))) }, margin)
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
    /// The result for a part of another layer's stored pixels, and its coarser levels.
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
