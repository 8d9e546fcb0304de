import PhotoCore
import Testing

@Suite("What to start and what to cancel")
struct LoadPlanTests {
    private func id(_ entry: Int) -> PhotoRecord.ID { .init(catalogue: 1, entry: entry) }

    /// Four photos, each on screen or not, final or not, in progress or not: all 4,096 combinations.
    @Test func `On screen minus in progress is started, the reverse is cancelled, what is final is left alone`() {
        for bits in 0..<4096 {
            let onScreen = (0..<4).filter { bits >> $0 & 1 == 1 }
            let final = Set((0..<4).filter { bits >> ($0 + 4) & 1 == 1 })
            let inProgress = Set((0..<4).filter { bits >> ($0 + 8) & 1 == 1 })
            let plan = LoadPlan(
                onScreen: onScreen.map { .init(id: id($0), distance: Double($0), isFinal: final.contains($0)) },
                inProgress: Set(inProgress.map(id)))
            let expectedStart = onScreen.filter { !final.contains($0) && !inProgress.contains($0) }
            #expect(plan.start == expectedStart.map(id))
            #expect(plan.cancel == Set(inProgress.filter { !onScreen.contains($0) }.map(id)))
        }
    }

    @Test func `Those nearest the middle come first, and of two equally near the upper one`() {
        let distances = [300.0, 200, 100, 0, 100, 200, 300]
        let plan = LoadPlan(
            onScreen: distances.enumerated().map { .init(id: id($0.offset), distance: $0.element, isFinal: false) },
            inProgress: [])
        #expect(plan.start == [3, 2, 4, 1, 5, 0, 6].map(id))
    }
}
