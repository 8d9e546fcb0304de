import Glibc

/// A library that is loaded on first use, and not linked: a process that does not decode does not map it, and the
/// program's start does not wait for it.
struct LazyLibrary {
    /// The library lacks a function.
    struct Missing: Error {}

    private let handle: UnsafeMutableRawPointer

    /// Loads the library `file`, which the dynamic linker finds; nil if it is not installed. The library stays loaded.
    init?(_ file: String) {
        guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// Returns the function `name`, which must have this type.
    func function<Function>(_ name: String) throws(Missing) -> Function {
        guard let symbol = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(symbol, to: Function.self)
    }
}
