import Testing

@testable import PhotoCore

@Suite("What a trace comes to")
struct TraceFiguresTests {
    private func figures(_ events: [(Int, TraceEvent.Kind)]) -> TraceFigures {
        events.reduce(into: TraceFigures()) { $0.take(TraceEvent(time: $1.0, thread: 1, kind: $1.1)) }
    }

    @Test func `Bytes a second are those of the last second`() {
        let figures = figures((0..<20).map { ($0 * 100_000, .requestReceived(1, bytes: 10)) })
        #expect(figures.bytes == 200)
        #expect(figures.bytesPerSecond(at: 1_900_000) == 100)
        #expect(figures.bytesPerSecond(at: 2_400_000) == 50)
        #expect(figures.bytesPerSecond(at: 9_000_000) == 0)
    }

    @Test func `The longest hold is forgotten after ten seconds, for the next longest`() {
        let figures = figures([
            (1_000_000, .held(.iteration, duration: 9000)), (2_000_000, .held(.wakeUp(items: 1), duration: 2000)),
            (3_000_000, .held(.iteration, duration: 5000)),
        ])
        #expect(figures.longestHold(at: 4_000_000) == 9000)
        #expect(figures.longestHold(at: 11_500_000) == 5000)
        #expect(figures.longestHold(at: 20_000_000) == 0)
    }

    @Test func `Percentiles are of the last frames`() {
        #expect(TraceFigures().frame(percentile: 99) == nil)
        let figures = figures((1...200).map { ($0, .frame(duration: $0, interval: nil)) })
        #expect(figures.frames.count == TraceFigures.frameCount)
        #expect(figures.frame(percentile: 50) == 140)
        #expect(figures.frame(percentile: 99) == 199)
    }

    @Test func `Memory is the sum over windows; of the events the last twenty are kept that are worth reading`() {
        let figures = figures(
            [(0, .memory(window: 1, bytes: 5)), (0, .memory(window: 2, bytes: 7)), (0, .memory(window: 1, bytes: 6))]
                + (0..<30).map { ($0, .suspended(window: 1)) } + [(40, .held(.iteration, duration: 10))])
        #expect(figures.memory == 13)
        #expect(figures.recent.map(\.time) == Array(10..<30))
        #expect(figures.suspended == [1])
    }
}
