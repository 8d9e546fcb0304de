extension [UInt8] {
    /// Bytes that `write` puts in place: it receives room for `capacity` of them, and says how many there are.
    ///
    /// Without room, the standard library's own initializer writes that number into the empty array, which all threads
    /// share.
    package init(
        capacity: Int, writing write: (inout UnsafeMutableBufferPointer<UInt8>, inout Int) throws -> Void
    ) rethrows {
        if capacity > 0 {
            try self.init(unsafeUninitializedCapacity: capacity, initializingWith: write)
        } else {
            self.init()
            var (none, count) = (UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0), 0)
            try write(&none, &count)
        }
    }
}
