import CGLib

/// Owns one reference to a GObject.
///
/// GObject's reference count is atomic, so this may cross threads; the object's own contract says from where it may be
/// called.
public final class ObjectReference: Sendable {
    /// The object, valid as long as this wrapper. (nonisolated(unsafe): never written after init, and its reference
    /// count is atomic.)
    nonisolated(unsafe) public let pointer: UnsafeMutableRawPointer

    /// Takes over the caller's reference (from a constructor, or a `transfer full` result).
    public init(taking pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    /// Takes over a new object. GLib's constructors abort rather than return NULL.
    public convenience init<Object>(new object: UnsafeMutablePointer<Object>?) {
        self.init(new: object.map { OpaquePointer($0) })
    }

    /// Takes over a new object, likewise.
    public convenience init(new object: OpaquePointer?) {
        guard let object else { preconditionFailure("GLib's constructors abort rather than return NULL") }
        self.init(taking: UnsafeMutableRawPointer(object))
    }

    /// Adds a reference to a borrowed object, or sinks a floating one.
    public init(borrowing pointer: UnsafeMutableRawPointer) { self.pointer = g_object_ref_sink(pointer) }

    deinit { g_object_unref(pointer) }

    /// The object as a typed pointer, for types with a declared struct.
    public func typed<Object>(_: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
        pointer.assumingMemoryBound(to: Object.self)
    }

    /// The object as Swift imports types with a hidden struct.
    public var opaque: OpaquePointer { OpaquePointer(pointer) }
}
