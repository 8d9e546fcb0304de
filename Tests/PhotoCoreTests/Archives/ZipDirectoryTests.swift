import TestSupport
import Testing

@testable import PhotoCore

@Suite("Directories of ZIPs")
struct ZipDirectoryTests {
    /// A directory of one member, and the end of its ZIP.
    private func zip(
        name: String = "a.jpg", size: UInt32 = 10, offset: UInt32 = 0, flags: UInt16 = 0, mode: UInt32 = 0,
        extra: [UInt8] = [], comment: [UInt8] = [], start: UInt32 = 100
    ) -> (directory: [UInt8], end: [UInt8]) {
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
        func four(_ value: UInt32) -> [UInt8] { two(Int(value & 0xFFFF)) + two(Int(value >> 16)) }
        var directory = four(0x0201_4B50) + two(3 << 8 | 20) + two(20) + two(Int(flags)) + two(0)
        directory += two(0x6000) + two(0x5AA1) + four(0) + four(size) + four(size)
        directory += two(name.utf8.count) + two(extra.count) + two(0) + two(0) + two(0) + four(mode << 16)
        directory += four(offset) + Array(name.utf8) + extra
        var end = four(0x0605_4B50) + two(0) + two(0) + two(1) + two(1)
        end += four(UInt32(directory.count)) + four(start) + two(comment.count) + comment
        return (directory, end)
    }

    private func entries(_ directory: [UInt8], shift: Int = 0, placesAreCut: Bool = false) -> [ZipEntry] {
        var entries: [ZipEntry] = []
        _ = ZipEntry.read(directory, shift: shift, placesAreCut: placesAreCut) {
            entries.append($0)
            return true
        }
        return entries
    }

    @Test func `The end says where the directory is, behind a comment and other data`() throws {
        let (directory, end) = zip(comment: Array("PK\u{5}\u{6} or so".utf8))
        let tail = [UInt8](repeating: 7, count: 150) + directory + end
        let found = try #require(ZipEnd(tail: tail, byteCount: tail.count + 1000))
        #expect(found.directory == (1150..<(1150 + directory.count)))
        #expect(found.shift == 1050)
        #expect(ZipEnd(tail: Array(tail.dropLast()), byteCount: tail.count - 1) == nil)
    }

    @Test(arguments: [1, 2, 7])
    func `A directory that is turns of 4 GiB beyond its stated place has places that are cut`(turns: Int) throws {
        let (directory, end) = zip(start: 5000)
        let tail = directory + end
        let found = try #require(ZipEnd(tail: tail, byteCount: (turns << 32) + 5000 + tail.count))
        #expect(found.placesAreCut)
        #expect(found.shift == 0)
        #expect(found.directory.lowerBound == (turns << 32) + 5000)
        let near = try #require(ZipEnd(tail: tail, byteCount: (turns << 32) + 5001 + tail.count))
        #expect(!near.placesAreCut)
        #expect(near.shift == (turns << 32) + 1)
        let whole = try #require(ZipEnd(tail: tail, byteCount: 5000 + tail.count))
        #expect(!whole.placesAreCut)
    }

    @Test func `A directory with large numbers has places that are whole, whatever is before it`() throws {
        func four(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func eight(_ value: UInt32) -> [UInt8] { four(value) + four(0) }
        let (directory, end) = zip(offset: 9)
        var large = four(0x0606_4B50) + [UInt8](repeating: 0, count: 36)
        large += eight(UInt32(directory.count)) + eight(5000) + four(0x0706_4B50) + [UInt8](repeating: 0, count: 16)
        let tail = directory + large + end
        let found = try #require(ZipEnd(tail: tail, byteCount: (1 << 32) + 5000 + tail.count))
        #expect(!found.placesAreCut)
        #expect(found.shift == 1 << 32)
        #expect(entries(directory, shift: found.shift).first?.offset == (1 << 32) + 9)
    }

    @Test func `Each cut place that is before the last one is a turn further`() {
        let turn = 1 << 32
        let stated: [UInt32] = [0, 3_000_000_000, 1, 2_000_000_000, 5]
        let directory = stated.flatMap { zip(offset: $0).directory }
        let meant = [0, 3_000_000_000, turn + 1, turn + 2_000_000_000, 2 * turn + 5]
        #expect(entries(directory, placesAreCut: true).map(\.offset) == meant)
        #expect(entries(directory).map(\.offset) == stated.map { Int($0) })
    }

    @Test func `A member has its name, place, size and date`() throws {
        let entry = try #require(entries(zip(size: 77, offset: 5).directory).first)
        #expect(entry.name == Array("a.jpg".utf8))
        #expect([entry.packedByteCount, entry.byteCount, entry.offset] == [77, 77, 5])
        #expect(entry.date == "2025-05-01T12:00:00")
        #expect(entry.isFile && !entry.isEncrypted)
    }

    @Test func `Folders, links and encrypted members are told apart`() {
        #expect(entries(zip(name: "a/").directory).first?.isFile == false)
        #expect(entries(zip(mode: 0xA1FF).directory).first?.isFile == false)
        #expect(entries(zip(mode: 0x81A4).directory).first?.isFile == true)
        #expect(entries(zip(flags: 1).directory).first?.isEncrypted == true)
    }

    @Test func `Large numbers are in an extra field, and too large ones end the directory`() {
        let large: [UInt8] = [1, 0, 24, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0]
        let entry = entries(zip(size: .max, offset: .max, extra: large).directory).first
        #expect(entry?.byteCount == 1 << 32)
        #expect(entry?.packedByteCount == (1 << 32) + 2)
        #expect(entry?.offset == (2 << 32) + 9)
        #expect(entry?.directoryAlone(at: 0) == nil)
        let negative: [UInt8] = [1, 0, 8, 0] + [UInt8](repeating: 0xFF, count: 8)
        #expect(entries(zip(offset: .max, extra: negative).directory).isEmpty)
    }

    @Test func `Damage anywhere makes fewer members, and no trap`() {
        let (directory, end) = zip(extra: [1, 0, 2, 0, 9, 9, 0x75, 0x70, 6, 0, 1, 0, 0, 0, 0, 0x61])
        let whole = directory + end
        for index in whole.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = whole
                damaged[index] = value
                _ = ZipEnd(tail: damaged, byteCount: damaged.count)
                for entry in entries(Array(damaged.prefix(directory.count))) { _ = entry.directoryAlone(at: 99) }
            }
            _ = ZipEnd(tail: Array(whole.prefix(index)), byteCount: index)
            #expect(entries(Array(directory.prefix(index))).isEmpty || index >= directory.count)
        }
    }
}
