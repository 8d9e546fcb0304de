import CGLib

#if THREAD_SANITIZER
    import Instrumentation
#endif

/// Owns one reference to a GObject.
///
/// GObject's reference count is atomic, so this may cross threads; the object's own contract says from where it may be
/// called.
package final class ObjectReference: Sendable {
    /// The object, valid as long as this wrapper. (nonisolated(unsafe): never written after init, and its reference
    /// count is atomic.)
    nonisolated(unsafe) package let pointer: UnsafeMutableRawPointer

    /// Takes over the caller's reference (from a constructor, or a `transfer full` result).
    package init(taking pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    /// Takes over a new object. GLib's constructors abort rather than return NULL.
    package convenience init<Object>(new object: UnsafeMutablePointer<Object>?) {
        self.init(new: object.map { OpaquePointer($0) })
    }

    /// Takes over a new object, likewise.
    package convenience init(new object: OpaquePointer?) {
        guard let object else { preconditionFailure("GLib's constructors abort rather than return NULL") }
        self.init(taking: UnsafeMutableRawPointer(object))
    }

    /// Adds a reference to a borrowed object, or sinks a floating one.
    package init(borrowing pointer: UnsafeMutableRawPointer) { self.pointer = g_object_ref_sink(pointer) }

    deinit { g_object_unref(pointer) }

    /// The object as a typed pointer, for types with a declared struct.
    package func typed<Object>(_: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
        pointer.assumingMemoryBound(to: Object.self)
    }

    /// The object as Swift imports types with a hidden struct.
    package var opaque: OpaquePointer { OpaquePointer(pointer) }
}

extension String {
    /// A copy of C text, which is freed; nil for NULL.
    package init?(taking text: UnsafeMutablePointer<CChar>?) {
        guard let text else { return nil }
        defer { g_free(text) }
        self.init(cString: text)
    }
}

/// A Swift value behind the data pointer of a C callback.
package final class Boxed<Value> {
    package var value: Value

    package init(_ value: Value) { self.value = value }

    /// The pointer for C, which retains the box until C calls ``releaseObject``.
    package var data: UnsafeMutableRawPointer {
        let data = Unmanaged.passRetained(self).toOpaque()
        #if THREAD_SANITIZER
            HandOver.begin(data)
        #endif
        return data
    }

    /// The value of the box behind `data`.
    package static func value(in data: UnsafeMutableRawPointer) -> Value {
        #if THREAD_SANITIZER
            HandOver.end(data)
        #endif
        return Unmanaged<Boxed>.fromOpaque(data).takeUnretainedValue().value
    }
}

/// Releases the Swift object behind the data pointer of a C callback.
package let releaseObject: GDestroyNotify = { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
