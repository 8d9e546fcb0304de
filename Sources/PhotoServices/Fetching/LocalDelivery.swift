import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// Hands on the events of a request whose bytes come from this computer or from an archive. They come on the network
/// thread, like those of a ``Transfer``, and none after the first end.
final class LocalDelivery: Sendable {
    private let request: WireRequest
    private let thread: EventLoopThread
    private let receive: Mutex<(@Sendable (WireEvent) -> Void)?>

    init(_ request: WireRequest, thread: EventLoopThread, receive: @escaping @Sendable (WireEvent) -> Void) {
        (self.request, self.thread) = (request, thread)
        self.receive = Mutex(receive)
    }

    /// Whether the end has been handed on, on the network thread.
    var hasEnded: Bool { receive.withLock { $0 == nil } }

    /// Hands on that there is a body, of `byteCount` bytes if that is known.
    func begin(byteCount: Int?) {
        tell(.file(nil, byteCount: byteCount))
        tell(.opened(nil, HostPolicy.Observation()))
    }

    /// Hands on bytes of the body. Calls `goOn` on the network thread when `task` may give more.
    func give(_ bytes: [UInt8], by task: AnyObject & Sendable, goOn: @escaping @Sendable () -> Void) {
        thread.perform {
            // None, once it has ended.
            guard let receive = self.receive.withLock({ $0 }) else { return }
            receive(.bytes(Data(bytes)))
            // The receiver may have stopped it.
            guard !self.hasEnded else { return }
            if let flow = self.request.flow { flow.given(bytes.count, by: task, goOn: goOn) } else { goOn() }
        }
    }

    /// Hands on the end of what `task` gave. Only the first end counts.
    func end(_ end: BodyEnd, by task: AnyObject & Sendable) {
        thread.perform {
            let receive = self.receive.withLock { $0.take() }
            self.request.flow?.ended(task)
            receive?(.ended(end))
        }
    }

    private func tell(_ event: WireEvent) { thread.perform { self.receive.withLock { $0 }?(event) } }
}
