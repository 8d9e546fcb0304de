import PhotoCore
import Testing

@Suite("A connection that keeps the network thread to itself")
struct FloodWatchTests {
    private let much: UInt64 = 9 << 20

    @Test func `It is closed when the thread has not come round for four looks and has read much of it meanwhile`() {
        var watch = FloodWatch()
        let closed = (0...4).map { watch.look(turn: 1, received: [3: UInt64($0) * much, 4: UInt64($0) << 18]) }
        #expect(closed == [[], [], [], [], [3]])
    }

    @Test func `A thread that comes round may read as much as it likes`() {
        var watch = FloodWatch()
        let closed = (1...20).flatMap { watch.look(turn: $0, received: [3: UInt64($0) * much]) }
        #expect(closed.isEmpty)
    }

    @Test func `A thread that is stuck elsewhere closes nothing, and a count that falls is another connection's`() {
        var watch = FloodWatch()
        let looks: [[Int32: UInt64]] = Array(repeating: [3: 6 << 20, 4: 0], count: 9) + [[3: 5], [:]]
        let closed = looks.flatMap { watch.look(turn: 0, received: $0) }
        #expect(closed.isEmpty)
    }
}
