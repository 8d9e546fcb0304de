import Foundation
@testable import PhotoCore
import TestSupport
import Testing

/// Exports of tiny pictures, whose encoded form is width, height, channels and the pixels' bytes.
@MainActor
@Suite struct ExportSaveTests {
    private let trial: SavingTrial

    init() throws { trial = try SavingTrial() }

    /// Two pixels wide, one high: red, blue.
    private static let pair = Data([2, 1, 3, 255, 0, 0, 0, 0, 255])

    private func exported(
        _ data: Data, _ options: ExportOptions = ExportOptions(format: .png),
        filter: FilterChoice = FilterChoice(.none),
        turn: ExifOrientation = .topLeft, orientation: ExifOrientation = .topLeft
    ) throws -> [UInt8] {
        let photo = SavedPhoto(
            name: "a", location: .success(URL(fileURLWithPath: "/photos/a.jpg")), held: data, filter: filter, turn: turn
        )
        trial.keep(
            .export(options), [photo], to: trial.target("out"), decoder: StubPhotoDecoder(orientation: orientation))
        #expect(try #require(trial.finish()).missing.map(\.failure) == [])
        return [UInt8](try #require(trial.contents("out")))
    }

    @Test func `As it is, all its pixels are written`() throws {
        #expect(try exported(Self.pair) == [UInt8](Self.pair))
    }

    @Test(arguments: ExifOrientation.allCases)
    func `It is upright, and then turned as the person has it`(orientation: ExifOrientation) throws {
        let data = Data([3, 2, 3] + (0..<18).map { UInt8(10 * $0) })
        let stored = PixelBuffer(size: PixelSize(width: 3, height: 2)) { bytes in
            for pixel in 0..<6 {
                for channel in 0..<3 { bytes[4 * pixel + channel] = UInt8(10 * (3 * pixel + channel)) }
                bytes[4 * pixel + 3] = 255
            }
        }
        let shown = ExifOrientation.clockwise.applied(to: orientation.applied(to: stored))
        let opaque = (0..<6).flatMap { shown.bytes[(4 * $0)..<(4 * $0 + 3)] }
        #expect(
            try exported(data, turn: .clockwise, orientation: orientation)
                == [UInt8(shown.width), UInt8(shown.height), 3] + opaque)
    }

    @Test func `The filter that is seen is in it, unless it is not wanted`() throws {
        let sepia = FilterChoice(.sepia)
        let filtered = try exported(Self.pair, filter: sepia)
        // W3C's sepia of red at 0.8.
        #expect(Array(filtered[3..<6]) == [131, 71, 55])
        let plain = try exported(Self.pair, ExportOptions(format: .png, isFiltered: false), filter: sepia)
        #expect(plain == [UInt8](Self.pair))
    }

    @Test func `Its pixels count where the photo's count, as long as they exist`() throws {
        let account = MemoryAccount(encoded: 1 << 20, decoded: 1 << 20)
        let decoder = BudgetedPhotoDecoder(StubPhotoDecoder(), account, pixelLimit: 1 << 20)
        let data = Data([40, 20, 3] + [UInt8](repeating: 90, count: 2400))
        let photo = SavedPhoto(
            name: "a", location: .success(URL(fileURLWithPath: "/photos/a.jpg")), held: data,
            filter: FilterChoice(.sepia))
        trial.keep(
            .export(ExportOptions(format: .png)), [photo], to: trial.target("out"), decoder: decoder)
        #expect(try #require(trial.finish()).missing.map(\.failure) == [])
        // The decoded plane, and two pictures of four bytes per pixel.
        #expect(account.peakByteCount >= 2400 + 2 * 4 * 800)
        #expect(account.heldByteCount == 0)
    }

    @Test func `It is made smaller, its shape kept, and never larger`() throws {
        let grey = Data([40, 20, 3] + [UInt8](repeating: 90, count: 2400))
        let small = try exported(grey, ExportOptions(format: .png, longestSide: 20))
        #expect(small == [20, 10, 3] + [UInt8](repeating: 90, count: 600))
        let same = try exported(grey, ExportOptions(format: .png, longestSide: 100))
        #expect(Array(same.prefix(2)) == [40, 20])
        let turned = try exported(grey, ExportOptions(format: .png, longestSide: 20), turn: .clockwise)
        #expect(Array(turned.prefix(2)) == [10, 20])
    }

    @Test func `What is transparent stays so where the format can say it, and lies on white where not`() throws {
        // Half-transparent red in the form of planes: premultiplied.
        let data = Data([1, 1, 4, 128, 0, 0, 128])
        #expect(try exported(data) == [1, 1, 4, 255, 0, 0, 128])
        #expect(try exported(data, ExportOptions(format: .jpeg)) == [1, 1, 3, 255, 127, 127])
        let clear = Data([1, 1, 4, 0, 0, 0, 0])
        #expect(try exported(clear, ExportOptions(format: .jpeg)) == [1, 1, 3, 255, 255, 255])
    }

    @Test func `Alpha survives being made smaller`() throws {
        let data = Data([40, 20, 4] + (0..<800).flatMap { _ in [64, 0, 0, 128] as [UInt8] })
        let small = try exported(data, ExportOptions(format: .png, longestSide: 20))
        #expect(small == [20, 10, 4] + (0..<200).flatMap { _ in [128, 0, 0, 128] as [UInt8] })
    }

    @Test func `Metadata is carried if wanted`() throws {
        _ = try exported(Self.pair)
        #expect(trial.encoder.carried == [Self.pair])
        _ = try exported(Self.pair, ExportOptions(format: .png, keepsMetadata: false))
        #expect(trial.encoder.carried == [Self.pair])
    }

    @Test func `A photo that is cut short is exported as far as it is shown`() throws {
        trial.keep(
            .export(ExportOptions()), [SavingTrial.photo("a")], decoder: StubPhotoDecoder(problem: .cutShort))
        #expect(trial.fetcher.wait(untilOpen: 1))
        trial.fetcher.answer(URL(fileURLWithPath: "/photos/a.jpg"), .success(Self.pair))
        #expect(try #require(trial.finish()).missing.isEmpty)
        #expect(trial.files == ["a.jpg"])
    }

    @Test func `Exported files are called as what they are`() throws {
        trial.keep(.export(ExportOptions(format: .webp)), [SavingTrial.photo("a")])
        #expect(trial.fetcher.wait(untilOpen: 1))
        trial.fetcher.answer(URL(fileURLWithPath: "/photos/a.jpg"), .success(Self.pair))
        #expect(try #require(trial.finish()).keptCount == 1)
        #expect(trial.files == ["a.webp"])
    }

    @Test func `Options outside of what there is count as the nearest there is`() {
        let options = ExportOptions(quality: 1000, longestSide: 1)
        #expect(options.quality == 100 && options.longestSide == 16)
        #expect(ExportOptions(quality: -5).quality == 1)
        #expect(ExportOptions(longestSide: 1000).size(of: PixelSize(width: 100_000, height: 1)).height == 1)
    }
}
