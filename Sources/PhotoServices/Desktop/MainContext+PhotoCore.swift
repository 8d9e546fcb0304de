import GLibBridge
import PhotoCore

/// Delivers PhotoCore's results to GLib's main loop.
extension MainContext: MainContextPerforming {}
