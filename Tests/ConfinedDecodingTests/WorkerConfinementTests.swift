@testable import ConfinedDecoding
import Foundation
@testable import PhotoCore
import Testing

/// What a worker under attack can still do. Each test tries it from inside a worker.
@Suite("A worker under attack")
struct WorkerConfinementTests {
    private let pool = WorkerPool(Workers.hostile, most: 1)
    private var decoder: ConfinedDecoder { ConfinedDecoder(pool) }

    @Test(
        "It cannot read, find or create a file",
        arguments: [
            "open /etc/passwd", "open /proc/self/maps", "open /dev/null", "open .", "create /tmp/classic-photos-escape",
            "stat /etc/passwd",
        ])
    func files(command: String) {
        #expect(Workers.outcome(command, decoder) == .unreadable(reason: "Permission denied"))
        #expect(access("/tmp/classic-photos-escape", F_OK) != 0)
    }

    @Test("A worker for drawings reads fonts, and nothing else", arguments: ["/etc/passwd", "/proc/self/maps", "."])
    func fonts(file: String) {
        guard let font = Self.font else { return }
        let refused = DecodeFailure.unreadable(reason: "Permission denied")
        func outcome(_ command: String) -> DecodeFailure? {
            Workers.outcome(command, decoder, as: Workers.drawing(command))
        }
        #expect(outcome("open \(font)") == .unreadable(reason: "allowed"))
        #expect(outcome("open \(file)") == refused)
        #expect(outcome("stat \(file)") == refused)
        #expect(outcome("create /usr/share/fonts/classic-photos-escape") == refused)
        #expect(outcome("create \(font)") == refused)
        #expect(outcome("environment") == Workers.outcome("environment", decoder))
        #expect(outcome("socket") == .crashed)
    }

    @Test("A worker of any kind cannot read, find or create a file", arguments: WorkerKind.allCases)
    func files(kind: WorkerKind) {
        for attack in ["open /etc/passwd", "open .", "create /tmp/classic-photos-escape", "stat /etc/passwd"] {
            let refused = DecodeFailure.unreadable(reason: "Permission denied")
            #expect(Workers.outcome(attack, in: kind, of: pool) == refused, "\(attack)")
        }
        #expect(access("/tmp/classic-photos-escape", F_OK) != 0)
    }

