import Testing

@testable import ConfinedDecoding

@Suite("How long a worker may take")
struct WorkerPatienceTests {
    private let limits = WorkerLimits()
    private let start = ContinuousClock.now
    private let least = Duration.nanoseconds(1)

    /// Whether a worker is given up at each of these times, with the processor time that it has used by then.
    private func isOver(
        _ times: [(time: Duration, used: Duration?)], within limits: WorkerLimits = WorkerLimits(),
        afterwards prepare: (inout WorkerPatience) -> Void = { _ in }
    ) -> [Bool] {
        var patience = WorkerPatience(limits, processorTime: .seconds(100), at: start)
        prepare(&patience)
        return times.map { patience.isOver(at: start + $0.time, processorTime: $0.used) }
    }

    /// A decode, and a save or an export.
    @Test(arguments: [WorkerLimits().processorTime, ConfinedFiles.processorTime])
    func `A worker may use its processor time, and not a nanosecond more`(_ time: Duration) {
        var limits = WorkerLimits()
        limits.processorTime = time
        let all = .seconds(100) + time
        #expect(isOver([(.zero, all)], within: limits) == [false])
        #expect(isOver([(.zero, all + least)], within: limits) == [true])
    }

    @Test func `A worker may be silent for its time, and not a nanosecond more`() {
        let silence = limits.silence
        #expect(isOver([(silence, nil), (silence + least, nil)]) == [false, true])
        // A message is a sign of life.
        #expect(isOver([(silence + least, nil)]) { $0.sign(at: start + least) } == [false])
        #expect(isOver([(silence + least + least, nil)]) { $0.sign(at: start + least) } == [true])
    }

    @Test func `The time of the program itself is no silence of the worker`() {
        let time = limits.silence
        #expect(isOver([(time + time, nil), (time + time + least, nil)]) { $0.excuse(time) } == [false, true])
    }

    @Test func `Work for more than a hundredth of that time is a sign of life; less is none`() {
        let hundredth = Duration.seconds(100) + limits.silence / 100
        for (used, isSign) in [(hundredth, false), (hundredth + least, true)] {
            #expect(isOver([(.seconds(1), used), (limits.silence + least, used)]) == [false, !isSign])
        }
    }

    @Test func `Starting is no work, but counts as processor time`() {
        #expect(
            isOver([(limits.silence + least, .seconds(105))]) { $0.isReady(processorTime: .seconds(105)) } == [true])
        let all = .seconds(100) + limits.processorTime + least
        #expect(isOver([(.zero, all)]) { $0.isReady(processorTime: all) } == [true])
    }

    @Test func `Clocks that go backwards end nothing`() {
        #expect(isOver([(.seconds(-1000), .zero)]) == [false])
    }
}
