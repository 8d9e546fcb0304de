import PhotoCore

/// Linear light for every pixel, in three planes of `width * height` floats: the compiler vectorizes plain loops over a
/// plane, but not loops over pixels of three channels.
///
/// Belongs to the thread that paints on it. Positions are in units of the picture's height, so that a scene is the same
/// at every size: y runs from 0 at the top to 1, x from 0 to `aspect`.
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

    /// The row at `y`, clamped to the picture.
    func row(_ y: Float) -> Int { min(max(Int(y * Float(height)), 0), height) }

    /// The rows between two positions, clamped to the picture; none if the second is above the first.
    func rows(_ from: Float, _ to: Float) -> Range<Int> { row(from)..<max(row(from), row(to)) }

    /// The columns between two positions, clamped to the picture.
    func columns(_ from: Float, _ to: Float) -> Range<Int> {
        let first = min(max(Int(from * Float(height)), 0), width)
        return first..<min(max(Int(to * Float(height)) + 1, first), width)
    }

    @inline(__always)
    func light(_ index: Int) -> Light { Light(r[index], g[index], b[index]) }

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

    /// Fills the rows above `end` from `small`, a canvas of half the size, rounded up, with linear interpolation: a
    /// pixel of the small one is at the middle of four of these.
    func enlarge(_ small: Canvas, until end: Int) {
        let blended = UnsafeMutablePointer<Float>.allocate(capacity: small.width + 2)
        defer { blended.deallocate() }
        for y in 0..<end {
            let near = y / 2
            let far = min(max(near + (y & 1) * 2 - 1, 0), small.height - 1)
            for (from, to) in [(small.r, r), (small.g, g), (small.b, b)] {
                let (nearRow, farRow) = (from + near * small.width, from + far * small.width)
                let inner = blended + 1
                for x in 0..<small.width { inner[x] = nearRow[x] * 0.75 + farRow[x] * 0.25 }
                blended[0] = inner[0]
                inner[small.width] = inner[small.width - 1]
                let out = to + y * width
                for x in 0..<(width / 2) {
                    out[2 * x] = inner[x] * 0.75 + inner[x - 1] * 0.25
                    out[2 * x + 1] = inner[x] * 0.75 + inner[x + 1] * 0.25
                }
                if width & 1 == 1 { out[width - 1] = inner[small.width - 1] }
            }
        }
    }
}
