import Foundation
import PhotoCore

/// From light to picture: the lens's glow and vignette, the film's curve and grain.
struct FilmPainter {
    private let scene: Scene

    /// sRGB's transfer function (IEC 61966-2-1) with a shoulder for highlights and a little contrast, for light from 0 to
    /// 2 in 4096 steps, as 0 to 255. At the dark end a step is 1.6 levels, which the grain hides.
    private static let curve: [Float] = (0..<4097).map { step in
        let light = Float(step) / 2048
        let knee: Float = 0.62
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
        return PixelBuffer(size: PixelSize(width: canvas.width, height: canvas.height)) { bytes in
            Self.curve.withUnsafeBufferPointer { curve in
                Self.grain.withUnsafeBufferPointer { grain in
                    for row in 0..<canvas.height {
                        expose(row, of: canvas, bloom: bloom)
                        let first = row * canvas.width
                        for column in 0..<canvas.width {
                            let index = first + column
                            let noise = grain[(starts[row] &+ column) & 0xFFFF] * amount
                            let out = index * 4
                            bytes[out] = Self.level(canvas.r[index], noise, curve)
                            bytes[out + 1] = Self.level(canvas.g[index], noise, curve)
                            bytes[out + 2] = Self.level(canvas.b[index], noise * 1.1, curve)
                            bytes[out + 3] = 255
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
            let glow = 1 / (1 + distance * 90) + 0.16 / (1 + distance * 6)
            let fx = x - Scene.aspect / 2
            let away = fx * fx + fy * fy
            let vignette = 1 - 0.3 * away - 0.26 * away * away
            r[column] = (r[column] + bloom.r * glow) * vignette * scene.exposure.r
            g[column] = (g[column] + bloom.g * glow) * vignette * scene.exposure.g
            b[column] = (b[column] + bloom.b * glow) * vignette * scene.exposure.b
        }
    }

    @inline(__always)
    private static func level(_ light: Float, _ noise: Float, _ curve: UnsafeBufferPointer<Float>) -> UInt8 {
        let step = Int(min(max(light, 0), 2) * 2048)
        return UInt8(min(max(curve[step] + noise + 0.5, 0), 255))
    }
}
