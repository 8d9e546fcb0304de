import Foundation

/// A colour as linear light, 1 being the white of the finished picture; more than 1 is a highlight.
///
/// All mixing is done in linear light, because haze, glow and reflection only look like a photograph there.
struct Light {
    var r: Float
    var g: Float
    var b: Float

    init(_ r: Float, _ g: Float, _ b: Float) {
        self.r = r
        self.g = g
        self.b = b
    }

    /// An sRGB colour in hexadecimal (IEC 61966-2-1's transfer function, inverted).
    init(_ hex: UInt32) {
        func linear(_ byte: UInt32) -> Float {
            let value = Float(byte & 255) / 255
            return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
        }
        self.init(linear(hex >> 16), linear(hex >> 8), linear(hex))
    }

    var luminance: Float { 0.2126 * r + 0.7152 * g + 0.0722 * b }

    @inline(__always)
    func mixed(with other: Light, _ amount: Float) -> Light {
        Light(r + (other.r - r) * amount, g + (other.g - g) * amount, b + (other.b - b) * amount)
    }

    @inline(__always)
    static func * (light: Light, factor: Float) -> Light { Light(light.r * factor, light.g * factor, light.b * factor) }

    @inline(__always)
    static func * (light: Light, filter: Light) -> Light {
        Light(light.r * filter.r, light.g * filter.g, light.b * filter.b)
    }

    @inline(__always)
    static func + (left: Light, right: Light) -> Light {
        Light(left.r + right.r, left.g + right.g, left.b + right.b)
    }
}

/// 0 below `low`, 1 above `high`, an S in between.
@inline(__always)
func smoothstep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
}
