import PhotoServices
import GtkBridge
@MainActor public func run() { s(); _ = w() }
