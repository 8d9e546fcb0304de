import CGLib

/// A Swift value behind the data pointer of a C callback.
public final class Boxed<Value> {
    /// The value.
    public var value: Value

    /// A box of `value`.
    public init(_ value: Value) { self.value = value }

    /// The pointer for C, which retains the box until C calls ``releaseObject``.
    public var data: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The value of the box behind `data`.
    public static func value(in data: UnsafeMutableRawPointer) -> Value {
        Unmanaged<Boxed>.fromOpaque(data).takeUnretainedValue().value
    }
}

/// Releases the Swift object behind the data pointer of a C callback.
public let releaseObject: GDestroyNotify = { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
