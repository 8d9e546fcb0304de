import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@Suite("Pictures of a few bytes")
struct ThumbHashTests {
    /// Without contrast, in the given means: 0 to 63 each.
    private static func plain(_ light: Int, _ yellow: Int, _ red: Int, shape: UInt8 = 7, isLandscape: Bool = true)
        -> ThumbHash?
    {
        let head = light | yellow << 6 | red << 12
        let bytes = [UInt8(head & 255), UInt8(head >> 8 & 255), UInt8(head >> 16), shape, isLandscape ? 0x80 : 0]
        return ThumbHash(base64: Data(bytes).base64EncodedString())
    }

    @Test func `The example of the format's author is a sunrise: dark below, light above`() throws {
        let pixels = try #require(ThumbHash(base64: "1QcSHQRnh493V4dIh4eXh1h4kJUI")).pixels
        #expect(pixels.size == PixelSize(width: 23, height: 32))
        func mean(_ rows: Range<Int>) -> Double {
            let values = rows.flatMap { row in pixels.bytes[row * pixels.bytesPerRow..<(row + 1) * pixels.bytesPerRow] }
            return values.reduce(0) { $0 + Double($1) } / Double(values.count)
        }
        #expect(abs(mean(0..<8) - mean(24..<32)) > 5)
        #expect(stride(from: 3, to: pixels.byteCount, by: 4).allSatisfy { pixels.bytes[$0] == 255 })
    }

    @Test(arguments: [(63, 31, 31, 255), (0, 31, 31, 0), (32, 31, 31, 130)])
    func `Grey is grey`(_ light: Int, _ yellow: Int, _ red: Int, _ wanted: Int) throws {
        let pixels = try #require(Self.plain(light, yellow, red)).pixels
        // A zero of the other channels lies between two of their values.
        for byte in 0..<3 { #expect(abs(Int(pixels.bytes[byte]) - wanted) < 8) }
    }

    @Test func `Colours have their signs`() throws {
        let red = try #require(Self.plain(20, 31, 60)).pixels.bytes
        #expect(red[0] > red[1])
        let blue = try #require(Self.plain(20, 5, 31)).pixels.bytes
        #expect(blue[2] > blue[0])
    }

    @Test(arguments: [(7, true, 32, 32), (4, true, 32, 18), (4, false, 18, 32), (0, true, 32, 5), (1, false, 5, 32)])
    func `The number of coefficients is the shape`(_ shape: Int, _ isLandscape: Bool, _ width: Int, _ height: Int)
        throws
    {
        let hash = Self.plain(30, 30, 30, shape: UInt8(shape), isLandscape: isLandscape)
        #expect(try #require(hash).pixels.size == PixelSize(width: width, height: height))
    }

    @Test func `Anything is a picture or none`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            guard let hash = ThumbHash(base64: Data(bytes).base64EncodedString()) else {
                #expect(bytes.count < 5 || bytes.count > 64)
                continue
            }
            let size = hash.pixels.size
            #expect(max(size.width, size.height) == 32 && min(size.width, size.height) >= 1)
        }
        for text in ["", "?", "AAAA", String(repeating: "A", count: 1000)] { #expect(ThumbHash(base64: text) == nil) }
    }
}
