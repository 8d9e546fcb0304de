import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Shows one photo: from whatever there is of it, at the level of detail that the zoom needs, and only the part that is
/// visible. Each frame's pixels are made here, one for one of the display's; GTK only has to copy them.
@MainActor
final class PhotoCanvas: CanvasDrawing {
    /// What there is of a photo.
    struct Content {
        /// Its levels of detail.
        var layers: [Int: PhotoLayer] = [:]
        /// The row's picture, upright: its middle.
        var row: PhotoPlane?
        /// Its upright size in pixels, where that is known; else only its shape counts.
        var size: PixelSize?

        /// Whether nothing is known of it, not even how large it is.
        var isEmpty: Bool { layers.isEmpty && row == nil && size == nil }
    }

    /// Where the photo is shown.
    let widget = Canvas()
    /// Which part of it is shown, and how large.
    var viewport = PhotoViewport(photo: CGSize(width: 1, height: 1), view: CGSize(width: 1, height: 1), density: 1)
    /// What the person has turned it by.
    private(set) var turn = ExifOrientation.topLeft
    private(set) var content = Content()
    /// While it grows from its row or shrinks into it, it is drawn elsewhere.
    var isElsewhere = false { didSet { widget.queueDraw() } }

    /// What the canvas looked like before, and how little it is seen through by now.
    var before: (image: WidgetImage, opacity: Double)? { didSet { widget.queueDraw() } }
    /// What it looks like.
    var image: WidgetImage? { WidgetImage(of: widget) }

    /// Told when another part of the photo is shown, or in another size.
    var onChange: (@MainActor () -> Void)?
    /// Told when the person wants the next photo (true) or the one before.
    var onStep: (@MainActor (Bool) -> Void)?
    /// Told when something of a photo is drawn for the first time, and when it is drawn as sharply as can be.
    var onDrawn: (@MainActor (TraceEvent.Visit) -> Void)?
    private var told: TraceEvent.Visit?
    /// Told of each movement of the pointer.
    var onPointer: (@MainActor () -> Void)?
    /// Asked for what there is to say about the photo, with the place of the click.
    var onMenu: (@MainActor (CGPoint) -> Void)?

    // Input and motion: PhotoCanvas+Input and +Motion.
    var pointer: CGPoint?
    var zoomMotion: ZoomMotion?
    var kinetics: (pan: KineticPan, done: ViewOffset)?
    var drag: (velocity: DragVelocity, done: ViewOffset)?
    var pinchScale = 1.0
    var sweep = SweepCount()
    var ticks: FrameTicks?

    /// What is done to the photo for the eye: CanvasAppearance.
    var look = CanvasAppearance() { didSet { widget.queueDraw() } }
    /// Told when the divider between the original and what is made of it is dragged, with its place in points.
    var onDivider: (@MainActor (Double) -> Void)?
    /// Where the divider was when it was taken hold of; nil while it is not.
    var dividerStart: Double?
    var hasDividerCursor = false

    private var pace = FramePace()
    /// What was drawn last: with two sides, of both.
    private var drawn: [(key: DrawKey, pieces: [Piece])] = []

    /// A picture as a frame shows it, and what shines through it.
    private struct Piece {
        let picture: FramePicture
        let board: FramePicture?
        let frame: Frame
    }

    private struct DrawKey: Equatable {
        let viewport: PhotoViewport
        let turn: ExifOrientation
        let planes: [Int]
        let isExact: Bool
        let divisor: Int
        let matrix: ColorMatrix?
        let isOnBoard: Bool
    }

    /// Fields of 8 points, in the greys that such boards have everywhere.
    var board: PhotoBoard { PhotoBoard(side: max(1, 8 * widget.scaleFactor), greys: (0x99, 0x66)) }

    init() {
        widget.drawing = self
        widget.makeFocusable()
        widget.expand(horizontally: true, vertically: true)
        ticks = FrameTicks(of: widget) { [weak self] now in self?.move(to: now) ?? false }
        listen()
    }

    // MARK: - What is shown

    /// Shows another photo, as a whole.
    func show(_ content: Content) {
        stopMoving()
        turn = .topLeft
        told = nil
        self.content = content
        viewport = PhotoViewport(photo: shownSize, view: viewport.view, density: viewport.density)
        changed()
    }

