import Foundation

/// Which part of a photo a view shows, and at which scale. Pure geometry.
///
/// Three units: points (of the view), device pixels (points times `density`), and the photo's own pixels, upright and
/// rotated by the person. A scale is device pixels per photo pixel: 1 is 100%, regardless of the display's density.
package struct PhotoViewport: Sendable, Equatable {
    /// The rule for the scale.
    package enum Zoom: Sendable, Equatable {
        /// The whole photo is visible, at 100% or less.
        case fit
        /// The photo covers the view at any scale.
        case fill
        /// Set by the person.
        case free
    }

    /// A photo pixel takes up to 20 of the screen's: enough to count them.
    package static let largestScale = 20.0

    /// The photo as shown, in its own pixels.
    package private(set) var photo: CGSize
    /// Of the view, in points.
    package private(set) var view: CGSize
    /// Device pixels per point.
    package private(set) var density: Double
    package private(set) var zoom = Zoom.fit
    /// Device pixels per photo pixel.
    package private(set) var scale = 1.0
    /// The place in the photo at the middle of the view.
    private(set) var center: CGPoint

    /// The whole photo of this size.
    package init(photo: CGSize, view: CGSize, density: Double) {
        self.photo = photo.sensible
        self.view = Self.held(view)
        self.density = Self.held(density)
        center = CGPoint(x: self.photo.width / 2, y: self.photo.height / 2)
        settle()
    }

    // MARK: - Scales

    /// The scale that shows the whole photo; at most 1.
    package var fittingScale: Double { min(1, min(widthRatio, heightRatio)) }
    /// The scale at which it covers the view.
    package var fillingScale: Double { max(widthRatio, heightRatio) }
    /// The range of zooming.
    package var scales: ClosedRange<Double> { fittingScale...max(Self.largestScale, fillingScale) }

    private var widthRatio: Double { view.width * density / photo.width }
    private var heightRatio: Double { view.height * density / photo.height }

    // MARK: - Places

    /// The frame of the whole photo, in device pixels from the view's top left; its edges are between pixels only if
    /// `isExact`.
    package func photoFrame(isExact: Bool = true) -> CGRect {
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
    package var pixels: PixelSize {
        PixelSize(width: Int((view.width * density).rounded()), height: Int((view.height * density).rounded()))
    }

    /// The detail of the photo that is needed to show it so.
    package var detail: PhotoDetail { zoom == .fit ? .fitting(pixels) : .level(PhotoDetail.level(for: scale)) }

    /// The middle of the view, in points.
    package var middle: CGPoint { CGPoint(x: view.width / 2, y: view.height / 2) }

    /// Whether the photo exceeds the view.
    package var canPan: Bool {
        photo.width * scale > view.width * density + 0.5 || photo.height * scale > view.height * density + 0.5
    }

    // MARK: - Changes

    /// The view has another size or display: a fitted photo still fits; otherwise the middle stays, and photo pixels
    /// keep their size on screen.
    package mutating func resize(to view: CGSize, density: Double) {
        let density = Self.held(density)
        if zoom == .free { scale *= density / self.density }
        self.view = Self.held(view)
        self.density = density
        settle()
    }

    /// The photo's true size is now known: the visible part stays in place.
    package mutating func setPhoto(_ size: CGSize) {
        let size = size.sensible
        let ratio = (size.width / photo.width, size.height / photo.height)
        guard size != photo else { return }
        center = CGPoint(x: center.x * ratio.0, y: center.y * ratio.1)
        if zoom == .free { scale /= ratio.0 }
        photo = size
        settle()
    }

    /// Fits the photo, or fills the view; `.free` keeps the scale.
    package mutating func set(_ zoom: Zoom) {
        self.zoom = zoom
        settle()
    }

    /// Zooms to `scale`; the place at `point` of the view (its middle, if nil) stays, as far as the photo's edges
    /// allow. A smaller scale than the fitting one fits.
    package mutating func zoom(to scale: Double, about point: CGPoint? = nil) {
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
    package mutating func pan(by offset: ViewOffset) {
        guard offset.dx.isFinite, offset.dy.isFinite else { return }
        center.x -= offset.dx * density / scale
        center.y -= offset.dy * density / scale
        settle()
    }

    /// Rotates the photo around the middle of the view.
    package mutating func turn(by turn: ExifOrientation) {
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

    /// No screen has a million points along a side; the number of pixels stays exact.
    private static func held(_ view: CGSize) -> CGSize {
        let sensible = view.sensible
        return CGSize(width: min(sensible.width, 0x1p20), height: min(sensible.height, 0x1p20))
    }

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

/// A distance or a velocity in a view: to the right and down, in points (per second).
package struct ViewOffset: Sendable, Equatable {
    /// To the right.
    package var dx: Double
    /// Down.
    package var dy: Double

    package static let zero = ViewOffset(dx: 0, dy: 0)

    package init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// The way from the end of `other` to the end of this one.
    static func - (one: ViewOffset, other: ViewOffset) -> ViewOffset {
        ViewOffset(dx: one.dx - other.dx, dy: one.dy - other.dy)
    }

    var length: Double { (dx * dx + dy * dy).squareRoot() }
}
