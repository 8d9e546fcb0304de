import Dispatch
import Glibc

/// Whether `condition` holds within `seconds`; it is read again and again, on the calling thread.
///
/// It blocks even in an asynchronous test: there, a sleeping task waits for other tests that occupy all threads.
public func becomesTrue(within seconds: Double = 120, _ condition: () -> Bool) -> Bool {
    let deadline = DispatchTime.now() + seconds
    while !condition() {
        guard DispatchTime.now() < deadline else { return false }
        usleep(1000)
    }
    return true
}
