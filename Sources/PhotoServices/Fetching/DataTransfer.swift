import Foundation
import GLibBridge
import PhotoCore
import Synchronization

/// One request for an address that holds its own bytes. Its events come on the network thread, like those of a
/// ``Transfer``.
final class DataTransfer: FetchTask {
    private let request: WireRequest
    private let address: DataAddress
    private let thread: EventLoopThread
    private let receive: Mutex<(@Sendable (WireEvent) -> Void)?>

    init(
        _ request: WireRequest, _ address: DataAddress, thread: EventLoopThread,
        receive: @escaping @Sendable (WireEvent) -> Void
    ) {
        self.request = request
        self.address = address
        self.thread = thread
        self.receive = Mutex(receive)
    }

    func start() {
        thread.perform { [self] in
            let bytes = address.bytes
            guard bytes.count <= request.limit else {
                return end(BodyEnd(failure: .tooLarge(limit: request.limit)))
            }
            tell(.file(nil, byteCount: bytes.count))
            tell(.opened(nil, HostPolicy.Observation()))
            tell(.bytes(Data(bytes)))
            // The receiver may have stopped it.
            guard receive.withLock({ $0 != nil }) else { return }
            let last: @Sendable () -> Void = { self.end(.marked) }
            if let flow = request.flow {
                flow.given(bytes.count, by: self) { self.thread.perform(last) }
            } else {
                last()
            }
        }
    }

    func cancel() { thread.perform { self.end(BodyEnd(failure: .cancelled)) } }

    private func tell(_ event: WireEvent) { receive.withLock { $0 }?(event) }

    /// Only the first end counts.
    private func end(_ end: BodyEnd) {
        request.flow?.ended(self)
        receive.withLock { $0.take() }?(.ended(end))
    }
}
