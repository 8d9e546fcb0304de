import Foundation
import Testing
import TestSupport

@testable import PhotoCore

@Suite("The tracer")
@MainActor
struct TracerTests {
    @Test func `Off, it evaluates no argument, and reads no clock`() {
        let clock = TraceRecorder()
        let tracer = Tracer(clock: {
            clock.now += 1
            return 0
        })
        var evaluated = 0
        func kind() -> TraceEvent.Kind {
            evaluated += 1
            return .suspended(window: 1)
        }
        tracer.record(kind())
        let fixture = LoaderFixture(tracer: tracer)
        fixture.look(0..<4)
        #expect(fixture.finish(0..<4))
        #expect(evaluated == 0)
        #expect(clock.now == 0)
        #expect(tracer.figures == TraceFigures())
    }

    #if compiler(>=6.2)
        /// In a separate process: the runtime's hooks apply to all threads of a process.
        @Test func `Off, nothing is allocated`() async {
            await #expect(processExitsWith: .success) {
                let tracer = Tracer()
                let trace = LoadTrace(tracer)
                let photo = trace.photo(.init(catalogue: 1, entry: 0))
                let url = URL(fileURLWithPath: "/a")
                let name = String(repeating: "name ", count: 10)
                func tellAll() {
                    photo.begin(name, url, at: .queued)
                    trace.downloadBegan(url)
                    trace.downloadEnded(url, 3)
                    trace.suspended(true)
                    trace.holds(7)
                    tracer.looked(in: .disk, found: true)
                    tracer.record(.frame(duration: 1, interval: nil))
                    _ = photo.work(on: .decode) {
                        1
                    } next: { _ in
                        .delivery
                    }
                    photo.end(.failed(name + "!"))
                    RequestTrace(tracer, url).ended(.tooManyRedirects)
                }
                tellAll()
                guard let control = AllocationCount.during({ for _ in 0..<10 { _ = TraceRecorder() } }) else { return }
                precondition(control >= 10, "allocations are counted: \(control)")
                let count = AllocationCount.during { for _ in 0..<100 { tellAll() } }
                precondition(count == 0, "\(count ?? -1) objects were allocated")
            }
        }
    #else
        @Test(.disabled("Exit tests take Swift 6.2.")) func `Off, nothing is allocated`() {}
    #endif

    @Test func `It is on while it is watched, and starts empty`() {
        let tracer = Tracer()
        tracer.watch()
        #expect(tracer.isOn)
        tracer.record(.suspended(window: 1))
        #expect(tracer.figures.suspended == [1])
        tracer.unwatch()
        #expect(!tracer.isOn)
        #expect(tracer.figures == TraceFigures())
    }

    @Test func `A photo that was in progress before anybody watched leaves no end without a beginning`() {
        let recorder = TraceRecorder()
        let tracer = Tracer(clock: { 0 })
        let fixture = LoaderFixture(tracer: tracer)
        fixture.look(0..<1)
        #expect(fixture.fetcher.wait(untilOpen: 1))
        tracer.attach(recorder)
        #expect(fixture.finish(0..<1))
        let ends = recorder.kinds.filter {
            switch $0 {
            case .photoBegan, .stageBegan, .stageEnded, .photoEnded: true
            default: false
            }
        }
        #expect(ends.isEmpty)
    }
}
