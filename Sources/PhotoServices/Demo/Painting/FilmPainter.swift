import Foundation
import PhotoCore

/// From light to picture: the lens's glow and vignette, the film's curve and grain.
struct FilmPainter {
    private let scene: Scene

    /// sRGB's transfer function (IEC 61966-2-1) with a shoulder for highlights and a little contrast, for light from 0
    /// to 2 in 4096 steps, as 0 to 255. At the dark end a step is 1.6 levels, which the grain hides.
    private static let curve: [Float] = (0..<4097).map { step in
        let light = Float(step) / 2048
        let knee: Float = 0.52
        let held = light < knee ? light : knee + (1 - knee) * (1 - expf(-(light - knee) / (1 - knee)))
        let coded = held <= 0.0031308 ? held * 12.92 : 1.055 * powf(held, 1 / 2.4) - 0.055
        let contrast = coded + 0.16 * (coded - 0.5) * (1 - abs(2 * coded - 1)) * 1.2
        return 255 * min(max(contrast, 0), 1)
    }

    /// 2^16 numbers, normal, deviation 1, smoothed a little along the row as grain is.
    private static let grain: [Float] = {
        var random = SplitMix64(seed: 0x6_4A1)
        var last: Float = 0
        return (0..<65536).map { _ in
            let fresh = random.normal()
            defer { last = fresh }
            return 0.8 * fresh + 0.6 * last
        }
    }()

    init(_ scene: Scene) { self.scene = scene }

    func develop(_ canvas: Canvas, _ random: inout SplitMix64) -> PixelBuffer {
        let shows = scene.mood.disc != .none
        let bloom = scene.glow * (shows ? 0.2 * scene.mood.glowStrength : 0)
        let amount: Float = 1.6 + 1.6 * max(0, 0.5 - scene.skyline.luminance) + random.within(0...0.6)
        let starts = (0..<canvas.height).map { _ in Int(random.next() & 0xFFFF) }
        let width = canvas.width
        return PixelBuffer(size: PixelSize(width: width, height: canvas.height)) { bytes in
            guard var out = bytes.baseAddress else { return }
            Self.curve.withUnsafeBufferPointer { curve in
                Self.grain.withUnsafeBufferPointer { grain in
                    guard let curve = curve.baseAddress, let grain = grain.baseAddress else { return }
                    for row in 0..<canvas.height {
                        expose(row, of: canvas, bloom: bloom)
                        let (r, g, b) = (canvas.r + row * width, canvas.g + row * width, canvas.b + row * width)
                        for column in 0..<width {
                            let noise = grain[(starts[row] &+ column) & 0xFFFF] * amount
                            out[0] = Self.level(r[column], noise, curve)
                            out[1] = Self.level(g[column], noise, curve)
                            out[2] = Self.level(b[column], noise * 1.1, curve)
                            out[3] = 255
                            out += 4
                        }
                    }
                }
            }
        }
    }

    /// Glow, vignette and exposure, over one row.
    private func expose(_ row: Int, of canvas: Canvas, bloom: Light) {
        let y = (Float(row) + 0.5) * canvas.pixel
        let dy = y - scene.sun.y
        let fy = y - 0.5
        let (r, g, b) = (canvas.r + row * canvas.width, canvas.g + row * canvas.width, canvas.b + row * canvas.width)
        for column in 0..<canvas.width {
            let x = (Float(column) + 0.5) * canvas.pixel
            let dx = x - scene.sun.x
            let distance = dx * dx + dy * dy
            let glow = 0.9 / (1 + distance * 1400) + 0.9 / (1 + distance * 80) + 0.16 / (1 + distance * 6)
            let fx = x - Scene.aspect / 2
            let away = fx * fx + fy * fy
            let vignette = 1 - 0.3 * away - 0.26 * away * away
            r[column] = (r[column] + bloom.r * glow) * vignette * scene.exposure.r
            g[column] = (g[column] + bloom.g * glow) * vignette * scene.exposure.g
            b[column] = (b[column] + bloom.b * glow) * vignette * scene.exposure.b
        }
    }

    @inline(__always)
    private static func level(_ light: Float, _ noise: Float, _ curve: UnsafePointer<Float>) -> UInt8 {
        // Rounded as in NoiseTile.value.
        let step = Int((min(max(light, 0), 2) * 2048 + 0x1p23).bitPattern & 0x1FFF)
        let level = min(max(curve[step] + noise, 0), 255) + 0x1p23
        return UInt8(truncatingIfNeeded: level.bitPattern)
    }
}
