import Foundation
import TestSupport
import Testing

@testable import PhotoCore

@MainActor
@Suite struct SavingTests {
    private let folder: URL
    private let context = HandDrivenMainContext()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("saving-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    }

    private func save(
        _ catalogue: Catalogue, _ entries: [UInt32]? = nil, to path: String, isCancelled: Bool = false
    ) throws(SaveFailure) {
        let order = entries.map { RowOrder($0, isAscending: false) } ?? RowOrder(identity: catalogue.count)
        let saving = CatalogueSaving(order, of: catalogue, as: .json, to: FilePath(path), mainContext: context)
        let result = Told<Result<SaveOutcome, SaveFailure>>()
        saving.start {
            if isCancelled { saving.cancel() }
        } ended: {
            result.value = $0
        }
        _ = context.run { result.value != nil }
        switch result.value {
        case .success(let outcome)?: if outcome.isCancelled { throw .cancelled }
        case .failure(let failure)?: throw failure
        case nil: throw .other(reason: "It does not end.")
        }
    }

    /// What was told last.
    @MainActor
    private final class Told<Value> {
        var value: Value?
    }

    private func failure(_ body: () throws(SaveFailure) -> Void) -> SaveFailure? {
        do throws(SaveFailure) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    private func names(in path: String) throws -> [String] {
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let photos = (document as? [String: Any])?["photos"] as? [[String: Any]]
        return photos?.compactMap { $0["name"] as? String } ?? []
    }

    @Test func `The entries are saved in the order given, and nothing else is left in the folder`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try save(try Finding.catalogue(["a", "b", "c"]), [2, 0], to: path("x.json"))
        #expect(try names(in: path("x.json")) == ["c", "a"])
        #expect(files == ["x.json"])
    }

    @Test func `A file that is there is replaced where a link leads to, and keeps its permissions`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: URL(fileURLWithPath: path("real.json")))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("real.json"))
        try FileManager.default.createSymbolicLink(atPath: path("link.json"), withDestinationPath: "real.json")
        try save(try Finding.catalogue(["a"]), to: path("link.json"))
        #expect(try names(in: path("real.json")) == ["a"])
        #expect(try FileManager.default.attributesOfItem(atPath: path("real.json"))[.posixPermissions] as? Int == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link.json")) == "real.json")
        #expect(files == ["link.json", "real.json"])
    }

    @Test func `Cancelled, the file is what it was`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("old".utf8).write(to: URL(fileURLWithPath: path("x.json")))
        let catalogue = try Finding.catalogue((0..<10_000).map { "Photo \($0)" })
        #expect(
            failure { () throws(SaveFailure) in try save(catalogue, to: path("x.json"), isCancelled: true) }
                == .cancelled)
        #expect(try String(contentsOfFile: path("x.json"), encoding: .utf8) == "old")
        #expect(context.run { files == ["x.json"] })
    }

    @Test func `What cannot be written says why`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try Finding.catalogue(["a"])
        #expect(failure { () throws(SaveFailure) in try save(catalogue, to: path("none/x.json")) } == .noFolder)
        #expect(failure { () throws(SaveFailure) in try save(catalogue, to: folder.path) } == .isFolder)
        #expect(failure { () throws(SaveFailure) in try save(catalogue, to: "/proc/x.json") } != nil)
        #expect(SaveFailure(errno: ENOSPC) == .noRoom)
        #expect(SaveFailure(errno: EROFS) == .notAllowed)
        #expect(SaveFailure(errno: EIO).description.hasPrefix("It could not be saved: "))
    }

    #if compiler(>=6.2)
        /// In a separate process: the limit applies to every file that a process writes.
        @Test func `A disk without room says so, and keeps what was there`() async {
            await #expect(processExitsWith: .success) {
                let (failure, files) = try await SavingTests().saveWithoutRoom()
                precondition(failure == .noRoom && files == [], "\(failure.debugDescription), \(files)")
            }
        }
    #else
        @Test(.disabled("Exit tests take Swift 6.2.")) func `A disk without room says so, and keeps what was there`() {}
    #endif

    /// A limit on file sizes stands in for a full disk: the writer gets the same error. Returns it, and what is left.
    fileprivate func saveWithoutRoom() throws -> (SaveFailure?, [String]) {
        defer { try? FileManager.default.removeItem(at: folder) }
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        signal(SIGXFSZ, SIG_IGN)
        limit.rlim_cur = 100_000
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        let catalogue = try Finding.catalogue((0..<10_000).map { "Photo \($0)" })
        let why = failure { () throws(SaveFailure) in try save(catalogue, to: path("x.json")) }
        return (why, context.run { files == [] } ? [] : files)
    }

    @Test func `Progress of saving arrives on the main context, and not after a cancellation`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let catalogue = try Finding.catalogue((0..<50_000).map { "\($0)" })
        let saving = CatalogueSaving(
            RowOrder(identity: 50_000), of: catalogue, as: .csv, to: FilePath(path("x.csv")), mainContext: context)
        let (fractions, ended) = (Told<[Double]>(), Told<Result<SaveOutcome, SaveFailure>>())
        saving.start {
            fractions.value = (fractions.value ?? []) + [saving.fraction]
        } ended: {
            ended.value = $0
        }
        #expect(context.run { ended.value != nil })
        #expect(try #require(ended.value).get().keptCount == 50_000)
        #expect(fractions.value == [0.4, 0.8, 1])
        #expect(files == ["x.csv"])

        let other = CatalogueSaving(
            RowOrder(identity: 50_000), of: catalogue, as: .csv, to: FilePath(path("y.csv")), mainContext: context)
        (fractions.value, ended.value) = (nil, nil)
        other.start {
            fractions.value = [other.fraction]
        } ended: {
            ended.value = $0
        }
        other.cancel()
        let outcome = try #require(ended.value).get()
        #expect(outcome.isCancelled && outcome.keptCount == 0)
        context.drain()
        #expect(fractions.value == nil)
        #expect(files == ["x.csv"])
    }
}

@Suite struct CopiedTextTests {
    @Test func `Names are a line each, addresses only of rows that have one`() throws {
        let catalogue = try Finding.catalogue(of: [
            ["name": "two\nlines"], ["name": "none", "location": ""], ["name": "", "location": "http://h/a%20b.jpg"],
        ])
        var names = CopiedLines(.names)
        #expect(names.append([2, 0], of: catalogue) == 2)
        #expect(names.append([1], of: catalogue) == 1)
        #expect(String(decoding: names.utf8, as: UTF8.self) == "a b.jpg\ntwo lines\nnone")
        var addresses = CopiedLines(.addresses)
        #expect(addresses.append(0..<3, of: catalogue) == 2)
        #expect(
            String(decoding: addresses.utf8, as: UTF8.self) == "http://example.org/albums/0.jpg\nhttp://h/a%20b.jpg")
    }
}
