import CGLib

/// Owns one reference to a GObject.
///
/// GObject's reference count is atomic, so this may be handed from thread to thread; what may be *called* on the object
/// from where is the object's own contract.
public final class ObjectReference: Sendable {
    /// The object. Valid for as long as this wrapper lives. (nonisolated(unsafe): never written after init, and the
    /// count behind it is atomic.)
    nonisolated(unsafe) public let pointer: UnsafeMutableRawPointer

    /// Takes over the reference that the caller owns (from a constructor, or a `transfer full` result).
    public init(taking pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    /// Adds a reference of its own to what the caller merely borrows; a floating reference is sunk.
    public init(borrowing pointer: UnsafeMutableRawPointer) {
        self.pointer = g_object_ref_sink(pointer)
    }

    deinit { g_object_unref(pointer) }

    /// The object as a typed pointer, for types whose struct C declares.
    public func typed<Object>(_: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
        pointer.assumingMemoryBound(to: Object.self)
    }

    /// The object as Swift imports types whose struct C hides.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }
}
