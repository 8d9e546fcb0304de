import Testing

@testable import PhotoCore

@Suite struct BytesInPlaceTests {
    @Test(arguments: [(0, 0), (1, 1), (5, 5), (5, 2), (5, 0)])
    func `There are as many bytes as were written`(capacity: Int, count: Int) {
        let bytes = [UInt8](capacity: capacity) { room, written in
            #expect(room.count == capacity)
            for index in 0..<count { room[index] = UInt8(index) }
            written = count
        }
        #expect(bytes == (0..<count).map { UInt8($0) })
    }

    @Test func `An error passes through, with room and without`() {
        struct Refusal: Error {}
        for capacity in [0, 3] {
            #expect(throws: Refusal.self) { try [UInt8](capacity: capacity) { _, _ in throw Refusal() } }
        }
    }
}
