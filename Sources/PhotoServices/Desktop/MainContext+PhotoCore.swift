import GLibBridge
import PhotoCore

/// The GLib main loop is what PhotoCore's results are handed back to.
extension MainContext: MainContextPerforming {}
