import Foundation
import Testing

@testable import PhotoCore

@Suite("How much memory for pixels a worker may have")
struct PixelAllowanceTests {
    private static let pixelLimit = 151_000_000

    private func allowance(_ task: DecodeTask, _ data: Data = Data()) -> Int {
        PixelAllowance(task, data, pixelLimit: Self.pixelLimit).byteCount
    }

    @Test func `A row's picture has the size that is asked for`() {
        let size = PixelSize(width: 320, height: 241)
        #expect(allowance(.fill(size)) == 4 * 320 * 241)
        #expect(allowance(.thumbnail(size)) == 4 * 320 * 241)
        #expect(allowance(.fill(PixelSize(width: 0, height: 5))) == 0)
    }

    @Test func `A whole picture has the sizes that its worker was told, upright or not`() {
        var allowance = PixelAllowance(.whole, Data(), pixelLimit: Self.pixelLimit)
        #expect(allowance.byteCount == 0)
        allowance.allow(PixelSize(width: 30, height: 20))
        #expect(allowance.byteCount == 4 * 30 * 20)
        allowance.allow(PixelSize(width: 20, height: 30))
        #expect(allowance.byteCount == 4 * 30 * 30)
    }

    @Test func `What has no pixels has none`() {
        #expect(allowance(.facts) == 0)
        #expect(allowance(.carry(originalCount: 1, .square(9))) == 0)
        #expect(allowance(.encode(EncodeTask(.png, quality: 0, size: .square(9), channels: 4))) == 0)
    }

    @Test func `A photo has what the account reserves for its decode`() {
        let png = HollowPicture.png(6000, 4000)
        let need = DecodeNeed(ofPhoto: png, pixelLimit: Self.pixelLimit, at: .level(0))
        let found = allowance(.photo(.level(0)), png)
        #expect(found >= need.byteCount && found <= need.byteCount + 4096)
        let levels = PlanesLayout.byteCount(ofAllLevels: PixelSize(width: 6000, height: 4000), channels: 4)
        #expect(levels < found && found < 3 * levels)
        // Coarse pixels of a JPEG take little.
        let jpeg = HollowPicture.jpeg(12000, 8000, code: 0xC0)
        #expect(allowance(.photo(.level(3)), jpeg) < 13 << 20)
        // What does not state its size may have as much as any photo needs, and not more.
        #expect(allowance(.photo(.level(0)), Data("no picture".utf8)) == WorkerRights.sharedByteCount)
    }

    @Test func `All levels of a frame fit, whatever its sides`() {
        let sides = [1, 2, 3, 5, 511, 512, 513, 1000, 1023, 1024, 1025, 1026, 4097, 12_288, 100_001, 10_000_000]
        for width in sides {
            for height in sides where width * height <= Self.pixelLimit / 2 {
                let size = PixelSize(width: width, height: height)
                let most = PixelAllowance(frameOf: size).byteCount
                #expect(PlanesLayout.byteCount(ofAllLevels: size, channels: 4) <= most, "\(size)")
                #expect(most <= 8 * width * height + 4096)
            }
        }
    }

    @Test func `Any size stays within the limit`() {
        for side in [Int.min, -1, 0, 1, 1 << 15, Int(Int32.max), 1 << 62, .max] {
            for other in [1, 1 << 15, Int(Int32.max), .max] {
                let size = PixelSize(width: side, height: other)
                var whole = PixelAllowance(.whole, nil, pixelLimit: 1)
                whole.allow(size)
                for most in [allowance(.fill(size)), PixelAllowance(frameOf: size).byteCount, whole.byteCount] {
                    #expect((0...WorkerRights.sharedByteCount).contains(most))
                }
            }
        }
    }
}
