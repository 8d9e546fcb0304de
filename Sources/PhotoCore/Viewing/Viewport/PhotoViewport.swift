import Foundation

/// Which part of a photo a view shows, and at which scale. Pure geometry.
///
/// Three units: points (of the view), device pixels (points times `density`), and the photo's own pixels, upright and
/// rotated by the person. A scale is device pixels per photo pixel: 1 is 100%, regardless of the display's density.
public struct PhotoViewport: Sendable, Equatable {
    /// The rule for the scale.
    public enum Zoom: Sendable, Equatable {
        /// The whole photo is visible, at 100% or less.
        case fit
        /// The photo covers the view at any scale.
        case fill
        /// Set by the person.
        case free
    }

    /// A photo pixel takes up to 20 of the screen's: enough to count them.
    public static let largestScale = 20.0

    /// The photo as shown, in its own pixels.
    public private(set) var photo: CGSize
    /// Of the view, in points.
    public private(set) var view: CGSize
    /// Device pixels per point.
    public private(set) var density: Double
    /// The rule for the scale.
    public private(set) var zoom = Zoom.fit
    /// Device pixels per photo pixel.
    public private(set) var scale = 1.0
    /// The place in the photo at the middle of the view.
    private(set) var center: CGPoint

    /// The whole photo of this size.
    public init(photo: CGSize, view: CGSize, density: Double) {
        self.photo = photo.sensible
        self.view = view.sensible
        self.density = Self.held(density)
        center = CGPoint(x: self.photo.width / 2, y: self.photo.height / 2)
        settle()
    }

    // MARK: - Scales

    /// The scale that shows the whole photo; at most 1.
    public var fittingScale: Double { min(1, min(widthRatio, heightRatio)) }
    /// The scale at which it covers the view.
    public var fillingScale: Double { max(widthRatio, heightRatio) }
    /// The range of zooming.
    public var scales: ClosedRange<Double> { fittingScale...max(Self.largestScale, fillingScale) }

    private var widthRatio: Double { view.width * density / photo.width }
    private var heightRatio: Double { view.height * density / photo.height }

    // MARK: - Places

    /// The frame of the whole photo, in device pixels from the view's top left; its edges are between pixels only if
    /// `isExact`.
    public func photoFrame(isExact: Bool = true) -> CGRect {
        let x = view.width * density / 2 - center.x * scale
        let y = view.height * density / 2 - center.y * scale
        return CGRect(
            x: isExact ? x.rounded() : x, y: isExact ? y.rounded() : y, width: photo.width * scale,
            height: photo.height * scale)
    }

    /// The place in the photo, in its pixels, at `point` of the view.
    func photoPoint(at point: CGPoint) -> CGPoint {
        CGPoint(
            x: center.x + (point.x - view.width / 2) * density / scale,
            y: center.y + (point.y - view.height / 2) * density / scale)
    }

    /// The view in device pixels.
    public var pixels: PixelSize {
        PixelSize(width: Int((view.width * density).rounded()), height: Int((view.height * density).rounded()))
    }

    /// The detail of the photo that is needed to show it so.
    public var detail: PhotoDetail { zoom == .fit ? .fitting(pixels) : .level(PhotoDetail.level(for: scale)) }

    /// The middle of the view, in points.
    public var middle: CGPoint { CGPoint(x: view.width / 2, y: view.height / 2) }

    /// Whether the photo exceeds the view.
    public var canPan: Bool {
        photo.width * scale > view.width * density + 0.5 || photo.height * scale > view.height * density + 0.5
    }

    // MARK: - Changes

    /// The view has another size or display: a fitted photo still fits; otherwise the middle stays, and photo pixels
    /// keep their size on screen.
    public mutating func resize(to view: CGSize, density: Double) {
        let density = Self.held(density)
        if zoom == .free { scale *= density / self.density }
        self.view = view.sensible
        self.density = density
        settle()
    }

    /// The photo's true size is now known: the visible part stays in place.
    public mutating func setPhoto(_ size: CGSize) {
        let size = size.sensible
        let ratio = (size.width / photo.width, size.height / photo.height)
        guard size != photo else { return }
        center = CGPoint(x: center.x * ratio.0, y: center.y * ratio.1)
        if zoom == .free { scale /= ratio.0 }
        photo = size
        settle()
    }

    /// Fits the photo, or fills the view; `.free` keeps the scale.
    public mutating func set(_ zoom: Zoom) {
        self.zoom = zoom
        settle()
    }

    /// Zooms to `scale`; the place at `point` of the view (its middle, if nil) stays, as far as the photo's edges
    /// allow. A smaller scale than the fitting one fits.
    public mutating func zoom(to scale: Double, about point: CGPoint? = nil) {
        let point = point ?? CGPoint(x: view.width / 2, y: view.height / 2)
        let place = photoPoint(at: point)
        guard scale.isFinite, place.x.isFinite, place.y.isFinite else { return }
        let wanted = min(max(scale, scales.lowerBound), scales.upperBound)
        // Within a rounding error it fits, and stays so when the window is resized.
        zoom = wanted <= fittingScale * 1.0001 ? .fit : .free
        self.scale = wanted
        center = CGPoint(
            x: place.x - (point.x - view.width / 2) * density / wanted,
            y: place.y - (point.y - view.height / 2) * density / wanted)
        settle()
    }

    /// Moves the photo by this many points: to the right and down.
    public mutating func pan(by offset: ViewOffset) {
        guard offset.dx.isFinite, offset.dy.isFinite else { return }
        center.x -= offset.dx * density / scale
        center.y -= offset.dy * density / scale
        settle()
    }

    /// Rotates the photo around the middle of the view.
    public mutating func turn(by turn: ExifOrientation) {
        var x = center.x / photo.width
        var y = center.y / photo.height
        if turn.swapsSides {
            (x, y) = (y, x)
            photo = CGSize(width: photo.height, height: photo.width)
        }
        if turn.flipsX { x = 1 - x }
        if turn.flipsY { y = 1 - y }
        center = CGPoint(x: x * photo.width, y: y * photo.height)
        if zoom == .free, scale < fittingScale { zoom = .fit }
        settle()
    }

    /// Displays have 1 to 4 device pixels per point; other values are errors.
    private static func held(_ density: Double) -> Double { density >= 1 ? min(density, 64) : 1 }

    private mutating func settle() {
        switch zoom {
        case .fit: scale = fittingScale
        case .fill: scale = fillingScale
        case .free: break
        }
        center.x = Self.held(center.x, of: photo.width, showing: view.width * density / scale)
        center.y = Self.held(center.y, of: photo.height, showing: view.height * density / scale)
    }

    /// The middle, clamped so that nothing outside the photo is shown while a part of it is hidden.
    private static func held(_ center: Double, of length: Double, showing shown: Double) -> Double {
        shown >= length ? length / 2 : min(max(center, shown / 2), length - shown / 2)
    }
}

extension CGSize {
    /// Sides clamped to 1...2^31, NaN to 1: no format has larger pictures, and all computations stay exact integers.
    var sensible: CGSize {
        func side(_ length: CGFloat) -> CGFloat { length >= 1 ? min(length, 0x1p31) : 1 }
        return CGSize(width: side(width), height: side(height))
    }
}
