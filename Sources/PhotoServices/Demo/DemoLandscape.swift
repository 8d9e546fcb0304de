import PhotoCore

/// A landscape that nobody has photographed: painted from its number alone, the same one in every run.
///
/// The painters work one after another, from what is far to what is near, each in a file of its own: sky, disc, ridges,
/// ground or water, staffage, film.
struct DemoLandscape: Sendable {
    /// What a camera of modest means delivers: 4:3, about 2 megapixels.
    static let photoSize = PixelSize(width: 1600, height: 1200)

    private let number: Int

    /// The landscape called `number`; any number has one.
    init(number: Int) { self.number = number }

    /// Paints it. The scene is composed for 4:3 and is the same at every size; another shape shows more or less of its
    /// right side. An empty size gives an empty picture.
    ///
    /// May be called from any thread. Costs tens of milliseconds of CPU at `photoSize`, built for release.
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
