import Foundation
import Testing

@testable import PhotoCore

/// Photos with known pixels.
enum Planes {
    static func make(
        _ width: Int, _ height: Int, channels: Int = 3, _ value: (Int, Int, Int) -> UInt8
    ) throws -> PhotoPlane {
        try #require(
            PhotoPlane.make(size: PixelSize(width: width, height: height), channels: channels) { bytes in
                for y in 0..<height {
                    for x in 0..<width {
                        for channel in 0..<channels {
                            bytes[channels * (y * width + x) + channel] = value(x, y, channel)
                        }
                    }
                }
                return true
            })
    }

    static func noise(_ width: Int, _ height: Int, channels: Int = 3, seed: UInt64 = 1) throws -> PhotoPlane {
        var state = seed
        return try make(width, height, channels: channels) { _, _, _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 40)
        }
    }

    /// The pixel of a plane at (x, y), as BGRA.
    static func pixel(_ plane: PhotoPlane, _ x: Int, _ y: Int) -> [UInt8] {
        plane.withRow(y) { row in
            let at = plane.channels * x
            return [row[at + 2], row[at + 1], row[at], plane.channels == 4 ? row[at + 3] : 255]
        }
    }
}

extension PhotoFrame {
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[(4 * (y * size.width + x))...].prefix(4)) }
}

@Suite struct FrameSamplerTests {
    private let board = PhotoBoard(side: 8, greys: (0x99, 0x66))

    private func sampler(
        _ photo: CGSize, view: CGSize, turn: ExifOrientation = .topLeft,
        _ change: (inout PhotoViewport) -> Void = { _ in }
    ) -> FrameSampler {
        var viewport = PhotoViewport(photo: photo, view: view, density: 1)
        if turn != .topLeft { viewport.turn(by: turn) }
        change(&viewport)
        return FrameSampler(viewport, turn: turn, board: board)
    }

    @Test(arguments: [3, 4])
    func `At 100% every pixel is the photo's`(channels: Int) throws {
        let plane = try Planes.make(300, 200, channels: channels) { x, y, channel in
            channel == 3 ? 255 : UInt8(truncatingIfNeeded: x * 7 + y * 13 + channel * 50)
        }
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let sampler = sampler(CGSize(width: 300, height: 200), view: CGSize(width: 101, height: 77)) {
            $0.zoom(to: 1)
            $0.setCenter(CGPoint(x: 120, y: 90))
        }
        let frame = try #require(sampler.frame(of: layer))
        #expect(frame.size == PixelSize(width: 101, height: 77))
        let corner = sampler.photoFrame.origin
        for y in 0..<77 {
            for x in 0..<101 {
                #expect(frame.pixel(x, y) == Planes.pixel(plane, x - Int(corner.x), y - Int(corner.y)))
            }
        }
    }

