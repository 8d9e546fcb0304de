#if THREAD_SANITIZER
    import Instrumentation

    typealias Mutex = InstrumentedMutex
#endif
