import CGLib

/// A signal's argument in Swift.
public protocol SignalValue {
    /// Reads the argument; GLib reports a value of another type.
    init(signalValue: UnsafePointer<GValue>)
}

/// A handler's result for a signal.
public protocol SignalResult {
    /// Sets the emission's result.
    func store(in result: UnsafeMutablePointer<GValue>)
}

extension Int: SignalValue, SignalResult {
    /// Reads gint, guint, an enumeration or flags.
    public init(signalValue value: UnsafePointer<GValue>) {
        switch FundamentalType(of: value) {
        case .unsigned: self = Int(g_value_get_uint(value))
        case .enumeration: self = Int(g_value_get_enum(value))
        case .flags: self = Int(g_value_get_flags(value))
        default: self = Int(g_value_get_int(value))
        }
    }

    /// Returns a gint.
    public func store(in result: UnsafeMutablePointer<GValue>) { g_value_set_int(result, CInt(clamping: self)) }
}

/// A key's symbol or modifiers: guint or flags in C.
extension UInt32: SignalValue {
    /// Reads guint or flags.
    public init(signalValue value: UnsafePointer<GValue>) { self.init(truncatingIfNeeded: Int(signalValue: value)) }
}

extension Bool: SignalValue, SignalResult {
    /// Reads gboolean.
    public init(signalValue value: UnsafePointer<GValue>) { self = g_value_get_boolean(value) != 0 }
    /// Returns a gboolean.
    public func store(in result: UnsafeMutablePointer<GValue>) { g_value_set_boolean(result, self ? 1 : 0) }
}

extension Double: SignalValue {
    /// Reads gdouble.
    public init(signalValue value: UnsafePointer<GValue>) { self = g_value_get_double(value) }
}

extension Optional: SignalValue where Wrapped: OptionalSignalValue {
    /// Reads a value that may be NULL.
    public init(signalValue value: UnsafePointer<GValue>) { self = Wrapped.read(value) }
}

extension Optional: SignalResult where Wrapped == ObjectReference {
    /// Returns an object, which the emission references.
    public func store(in result: UnsafeMutablePointer<GValue>) { g_value_set_object(result, self?.pointer) }
}

/// An optional argument: a pointer or a text.
public protocol OptionalSignalValue {
    /// The argument; nil for NULL.
    static func read(_ value: UnsafePointer<GValue>) -> Self?
}

/// An object, a boxed value, a parameter specification or a variant: borrowed during the emission.
extension UnsafeMutableRawPointer: OptionalSignalValue {
    /// The raw pointer.
    public static func read(_ value: UnsafePointer<GValue>) -> Self? { g_value_peek_pointer(value) }
}

extension String: OptionalSignalValue {
    /// A copy of the text.
    public static func read(_ value: UnsafePointer<GValue>) -> Self? {
        g_value_get_string(value).map { String(cString: $0) }
    }
}

/// GLib's fundamental types, macros in C (G_TYPE_MAKE_FUNDAMENTAL, a shift by 2).
enum FundamentalType: GType {
    case boolean = 20
    case int = 24
    case unsigned = 28
    case enumeration = 48
    case flags = 52
    case string = 64

    init?(of value: UnsafePointer<GValue>) { self.init(rawValue: g_type_fundamental(value.pointee.g_type)) }
}
