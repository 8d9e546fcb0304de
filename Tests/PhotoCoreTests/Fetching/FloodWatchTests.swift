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

    @Test func `A thread that keeps turning may read any number of bytes of bodies`() {
        var watch = FloodWatch()
        let closed = (1...20).flatMap { watch.look(turn: $0, received: [3: UInt64($0) * much], working: [3]) }
        #expect(closed.isEmpty)
    }

    @Test func `A connection that has brought 40 MiB since its last body is closed, whatever the thread does`() {
        var watch = FloodWatch()
        let closed = (1...6).map { look in
            watch.look(turn: look, received: [3: UInt64(look) * much, 4: UInt64(look)], working: look == 1 ? [3] : [])
        }
        #expect(closed == [[], [], [], [], [], [3]])
        #expect(watch.look(turn: 7, received: [3: 9 * much], working: [3]).isEmpty)
        #expect(watch.look(turn: 8, received: [3: .max, 4: 0]) == [3])
        #expect(watch.look(turn: 9, received: [3: 0, 4: 0]).isEmpty)
    }

    @Test func `A thread that is stuck elsewhere closes nothing, and a count that falls is another connection's`() {
        var watch = FloodWatch()
        let looks: [[Int32: UInt64]] = Array(repeating: [3: 6 << 20, 4: 0], count: 9) + [[3: 5], [:]]
        let closed = looks.flatMap { watch.look(turn: 0, received: $0) }
        #expect(closed.isEmpty)
    }
}
