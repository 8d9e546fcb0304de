import PhotoCore

/// A landscape painted from its number alone, the same in every run.
///
/// The painters work one after another, from far to near, each in its own file: sky, disc, ridges, ground or water,
/// staffage, film.
struct DemoLandscape: Sendable {
    /// The format of a modest camera: 4:3, about 2 megapixels.
    static let photoSize = PixelSize(width: 1600, height: 1200)

    private let number: Int

    /// The landscape with this number; every number has one.
    init(number: Int) { self.number = number }

    /// Paints it. The scene is composed for 4:3 and the same at every size; other shapes show more or less of its right
    /// side. An empty size returns an empty picture.
    ///
    /// May be called from any thread. Takes tens of milliseconds of CPU at `photoSize` in release builds.
    func paint(size: PixelSize = photoSize) -> PixelBuffer {
        guard size.width > 0, size.height > 0 else { return PixelBuffer(size: size) { _ in } }
        let scene = Scene(number: number)
        var random = scene.random
        let canvas = Canvas(width: size.width, height: size.height)
        let sky = SkyPainter(scene, &random)
        sky.paint(on: canvas)
        DiscPainter(scene).paint(on: canvas, &random)
        RidgePainter(scene, canvas, &random).paint(on: canvas, bottom: groundTop(scene))
        GroundPainter(scene, &random).paint(on: canvas, &random)
        StaffagePainter(scene).paint(on: canvas, &random)
        return FilmPainter(scene).develop(canvas, &random)
    }

    private func groundTop(_ scene: Scene) -> Float {
        if case .ridges = scene.theme.ground { 1 } else { scene.horizon }
    }
}
