import Foundation
import Synchronization

/// Passes libFuzzer's documents to a parser. Started by `meson-helpers/fuzz`.
///
///     fuzz PARSER [libFuzzer's arguments]
///     fuzz --list                            prints all names
@main
enum Fuzz {
    private static let target = Mutex<FuzzTarget?>(nil)

    static func main() {
        let arguments = CommandLine.arguments
        if arguments.dropFirst().first == "--list" { return FuzzTarget.all.forEach { print($0.name) } }
        guard arguments.count > 1, let chosen = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
            print("usage: fuzz PARSER [libFuzzer's arguments]\nPARSER is one of:")
            FuzzTarget.all.forEach { print("    \($0.name)") }
            exit(2)
        }
        target.withLock { $0 = chosen }
        // libFuzzer gets only its own arguments.
        var argumentCount = CommandLine.argc - 1
        var argumentVector = CommandLine.unsafeArgv + 1
        exit(
            runDriver(&argumentCount, &argumentVector) { bytes, count in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
                Fuzz.target.withLock { $0 }?.run(Array(bytes))
                return 0
            })
    }
}

/// libFuzzer's own driver, for programs with a `main` (FuzzerDriver.cpp).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafeRawPointer?, Int) -> Int32
) -> Int32
