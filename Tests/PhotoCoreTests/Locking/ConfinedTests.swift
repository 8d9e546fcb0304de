import PhotoCore
import Testing

@Suite("State that is confined to a serial queue")
struct ConfinedTests {
    private struct State {
        var count = 0
    }

    @Test func `In its context it is changed, in the order of the calls`() async {
        let context = SerialContext("Test")
        let state = Confined(State(), to: context)
        for _ in 0..<100 { context.perform { state.count += 1 } }
        let count = await withCheckedContinuation { continuation in
            context.perform { continuation.resume(returning: state.count) }
        }
        #expect(count == 100)
    }

    #if compiler(>=6.2)
        @Test func `Elsewhere an access stops the program`() async {
            await #expect(processExitsWith: .failure) {
                let state = Confined(State(), to: SerialContext("Test"))
                state.count += 1
            }
        }
    #else
        @Test(.disabled("Exit tests take Swift 6.2.")) func `Elsewhere an access stops the program`() {}
    #endif
}
