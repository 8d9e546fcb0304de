#if THREAD_SANITIZER
    import Glibc

    /// Stands in for Synchronization's Mutex in builds for ThreadSanitizer.
    ///
    /// That one is a futex in a library of the toolchain that is not instrumented: ThreadSanitizer sees no lock, and
    /// reports every value that one guards as a race. A pthread mutex it knows. The programs people use have no trace
    /// of this.
    ///
    /// @unchecked Sendable: `value` is touched in `withLock` alone, which holds `mutex`.
    package final class InstrumentedMutex<Value>: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private var value: Value

        package init(_ value: sending Value) {
            self.value = value
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        package func withLock<Result, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }
    }

    typealias Mutex = InstrumentedMutex
#endif
