import PhotoCore
import TestSupport
import Testing

@Suite struct FetchFlowTests {
    @Test func `Delivery continues while there is room, and when there is room again`() {
        let flow = FetchFlow(limit: 100)
        let went = Counter()
        flow.given(60) { _ = went.next() }
        #expect(went.count == 1)
        flow.given(60) { _ = went.next() }
        #expect(went.count == 1)
        flow.taken(10)
        #expect(went.count == 1)
        flow.taken(11)
        #expect(went.count == 2)
        flow.taken(99)
        #expect(went.count == 2)
    }

    @Test func `A producer that has ended is not kept, and is not told that there is room`() {
        let flow = FetchFlow(limit: 100)
        let went = Counter()
        weak var kept: Producer?
        do {
            let (ended, other) = (Producer(flow), Producer(flow))
            kept = ended
            for producer in [ended, other] {
                flow.given(100, by: producer) {
                    _ = (producer, went.next())
                }
            }
            flow.ended(ended)
        }
        #expect(kept == nil)
        flow.taken(200)
        #expect(went.count == 1)
    }

    /// It keeps the flow, as producers do.
    private final class Producer: Sendable {
        private let flow: FetchFlow
        init(_ flow: FetchFlow) { self.flow = flow }
    }
}
