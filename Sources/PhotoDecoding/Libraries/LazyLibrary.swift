import Glibc

/// A library that is loaded on first use, and not linked: a process that decodes nothing itself does not map it, and a
/// start does not wait for it.
struct LazyLibrary {
    /// It lacks a function.
    struct Missing: Error {}

    private let handle: UnsafeMutableRawPointer

    /// The library in `file`, as the dynamic linker finds it; nil if it is not installed. It stays loaded.
    init?(_ file: String) {
        guard let handle = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { return nil }
        self.handle = handle
    }

    /// The function of this name, which has to be of this type.
    func function<Function>(_ name: String) throws(Missing) -> Function {
        guard let symbol = dlsym(handle, name) else { throw Missing() }
        return unsafeBitCast(symbol, to: Function.self)
    }
}