    /// There is more of the photo than before: what is shown stays where it is.
    func update(_ content: Content) {
        self.content = content
        // A zoom's target counts in pixels of the size that was known.
        if shownSize != viewport.photo { finishZoom() }
        viewport.setPhoto(shownSize)
        changed()
    }

    /// The photo's size as it is shown. Where it is not known, its row's shape, so large that it fills the view.
    private var shownSize: CGSize {
        let upright: CGSize
        if let size = content.size {
            upright = CGSize(width: size.width, height: size.height)
        } else {
            let shape = content.row?.size ?? PixelSize(width: 3, height: 2)
            upright = CGSize(width: shape.width * 1000, height: shape.height * 1000)
        }
        return turn.swapsSides ? upright.swapped : upright
    }

    func changed() {
        widget.queueDraw()
        onChange?()
    }

    func turn(by turn: ExifOrientation) {
        finishZoom()
        stopMoving()
        self.turn = self.turn.followed(by: turn)
        viewport.turn(by: turn)
        changed()
    }

    /// The level of detail that is needed now.
    var detail: PhotoDetail {
        viewport.zoom == .fit ? .fitting(viewPixels) : .level(PhotoDetail.level(for: viewport.scale))
    }

    /// The view in device pixels.
    var viewPixels: PixelSize {
        PixelSize(
            width: Int((viewport.view.width * viewport.density).rounded()),
            height: Int((viewport.view.height * viewport.density).rounded()))
    }

    /// The best there is for `scale`: the coarsest level that is not enlarged, or else the finest; below it the row's
    /// picture, where that is not all of the photo.
    private func layers(for scale: Double) -> [PhotoLayer] {
        let upright = turn.swapsSides ? viewport.photo.swapped : viewport.photo
        let needed = PhotoDetail.level(for: scale)
        let fine = content.layers.keys.filter { $0 <= needed }.max()
        let best = (fine ?? content.layers.keys.min()).flatMap { content.layers[$0] }
        if let best, best.covers(upright) { return [best] }
        return [content.row.map { PhotoLayer(row: $0, of: upright) }, best].compactMap(\.self)
    }

    /// What is drawn now, without a filter.
    var shownLayers: [PhotoLayer] { layers(for: viewport.scale) }

    /// The photo's size before a person turned it.
    var uprightSize: CGSize { turn.swapsSides ? viewport.photo.swapped : viewport.photo }

    private var isMoving: Bool { zoomMotion != nil || kinetics != nil || drag != nil }

    // MARK: - Drawing

    func resized(width: Double, height: Double) {
        let size = CGSize(width: width, height: height)
        let density = Double(widget.scaleFactor)
        guard size != viewport.view || density != viewport.density else { return }
        finishZoom()
        viewport.resize(to: size, density: density)
        changed()
    }

    func draw(on snapshot: Snapshot) {
        guard !isElsewhere else { return }
        drawAppearance(on: snapshot)
        if let before { snapshot.withOpacity(before.opacity) { snapshot.append(before.image, x: 0, y: 0) } }
    }

    private func drawAppearance(on snapshot: Snapshot) {
        guard look.isCompared, look.isFiltered else { return draw(look.isFiltered, on: snapshot) }
        let divider = look.divider(in: widget.width)
        let height = widget.height
        snapshot.clipped(to: Frame(x: 0, y: 0, width: divider, height: height)) { draw(false, on: snapshot) }
        snapshot.clipped(to: Frame(x: divider, y: 0, width: widget.width - divider, height: height)) {
            draw(true, on: snapshot)
        }
        drawDivider(at: divider, on: snapshot)
    }

