@testable import ConfinedDecoding
import CProcessLink
import Foundation
import Glibc
@testable import PhotoCore
import TestSupport

/// The programs that tests start as workers.
enum Workers {
    /// The real worker.
    static let real = DecoderProgram(path: WorkerPrograms.path("classic-photos-decoder"))
    /// A worker that runs the command in a picture: see HostileWorker.
    static let hostile = DecoderProgram(path: WorkerPrograms.path("hostile-decoder"))

    /// The processor time of a process; nil if it has ended.
    static func processorTime(_ process: pid_t) -> Duration? {
        let nanoseconds = process_processor_time(process)
        return nanoseconds < 0 ? nil : .nanoseconds(nanoseconds)
    }

    /// A worker of `pool` that has worked for so long that it has its task, which starting does not take; nil if there
    /// is none.
    static func atWork(_ pool: WorkerPool) -> pid_t? {
        pool.processes.first { processorTime($0) ?? .zero > .seconds(1) }
    }

    /// The state of a process, as in proc(5): R while it runs, S while it waits, Z when it has ended; nil afterwards.
    static func state(_ process: pid_t) -> String? {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.split(separator: ") ").last.map { String($0.prefix(1)) }
    }

    /// The resident memory of a process, in bytes, with shared memory; 0 if it has ended.
    static func residentByteCount(_ process: pid_t) -> Int {
        let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
        let words = text?.split(separator: " ") ?? []
        return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// A "picture" that makes the hostile worker run `command`.
    static func picture(_ command: String) -> Data {
        var header = [UInt8](repeating: 0, count: 26)
        (header[0], header[1], header[14]) = (0x42, 0x4D, 40)
        return Data(header) + Data(command.utf8)
    }

    /// A "drawing" that makes it run `command`, in a worker that may read fonts.
    static func drawing(_ command: String) -> Data {
        Data("<svg>".utf8) + Data(repeating: 0x20, count: 21) + Data(command.utf8)
    }

    /// How `attack` ends in the hostile worker of this kind; nil if it reports nothing.
    static func outcome(_ attack: String, in kind: WorkerKind, of pool: WorkerPool) -> DecodeFailure? {
        if kind == .archives { return outcome(inArchive: attack, pool) }
        do throws(DecodeFailure) {
            let jobs = WorkerJobs(pool, WorkerLimits())
            try jobs.run(.facts, kind, [picture(attack)], isCancelled: { false }) { _, _, _ in () }
            return nil
        } catch {
            return error
        }
    }

    private static func outcome(inArchive attack: String, _ pool: WorkerPool) -> DecodeFailure? {
        do throws(ArchiveFailure) {
            _ = try ConfinedUnpacker(pool).open(.sequential, MemorySource(attack), isCancelled: { false })
            return nil
        } catch .damaged(let reason) {
            return .unreadable(reason: reason)
        } catch .crashed {
            return .crashed
        } catch {
            return .unreadable(reason: "\(error)")
        }
    }

    /// What the hostile worker reports for `command`.
    static func outcome(
        _ command: String, _ decoder: ConfinedDecoder, as data: Data? = nil,
        isCancelled: () -> Bool = { false }
    ) -> DecodeFailure? {
        do throws(DecodeFailure) {
            _ = try decoder.decode(data ?? picture(command), toFill: .square(16), isCancelled: isCancelled)
            return nil
        } catch {
            return error
        }
    }
}
