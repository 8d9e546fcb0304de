#if THREAD_SANITIZER
    import PhotoCore

    typealias Mutex = InstrumentedMutex
#endif
