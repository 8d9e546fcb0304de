import Foundation
import GLibBridge
import GtkBridge
import PhotoCore

/// Paints a photo: makes each frame's pixels, one for one of the display's. GTK only has to copy them.
@MainActor
final class PhotoPainter {
    /// What is to be seen.
    struct Scene {
        let motion: PhotoMotion
        let content: PhotoContent
        let look: CanvasAppearance
    }

    /// A picture as a frame shows it, and what shines through it.
    private struct Piece {
        let picture: FramePicture
        let board: FramePicture?
        let frame: Frame
    }

    /// What a piece depends on.
    private struct Key: Equatable {
        let viewport: PhotoViewport
        let turn: ExifOrientation
        let planes: [Int]
        let isExact: Bool
        let divisor: Int
        let matrix: ColorMatrix?
        let isOnBoard: Bool
    }

    /// Called when something of a photo is painted for the first time, and when it is as sharp as can be.
    var onDrawn: (@MainActor (TraceEvent.Visit) -> Void)?
    private let widget: Canvas
    private var told: TraceEvent.Visit?
    private var pace = FramePace()
    /// What was painted last: with two sides, of both.
    private var painted: [(key: Key, pieces: [Piece])] = []

    init(_ widget: Canvas) { self.widget = widget }

    /// Another photo is painted from now on.
    func begin() { told = nil }

    /// What is behind a photo that can be seen through: fields of 8 points, in the greys that are usual for it.
    var board: PhotoBoard { PhotoBoard(side: max(1, 8 * widget.scaleFactor), greys: (0x99, 0x66)) }

    /// Paints `scene` where it is: the photo, the original, or both side by side.
    func paint(_ scene: Scene, on snapshot: Snapshot) {
        let look = scene.look
        guard look.sides == .both else { return paint(scene, isFiltered: look.isFiltered, on: snapshot) }
        let divider = look.divider(in: widget.width)
        let height = widget.height
        snapshot.clipped(to: Frame(x: 0, y: 0, width: divider, height: height)) {
            paint(scene, isFiltered: false, on: snapshot)
        }
        snapshot.clipped(to: Frame(x: divider, y: 0, width: widget.width - divider, height: height)) {
            paint(scene, isFiltered: true, on: snapshot)
        }
        // Seen on any photo: white between two darker lines.
        snapshot.append(
            Color(red: 0, green: 0, blue: 0, alpha: 0.35), in: Frame(x: divider - 2, y: 0, width: 4, height: height))
        snapshot.append(Color(red: 1, green: 1, blue: 1), in: Frame(x: divider - 1, y: 0, width: 2, height: height))
    }

    private func paint(_ scene: Scene, isFiltered: Bool, on snapshot: Snapshot) {
        let (motion, viewport) = (scene.motion, scene.motion.viewport)
        let pixels = viewport.pixels.width * viewport.pixels.height
        let divisor = pace.divisor(pixels: pixels, isMoving: motion.isMoving)
        let layers = scene.content.layers(for: viewport.scale / Double(divisor))
        let paint = paint(scene, layers, isFiltered: isFiltered)
        let key = Key(
            viewport: viewport, turn: motion.turn, planes: paint.layers.map(\.plane.id), isExact: !motion.isZooming,
            divisor: divisor, matrix: paint.matrix,
            isOnBoard: paint.isOnBoard || paint.layers.allSatisfy { $0.plane.channels == 3 })
        let pieces: [Piece]
        if let known = painted.first(where: { $0.key == key }) {
            pieces = known.pieces
        } else {
            let start = MonotonicClock.microseconds
            var sampler = FrameSampler(
                viewport, turn: motion.turn, board: nil, isExact: key.isExact, divisor: divisor)
            paint.set(&sampler, board: board)
            pieces = paint.layers.compactMap { piece(sampler, $0, viewport, divisor) }
            painted = painted.suffix(scene.look.isCompared ? 1 : 0) + [(key, pieces)]
            pace.note(
                pixels: pixels / (divisor * divisor),
                nanoseconds: Double(MonotonicClock.microseconds - start) * 1000)
        }
        tell(scene, layers)
        append(pieces, paint, scene, layers, in: viewport.photoFrame(), on: snapshot)
    }

