import CGLib

/// What a signal's argument becomes in Swift.
public protocol SignalValue {
    /// Reads the argument; GLib reports a value that holds another type.
    init(signalValue: UnsafePointer<GValue>)
}

/// What a handler may answer a signal with.
public protocol SignalResult {
    /// Sets the emission's return value.
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

    /// Answers with a gint.
    public func store(in result: UnsafeMutablePointer<GValue>) { g_value_set_int(result, CInt(clamping: self)) }
}

/// A key's symbol, modifiers: what C declares as guint or flags.
extension UInt32: SignalValue {
    /// Reads guint or flags.
    public init(signalValue value: UnsafePointer<GValue>) { self.init(truncatingIfNeeded: Int(signalValue: value)) }
}

extension Bool: SignalValue, SignalResult {
    /// Reads gboolean.
    public init(signalValue value: UnsafePointer<GValue>) { self = g_value_get_boolean(value) != 0 }
    /// Answers with a gboolean.
    public func store(in result: UnsafeMutablePointer<GValue>) { g_value_set_boolean(result, self ? 1 : 0) }
}

extension Double: SignalValue {
    /// Reads gdouble.
    public init(signalValue value: UnsafePointer<GValue>) { self = g_value_get_double(value) }
}

extension Optional: SignalValue where Wrapped: OptionalSignalValue {
    /// Reads what may be NULL.
    public init(signalValue value: UnsafePointer<GValue>) { self = Wrapped.read(value) }
}

extension Optional: SignalResult where Wrapped == ObjectReference {
    /// Answers with an object, which the emission takes a reference to.
    public func store(in result: UnsafeMutablePointer<GValue>) { g_value_set_object(result, self?.pointer) }
}

/// What may be missing in a signal's argument: a pointer or a text.
public protocol OptionalSignalValue {
    /// The argument; nil where it is NULL.
    static func read(_ value: UnsafePointer<GValue>) -> Self?
}

/// An object, a boxed value, a parameter specification, a variant: borrowed while the signal is emitted.
extension UnsafeMutableRawPointer: OptionalSignalValue {
    /// The pointer, as it lies in the value.
    public static func read(_ value: UnsafePointer<GValue>) -> Self? { g_value_peek_pointer(value) }
}

extension String: OptionalSignalValue {
    /// A copy of the text.
    public static func read(_ value: UnsafePointer<GValue>) -> Self? {
        g_value_get_string(value).map { String(cString: $0) }
    }
}

/// GLib's numbers of the fundamental types, which are macros in C (G_TYPE_MAKE_FUNDAMENTAL, a shift by 2).
enum FundamentalType: GType {
    case boolean = 20
    case int = 24
    case unsigned = 28
    case enumeration = 48
    case flags = 52
    case string = 64

    init?(of value: UnsafePointer<GValue>) { self.init(rawValue: g_type_fundamental(value.pointee.g_type)) }
}
