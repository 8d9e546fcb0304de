import PhotoCore

/// Linear light for every pixel, in three planes of `width * height` floats: plain loops over a plane are turned into
/// vector instructions by the compiler, loops over pixels of three channels are not.
///
/// Belongs to the one thread that paints on it. Places are given in units of the picture's height, so that a scene is
/// the same at every size: y runs from 0 at the top to 1, x from 0 to `aspect`.
final class Canvas {
    let width: Int
    let height: Int
    let r: UnsafeMutablePointer<Float>
    let g: UnsafeMutablePointer<Float>
    let b: UnsafeMutablePointer<Float>

    /// Black.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        let count = max(1, width * height)
        r = .allocate(capacity: count)
        g = .allocate(capacity: count)
        b = .allocate(capacity: count)
        for plane in [r, g, b] { plane.initialize(repeating: 0, count: count) }
    }

    deinit {
        for plane in [r, g, b] { plane.deallocate() }
    }

    /// The size of a pixel.
    var pixel: Float { 1 / Float(height) }
    var aspect: Float { Float(width) / Float(height) }

    /// The row that holds `y`, within the picture.
    func row(_ y: Float) -> Int { min(max(Int(y * Float(height)), 0), height) }

    @inline(__always)
    func light(_ index: Int) -> Light { Light(r[index], g[index], b[index]) }

    /// Lays `light` over what is there.
    @inline(__always)
    func blend(_ index: Int, _ light: Light, _ alpha: Float) {
        r[index] += (light.r - r[index]) * alpha
        g[index] += (light.g - g[index]) * alpha
        b[index] += (light.b - b[index]) * alpha
    }

    @inline(__always)
    func set(_ index: Int, _ light: Light) {
        r[index] = light.r
        g[index] = light.g
        b[index] = light.b
    }

    @inline(__always)
    func add(_ index: Int, _ light: Light) {
        r[index] += light.r
        g[index] += light.g
        b[index] += light.b
    }

    /// Fills the rows above `end` from `small`, a canvas of about half the size, interpolating linearly.
    func enlarge(_ small: Canvas, until end: Int) {
        let scaleX = Float(small.width) / Float(width)
        let scaleY = Float(small.height) / Float(height)
        let blended = UnsafeMutablePointer<Float>.allocate(capacity: small.width)
        defer { blended.deallocate() }
        for y in 0..<end {
            let (top, down) = Self.position(y, scaleY, small.height)
            for (from, to) in [(small.r, r), (small.g, g), (small.b, b)] {
                let upper = from + top * small.width
                let lower = from + min(top + 1, small.height - 1) * small.width
                for x in 0..<small.width { blended[x] = upper[x] + (lower[x] - upper[x]) * down }
                let out = to + y * width
                for x in 0..<width {
                    let (left, right) = Self.position(x, scaleX, small.width)
                    let next = min(left + 1, small.width - 1)
                    out[x] = blended[left] + (blended[next] - blended[left]) * right
                }
            }
        }
    }

    /// Between which two of `count` centres the centre of the finer grid's `index` lies, and how far.
    @inline(__always)
    private static func position(_ index: Int, _ scale: Float, _ count: Int) -> (Int, Float) {
        let place = max((Float(index) + 0.5) * scale - 0.5, 0)
        let whole = min(Int(place), count - 1)
        return (whole, min(place - Float(whole), 1))
    }
}
