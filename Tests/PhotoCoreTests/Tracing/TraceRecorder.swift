import Synchronization

@testable import PhotoCore

/// Records its events; only the test advances its clock.
final class TraceRecorder: TraceWriting {
    private let taken = Mutex<[TraceEvent]>([])
    private let time = Mutex(0)

    var now: Int {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// All events except names of threads.
    var events: [TraceEvent] {
        taken.withLock { $0 }.filter { event in
            if case .threadSeen = event.kind { false } else { true }
        }
    }
    var kinds: [TraceEvent.Kind] { events.map(\.kind) }

    func write(_ events: [TraceEvent]) { taken.withLock { $0 += events } }
    func close() {}

    /// A tracer that writes here, with this clock.
    func tracer() -> Tracer {
        let tracer = Tracer(clock: { [self] in now })
        tracer.attach(self)
        return tracer
    }
}

extension TraceEvent.Photo {
    static func sample(_ entry: Int, window: Int = 1) -> TraceEvent.Photo {
        .init(window: window, id: .init(catalogue: 1, entry: entry))
    }
}
