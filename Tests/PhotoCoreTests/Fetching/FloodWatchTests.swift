@testable import PhotoCore
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
        let closed = (1...20).flatMap { watch.look(turn: $0, received: [3: UInt64($0) * much], bodies: [3: .max]) }
        #expect(closed.isEmpty)
    }

    @Test func `A body may come in small pieces, each with something else, but not in padding`() {
        func closed(_ body: Int) -> [Int32] {
            var watch = FloodWatch()
            return (1...20).flatMap { watch.look(turn: $0, received: [3: UInt64($0) * much], bodies: [3: body]) }
        }
        #expect(closed(Int(much) / 64 + 1).isEmpty)
        #expect(closed(.max).isEmpty)
        #expect(closed(Int(much) / 265).first == 3)
        for none in [0, -1, .min] { #expect(closed(none).first == 3) }
    }

    @Test func `What a body brings counts for what has come beside it, and not for what will come`() {
        var watch = FloodWatch()
        #expect(watch.look(turn: 1, received: [3: 0]).isEmpty)
        #expect(watch.look(turn: 2, received: [3: 4 * much], bodies: [3: 1 << 40]).isEmpty)
        #expect(watch.look(turn: 3, received: [3: 8 * much], bodies: [3: 1 << 40]).isEmpty)
        #expect(watch.look(turn: 4, received: [3: 12 * much], bodies: [3: 0]).isEmpty)
        #expect(watch.look(turn: 5, received: [3: 16 * much], bodies: [3: Int(3 * much) / 64]) == [3])
    }

    @Test func `A connection that has brought 40 MiB since its last body is closed, whatever the thread does`() {
        var watch = FloodWatch()
        let closed = (1...6).map { look in
            watch.look(
                turn: look, received: [3: UInt64(look) * much, 4: UInt64(look)], bodies: look == 1 ? [3: .max] : [:])
        }
        #expect(closed == [[], [], [], [], [], [3]])
        #expect(watch.look(turn: 7, received: [3: 9 * much], bodies: [3: .max]).isEmpty)
        #expect(watch.look(turn: 8, received: [3: .max, 4: 0]) == [3])
        #expect(watch.look(turn: 9, received: [3: 0, 4: 0]).isEmpty)
    }

    @Test func `It brings as many bytes beside bodies as it may, and not one more`() {
        for (more, closed) in [(0, []), (1, [3])] as [(Int, [Int32])] {
            var watch = FloodWatch()
            #expect(watch.look(turn: 1, received: [3: 0]).isEmpty)
            #expect(watch.look(turn: 2, received: [3: UInt64(FloodWatch.mostBytesBesideBodies + more)]) == closed)
        }
    }

    @Test func `A thread that is stuck elsewhere closes nothing, and a count that falls is another connection's`() {
        var watch = FloodWatch()
        let looks: [[Int32: UInt64]] = Array(repeating: [3: 6 << 20, 4: 0], count: 9) + [[3: 5], [:]]
        let closed = looks.flatMap { watch.look(turn: 0, received: $0) }
        #expect(closed.isEmpty)
    }
}

@Suite("Waiting for tickets")
struct TicketPatienceTests {
    @Test func `It ends after the time of three heads, of which a person has as many as wanted`() {
        var patience = TicketPatience()
        #expect((1...3).map { _ in patience.isOver(waitsForPerson: false) } == [false, false, true])
        patience = TicketPatience()
        #expect([patience.isOver(waitsForPerson: false)] == [false])
        #expect((1...100).allSatisfy { _ in !patience.isOver(waitsForPerson: true) })
        #expect((1...3).map { _ in patience.isOver(waitsForPerson: false) } == [false, false, true])
    }
}