    /// Sockets, processes, programs, signals that others could send, memory to execute or to share.
    @Test("The kernel kills a worker of any kind for what no decoder needs", arguments: WorkerKind.allCases)
    func systemCalls(kind: WorkerKind) {
        let attacks = [
            "socket", "local-socket", "fork", "replace", "kill \(getpid())", "kill-self \(SIGKILL)", "execute",
            "execute-later", "share", "share-mapping", "grow",
        ]
        for attack in attacks { #expect(Workers.outcome(attack, in: kind, of: pool) == .crashed, "\(attack)") }
    }

    @Test("A worker starts threads if its libraries need them; the kernel kills others", arguments: WorkerKind.allCases)
    func threads(kind: WorkerKind) {
        let starts = [WorkerKind.films, .drawings, .writers].contains(kind)
        let expected = starts ? DecodeFailure.unreadable(reason: "allowed") : DecodeFailure.crashed
        #expect(Workers.outcome("thread", in: kind, of: pool) == expected)
    }

    @Test("It has only the link as a descriptor, and only the environment that it needs")
    func leftovers() {
        #expect(Workers.outcome("descriptors", decoder) == .unreadable(reason: "0"))
        let kept = Set(["LANG", "SWIFT_BACKTRACE", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"])
        guard case .unreadable(let names) = Workers.outcome("environment", decoder) else {
            return #expect(Bool(false), "the worker reports the names")
        }
        #expect(Set(names.split(separator: ",").map(String.init)).isSubset(of: kept))
    }

    @Test("It gets the memory of its limit, and no more")
    func memory() throws {
        guard case .unreadable(let gigabytes) = Workers.outcome("memory", decoder) else {
            return #expect(Bool(false), "the worker reports the gigabytes")
        }
        // The program and its libraries take some of it.
        #expect(try #require(Int(gigabytes)) == WorkerRights.memoryByteCount >> 30 - 1)
    }

    @Test("It cannot seal memory, which would keep the program from doing so")
    func seals() {
        #expect(Workers.outcome("seal", decoder) == .unreadable(reason: "Operation not permitted"))
    }

    @Test("It opens as many descriptors as its limit, and not one more")
    func most() {
        guard let font = Self.font else { return }
        let command = "most-descriptors \(font)"
        let outcome = Workers.outcome(command, decoder, as: Workers.drawing(command))
        #expect(outcome == .unreadable(reason: "\(WorkerRights.descriptors)"))
    }

    @Test("The program lends it as much memory as its picture has pixels, and not a byte more")
    func borrows() {
        // Of 16 pixels a side: see Workers.outcome.
        let most = 16 * 16 * 4
        #expect(Workers.outcome("borrow \(most)", decoder) == .unreadable(reason: "allowed"))
        #expect(Workers.outcome("borrow 1", decoder) == .unreadable(reason: "allowed"))
        let processes = pool.processes
        #expect(Workers.outcome("borrow \(most + 1)", decoder) == .unreadable(reason: "refused"))
        #expect(Workers.outcome("borrow \(WorkerRights.sharedByteCount)", decoder) == .unreadable(reason: "refused"))
        #expect(Set(processes).isSubset(of: pool.processes))
        #expect(Workers.outcome("borrow \(WorkerRights.sharedByteCount + 1)", decoder) == .crashed)
    }

    @Test("For a photo whose header says nothing it lends as much as any photo needs")
    func borrowsForPhoto() {
        func borrow(_ count: Int) throws {
            _ = try decoder.decodePhoto(Workers.picture("borrow \(count)"), at: .level(0), isCancelled: { false })
        }
        #expect(throws: DecodeFailure.unreadable(reason: "allowed")) { try borrow(WorkerRights.sharedByteCount) }
        #expect(throws: DecodeFailure.crashed) { try borrow(WorkerRights.sharedByteCount + 1) }
    }

    @Test("One that decodes nothing gets no memory for pixels")
    func borrowsNothing() {
        let jobs = WorkerJobs(pool, WorkerLimits())
        #expect(throws: DecodeFailure.unreadable(reason: "refused")) {
            try jobs.run(.facts, .metadata, [Workers.picture("borrow 1")], isCancelled: { false }) { reply, _, _ in
                reply == .ended ? () : nil
            }
        }
    }

    @Test("It reports which fences stand: all that this kernel has")
    func fences() throws {
        _ = Workers.outcome("environment", decoder)
        let fences = try #require(pool.fences)
        #expect(fences.systemCalls && fences.limits)
        #expect(fences.landlock == max(0, Self.landlock))
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        #expect(status.contains("Seccomp:"))
    }

    /// A font of this system; nil if it has none.
    private static var font: String? {
        let folder = "/usr/share/fonts"
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        // A space would end the command's word.
        let font = names.first { ($0.hasSuffix(".ttf") || $0.hasSuffix(".otf")) && !$0.contains(" ") }
        return font.map { "\(folder)/\($0)" }
    }

    /// The version of the kernel's Landlock; at most 0 without it.
    private static var landlock: Int {
        // Swift does not import syscall, whose arguments vary. These are passed like those of any function.
        typealias Call = @convention(c) (Int, UnsafeRawPointer?, Int, CUnsignedInt) -> Int
        guard let call = dlsym(nil, "syscall") else { return 0 }
        // landlock_create_ruleset has this number on every machine; LANDLOCK_CREATE_RULESET_VERSION is 1.
        return unsafeBitCast(call, to: Call.self)(444, nil, 0, 1)
    }
}
