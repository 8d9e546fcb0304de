import CProcessLink
import Foundation

/// What code under attack tries, in a worker of any kind. It does not return from what makes the kernel kill the
/// worker.
enum Attack {
    /// F_ADD_SEALS, which Swift does not import.
    private static let addSeals: CInt = 1033

    /// The outcome of the attack with this name and these arguments; nil if there is none.
    static func outcome(_ words: [String]) -> String? {
        switch words.first {
        case "open": return refusal(open(words[1], O_RDONLY))
        case "create": return refusal(open(words[1], O_RDWR | O_CREAT, 0o600))
        case "stat":
            var status = stat()
            return refusal(stat(words[1], &status))
        case "socket": return refusal(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        case "local-socket": return refusal(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        case "fork":
            var process: pid_t = -1
            let arguments = [strdup("/bin/true"), nil]
            return refusal(-posix_spawn(&process, "/bin/true", nil, nil, arguments, arguments))
        case "replace":
            let arguments = [strdup("/bin/true"), nil]
            return refusal(execv("/bin/true", arguments))
        case "thread":
            var thread = pthread_t()
            guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return "refused" }
            pthread_join(thread, nil)
            return "allowed"
        // The number is an argument, because the kernel kills for getppid() as well.
        case "kill": return refusal(kill(pid_t(words[1]) ?? 0, 0))
        case "kill-self": return refusal(raise(CInt(words[1]) ?? 0))
        case "execute": return refusal(mapping(PROT_READ | PROT_EXEC, MAP_PRIVATE))
        case "execute-later":
            return refusal(mprotect(mapping(PROT_READ | PROT_WRITE, MAP_PRIVATE), 4096, PROT_READ | PROT_EXEC))
        case "share-mapping": return refusal(mapping(PROT_READ | PROT_WRITE, MAP_SHARED))
        case "share": return refusal(shared_memory_reserve(1))
        case "grow": return refusal(ftruncate(0, 1))
        case "seal": return refusal(fcntl(0, Self.addSeals, 0))
        default: return nil
        }
    }

    private static func mapping(_ protection: CInt, _ sharing: CInt) -> UnsafeMutableRawPointer? {
        mmap(nil, 4096, protection, sharing | MAP_ANONYMOUS, -1, 0)
    }

    private static func refusal(_ mapping: UnsafeMutableRawPointer?) -> String {
        refusal(mapping == MAP_FAILED ? -1 : 0)
    }

    private static func refusal(_ result: CInt) -> String { result < 0 ? String(cString: strerror(errno)) : "allowed" }
}
