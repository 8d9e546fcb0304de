#if THREAD_SANITIZER || compiler(<6.2)
    import Glibc

    /// Replaces Synchronization's Mutex in builds for ThreadSanitizer, and by compilers before Swift 6.2.
    ///
    /// Mutex is a futex in an uninstrumented library of the toolchain: ThreadSanitizer sees no lock, and reports every
    /// guarded value as a race. It understands a pthread mutex. Swift 6.0 takes what a closure of Mutex's `withLock` is
    /// called with for values that cross between threads. Other builds do not contain this type.
    ///
    /// @unchecked Sendable: `value` is accessed only in `withLock`, which holds `mutex`.
    package final class PthreadMutex<Value>: @unchecked Sendable {
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
#endif