    private func draw(_ isFiltered: Bool, on snapshot: Snapshot) {
        let pixels = viewPixels
        let divisor = pace.divisor(pixels: pixels.width * pixels.height, isMoving: isMoving)
        let layers = layers(for: viewport.scale / Double(divisor))
        let paint = paint(isFiltered, layers)
        let key = DrawKey(
            viewport: viewport, turn: turn, planes: paint.layers.map(\.plane.id),
            isExact: zoomMotion == nil, divisor: divisor, matrix: paint.matrix,
            isOnBoard: paint.isOnBoard || paint.layers.allSatisfy { $0.plane.channels == 3 })
        let isKnown = drawn.contains { $0.key == key }
        if !isKnown {
            let start = MonotonicClock.microseconds
            var sampler = FrameSampler(viewport, turn: turn, board: nil, isExact: key.isExact, divisor: divisor)
            paint.set(&sampler, board: board)
            drawn = drawn.suffix(look.isCompared ? 1 : 0)
            drawn.append((key, paint.layers.compactMap { picture(sampler, $0, divisor) }))
            pace.note(
                pixels: pixels.width * pixels.height / (divisor * divisor),
                nanoseconds: Double(MonotonicClock.microseconds - start) * 1000)
        }
        tell(layers, viewport.scale)
        if !isWhole(layers) { snapshot.append(Self.unknown, in: points(viewport.photoFrame())) }
        append(drawn.first { $0.key == key }?.pieces ?? [], paint, on: snapshot)
    }

    private func append(_ pieces: [Piece], _ paint: CanvasPaint, on snapshot: Snapshot) {
        for piece in pieces {
            if let board = piece.board { snapshot.append(board, in: piece.frame) }
            guard let transform = paint.transform else {
                snapshot.append(piece.picture, in: piece.frame)
                continue
            }
            snapshot.withColors(transform) { snapshot.append(piece.picture, in: piece.frame) }
        }
    }

    /// Draws the photo as if all of it took `photoFrame`, in points of a view of the same density.
    func draw(on snapshot: Snapshot, photoFrame: CGRect, view: CGSize) {
        let density = viewport.density
        var sampler = FrameSampler(viewport, turn: turn, board: nil)
        sampler.photoFrame = CGRect(
            x: photoFrame.minX * density, y: photoFrame.minY * density, width: photoFrame.width * density,
            height: photoFrame.height * density)
        sampler.view = PixelSize(width: Int(view.width * density), height: Int(view.height * density))
        let layers = layers(for: sampler.photoFrame.width / viewport.photo.width)
        tell(layers, viewport.scale)
        let paint = paint(look.isFiltered, layers)
        paint.set(&sampler, board: board)
        if !isWhole(layers) { snapshot.append(Self.unknown, in: points(sampler.photoFrame)) }
        append(paint.layers.compactMap { picture(sampler, $0, 1) }, paint, on: snapshot)
    }

    private func tell(_ layers: [PhotoLayer], _ scale: Double) {
        guard told != .sharp, let best = layers.last else { return }
        if told == nil { onDrawn?(.drawn) }
        let isSharp = layers.count == 1 && (best.density >= scale * 0.999 || content.layers[0] != nil)
        told = isSharp && !content.layers.isEmpty ? .sharp : .drawn
        if told == .sharp { onDrawn?(.sharp) }
    }

    /// What is not there yet of a photo whose shape is known: a shade lighter than what is around it.
    private static let unknown = Color(red: 1, green: 1, blue: 1, alpha: 0.06)

    private func isWhole(_ layers: [PhotoLayer]) -> Bool {
        layers.first?.covers(turn.swapsSides ? viewport.photo.swapped : viewport.photo) ?? (content.size == nil)
    }

    private func picture(_ sampler: FrameSampler, _ layer: PhotoLayer, _ divisor: Int) -> Piece? {
        guard let made = sampler.frame(of: layer) else { return nil }
        let size = made.size
        // Seen through by itself, it needs its board drawn: the board's greys are no part of the photo.
        let shines = sampler.board == nil && layer.plane.channels == 4
        return Piece(
            picture: framePicture(made),
            board: shines ? framePicture(made.board(board)) : nil,
            frame: points(
                CGRect(
                    x: made.x * divisor, y: made.y * divisor, width: size.width * divisor,
                    height: size.height * divisor)))
    }

    private func framePicture(_ made: PhotoFrame) -> FramePicture {
        FramePicture(
            width: made.size.width, height: made.size.height, bgra: made.bytes,
            isDrawnInSoftware: widget.isDrawnInSoftware)
    }

    private func points(_ pixels: CGRect) -> Frame {
        let density = viewport.density
        return Frame(
            x: pixels.minX / density, y: pixels.minY / density, width: pixels.width / density,
            height: pixels.height / density)
    }
}