    @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
    func `However it is stored and turned, every pixel is in its place`(stored: ExifOrientation, turn: ExifOrientation)
        throws
    {
        let plane = try Planes.noise(24, 16)
        let upright = stored.turned(plane.size)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: stored)
        let sampler = sampler(
            CGSize(width: upright.width, height: upright.height), view: CGSize(width: 40, height: 40), turn: turn)
        let frame = try #require(sampler.frame(of: layer))
        let whole = PixelBuffer(size: plane.size) { bytes in
            for y in 0..<16 {
                for x in 0..<24 {
                    for (channel, value) in Planes.pixel(plane, x, y).enumerated() {
                        bytes[4 * (24 * y + x) + channel] = value
                    }
                }
            }
        }
        let expected = turn.applied(to: stored.applied(to: whole))
        #expect(frame.size == expected.size)
        #expect(frame.bytes == expected.bytes)
    }

    @Test func `Shrunk, each pixel is the mean of what it stands for`() throws {
        let plane = try Planes.noise(90, 60)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let sampler = sampler(CGSize(width: 90, height: 60), view: CGSize(width: 61, height: 41))
        let frame = try #require(sampler.frame(of: layer))
        let step = 90 / 61.0
        for (x, y) in [(0, 0), (30, 20), (60, 39), (17, 33)] {
            var sums = [0.0, 0, 0]
            let left = (Double(x + frame.x) - sampler.photoFrame.minX) * step
            let top = (Double(y + frame.y) - sampler.photoFrame.minY) * step
            for row in max(0, Int(top))...min(59, Int(top + step)) {
                for column in max(0, Int(left))...min(89, Int(left + step)) {
                    let share =
                        max(0, min(left + step, Double(column + 1)) - max(left, Double(column)))
                        * max(0, min(top + step, Double(row + 1)) - max(top, Double(row)))
                    for channel in 0..<3 { sums[channel] += share * Double(Planes.pixel(plane, column, row)[channel]) }
                }
            }
            for channel in 0..<3 {
                let mean = sums[channel] / (step * step)
                #expect(abs(Double(frame.pixel(x, y)[channel]) - mean) < 2.5)
            }
        }
    }

    @Test func `Enlarged by a whole number, pixels are squares`() throws {
        let plane = try Planes.noise(8, 6)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let sampler = sampler(CGSize(width: 8, height: 6), view: CGSize(width: 40, height: 30)) { $0.zoom(to: 5) }
        let frame = try #require(sampler.frame(of: layer))
        for y in 0..<30 {
            for x in 0..<40 { #expect(frame.pixel(x, y) == Planes.pixel(plane, x / 5, y / 5)) }
        }
    }

    @Test func `A coarser level lies where the finer one does`() throws {
        // A step between two colours, off the levels' own grid.
        let plane = try Planes.make(123, 97) { x, _, _ in x < 60 ? 0 : 200 }
        let half = try #require(plane.halved(isCancelled: { false }))
        #expect(half.size == PixelSize(width: 62, height: 49))
        for orientation in ExifOrientation.allCases {
            let upright = orientation.turned(plane.size)
            let sampler = sampler(
                CGSize(width: upright.width, height: upright.height), view: CGSize(width: 60, height: 60))
            let fine = try #require(
                sampler.frame(of: PhotoLayer(plane, level: 0, of: plane.size, orientation: orientation)))
            let coarse = try #require(
                sampler.frame(of: PhotoLayer(half, level: 1, of: plane.size, orientation: orientation)))
            #expect(fine.size == coarse.size && fine.x == coarse.x && fine.y == coarse.y)
            let difference = zip(fine.bytes, coarse.bytes).map { abs(Int($0) - Int($1)) }
            #expect(Double(difference.reduce(0, +)) / Double(difference.count) < 3)
        }
    }

    @Test func `A row's picture is the middle of the photo`() throws {
        let plane = try Planes.make(80, 80, channels: 4) { x, _, channel in channel == 3 ? 255 : UInt8(3 * x) }
        let layer = PhotoLayer(row: plane, of: CGSize(width: 6000, height: 4000))
        #expect(layer.area == CGRect(x: 1000, y: 0, width: 4000, height: 4000))
        #expect(!layer.covers(CGSize(width: 6000, height: 4000)))
        let sampler = sampler(CGSize(width: 6000, height: 4000), view: CGSize(width: 600, height: 400))
        let frame = try #require(sampler.frame(of: layer))
        #expect(frame.x == 100 && frame.y == 0)
        #expect(frame.size == PixelSize(width: 400, height: 400))
        // Smoothly, not in steps.
        #expect(Set((0..<400).map { frame.pixel($0, 200)[0] }).count > 200)
    }

    @Test func `What lets light through lies on a board`() throws {
        let plane = try Planes.make(32, 16, channels: 4) { x, _, channel in x < 16 ? 0 : channel == 3 ? 255 : 40 }
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let sampler = sampler(CGSize(width: 32, height: 16), view: CGSize(width: 32, height: 16))
        let frame = try #require(sampler.frame(of: layer))
        #expect(frame.pixel(0, 0) == [0x99, 0x99, 0x99, 255])
        #expect(frame.pixel(8, 0) == [0x66, 0x66, 0x66, 255])
        #expect(frame.pixel(0, 8) == [0x66, 0x66, 0x66, 255])
        #expect(frame.pixel(8, 8) == [0x99, 0x99, 0x99, 255])
        #expect(frame.pixel(20, 3) == [40, 40, 40, 255])
    }

    @Test func `Half transparent colours are mixed with the board`() throws {
        let buffer = PixelBuffer(
            size: PixelSize(width: 1, height: 1), bytesPerRow: 4, bytes: [200, 100, 0, 128])
        let plane = try #require(PhotoPlane.make(buffer))
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        let sampler = sampler(CGSize(width: 1, height: 1), view: CGSize(width: 1, height: 1))
        let pixel = try #require(sampler.frame(of: layer)).pixel(0, 0)
        let share = 128 / 255.0
        for (channel, color) in [0.0, 100, 200].enumerated() {
            #expect(abs(Double(pixel[channel]) - (color * share + 0x99 * (1 - share))) <= 1)
        }
    }

    @Test func `Nothing is drawn of what is out of sight`() throws {
        let plane = try Planes.noise(10, 10)
        let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .topLeft)
        var sampler = sampler(CGSize(width: 10, height: 10), view: CGSize(width: 20, height: 20))
        sampler.photoFrame = CGRect(x: 100, y: 0, width: 10, height: 10)
        #expect(sampler.frame(of: layer) == nil)
        sampler.photoFrame = CGRect(x: 0, y: -500, width: 10, height: 10)
        #expect(sampler.frame(of: layer) == nil)
    }

    @Test func `Every processor's loops give the same`() throws {
        for channels in [3, 4] {
            let plane = try Planes.noise(333, 211, channels: channels)
            let layer = PhotoLayer(plane, level: 0, of: plane.size, orientation: .rightTop)
            var frames: [[UInt8]] = []
            for kernels in PixelKernels.all {
                var sampler = sampler(CGSize(width: 211, height: 333), view: CGSize(width: 150, height: 140))
                sampler.kernels = kernels
                frames.append(try #require(sampler.frame(of: layer)).bytes)
            }
            #expect(frames.allSatisfy { $0 == frames.first })
        }
    }
}
