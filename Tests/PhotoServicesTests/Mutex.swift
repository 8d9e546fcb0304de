#if THREAD_SANITIZER || compiler(<6.2)
    import Instrumentation

    typealias Mutex = PthreadMutex
#endif