    /// Paints the photo as if all of it took `photoFrame`, in points of a view of the same density.
    func paint(_ scene: Scene, on snapshot: Snapshot, photoFrame: CGRect, view: CGSize) {
        let viewport = scene.motion.viewport
        let density = viewport.density
        var sampler = FrameSampler(viewport, turn: scene.motion.turn, board: nil)
        sampler.photoFrame = CGRect(
            x: photoFrame.minX * density, y: photoFrame.minY * density, width: photoFrame.width * density,
            height: photoFrame.height * density)
        sampler.view = PixelSize(width: Int(view.width * density), height: Int(view.height * density))
        let layers = scene.content.layers(for: sampler.photoFrame.width / viewport.photo.width)
        tell(scene, layers)
        let paint = paint(scene, layers, isFiltered: scene.look.isFiltered)
        paint.set(&sampler, board: board)
        let pieces = paint.layers.compactMap { piece(sampler, $0, viewport, 1) }
        append(pieces, paint, scene, layers, in: sampler.photoFrame, on: snapshot)
    }

    private func paint(_ scene: Scene, _ layers: [PhotoLayer], isFiltered: Bool) -> CanvasPaint {
        guard isFiltered else { return CanvasPaint(layers: layers) }
        let view = FilterPlan.View(scene.motion.viewport, turn: scene.motion.turn)
        return scene.look.paint(layers, seen: view.visible, inSoftware: widget.isDrawnInSoftware)
    }

    private func tell(_ scene: Scene, _ layers: [PhotoLayer]) {
        guard told != .sharp, !layers.isEmpty else { return }
        if told == nil { onDrawn?(.drawn) }
        told = scene.content.isSharp(layers, at: scene.motion.viewport.scale) ? .sharp : .drawn
        if told == .sharp { onDrawn?(.sharp) }
    }

    /// What is not there yet of a photo whose shape is known: a shade lighter than what is around it.
    private static let unknown = Color(red: 1, green: 1, blue: 1, alpha: 0.06)

    private func append(
        _ pieces: [Piece], _ paint: CanvasPaint, _ scene: Scene, _ layers: [PhotoLayer], in photoFrame: CGRect,
        on snapshot: Snapshot
    ) {
        if !scene.content.isCovered(by: layers) {
            snapshot.append(Self.unknown, in: scene.motion.viewport.points(photoFrame))
        }
        for piece in pieces {
            if let board = piece.board { snapshot.append(board, in: piece.frame) }
            guard let transform = paint.transform else {
                snapshot.append(piece.picture, in: piece.frame)
                continue
            }
            snapshot.withColors(transform) { snapshot.append(piece.picture, in: piece.frame) }
        }
    }

    private func piece(
        _ sampler: FrameSampler, _ layer: PhotoLayer, _ viewport: PhotoViewport, _ divisor: Int
    ) -> Piece? {
        guard let made = sampler.frame(of: layer) else { return nil }
        // The board's greys are no part of the photo: below a photo that GTK maps they are drawn by themselves.
        let shines = sampler.board == nil && layer.plane.channels == 4
        let pixels = CGRect(
            x: made.x * divisor, y: made.y * divisor, width: made.size.width * divisor,
            height: made.size.height * divisor)
        return Piece(
            picture: picture(made), board: shines ? picture(made.board(board)) : nil, frame: viewport.points(pixels))
    }

    private func picture(_ made: PhotoFrame) -> FramePicture {
        FramePicture(
            width: made.size.width, height: made.size.height, bgra: made.bytes,
            isDrawnInSoftware: widget.isDrawnInSoftware)
    }
}

extension PhotoViewport {
    /// A frame in points, of one in device pixels.
    func points(_ pixels: CGRect) -> Frame {
        Frame(
            x: pixels.minX / density, y: pixels.minY / density, width: pixels.width / density,
            height: pixels.height / density)
    }
}
