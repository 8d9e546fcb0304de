#if THREAD_SANITIZER
    /// Tells ThreadSanitizer that one thread gives an object to another through a library that it cannot see into, such
    /// as GLib's main loop. Other builds do not contain this.
    package enum HandOver {
        /// All that this thread has done so far happens before ``end(_:)`` for the same address.
        package static func begin(_ address: UnsafeMutableRawPointer) { release(address) }

        /// Whatever the thread that began it had done happened before.
        package static func end(_ address: UnsafeMutableRawPointer) { acquire(address) }
    }

    // tsan_interface.h of LLVM's compiler-rt.
    @_silgen_name("__tsan_release") private func release(_ address: UnsafeMutableRawPointer)
    @_silgen_name("__tsan_acquire") private func acquire(_ address: UnsafeMutableRawPointer)
#endif
