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
}
