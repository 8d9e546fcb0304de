import CGLib
public func a() -> OpaquePointer? { nil }
public func objref(_ p: UnsafeMutablePointer<GObject>) {}
