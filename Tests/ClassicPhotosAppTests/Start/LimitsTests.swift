import Foundation
import Testing

@testable import ClassicPhotosApp
@testable import ConfinedDecoding
@testable import PhotoCore
@testable import PhotoServices

/// Compares SECURITY.md's table of limits with the program.
@Suite("The table of limits")
struct LimitsTests {
    /// In bytes, seconds or pieces.
    private static let limits: [String: Int] = [
        "Catalogue.maximumByteCount": Catalogue.maximumByteCount,
        "Catalogue.maximumRowCount": Catalogue.maximumRowCount,
        "Catalogue.maximumNameByteCount": Catalogue.maximumNameByteCount,
        "Catalogue.maximumShownNameByteCount": Catalogue.maximumShownNameByteCount,
        "Catalogue.maximumLocationByteCount": Catalogue.maximumLocationByteCount,
        "EntryTree.maximumDepth": EntryTree.maximumDepth,
        "ArchiveLimits.directoryByteCount": ArchiveLimits.directoryByteCount,
        "ArchiveLimits.members": ArchiveLimits.members,
        "ArchiveLimits.nameByteCount": ArchiveLimits.nameByteCount,
        "ArchiveLimits.unpackedByteCount": ArchiveLimits.unpackedByteCount,
        "ArchiveLimits.downloadByteCount": ArchiveLimits.downloadByteCount,
        "SavedName.longest": SavedName.longest,
        "FetchRequest.maximumPhotoByteCount": FetchRequest.maximumPhotoByteCount,
        "MemoryAccount.encodedByteCount": MemoryAccount.encodedByteCount,
        "WorkerLimits.pixels": WorkerLimits().pixels,
        "WorkerLimits.silence": Int(WorkerLimits().silence.components.seconds),
        "WorkerLimits.processorTime": Int(WorkerLimits().processorTime.components.seconds),
        "DecodeRequest.mostBytes": DecodeRequest.mostBytes,
        "WorkerRights.memoryByteCount": WorkerRights.memoryByteCount,
        "WorkerRights.sharedByteCount": WorkerRights.sharedByteCount,
        "WorkerRights.descriptors": WorkerRights.descriptors,
        "Redirection.most": Redirection.most,
        "InterimReplies.most": InterimReplies.most,
        "Hop.longestHead": Hop.longestHead,
        "Hop.longestHeadSeconds": Hop.longestHeadSeconds,
        "DataFetcher.defaultTimeoutSeconds": DataFetcher.defaultTimeoutSeconds,
        "BodyPace.fewestBytes": BodyPace.fewestBytes,
        "ReplyDrain.mostBytes": ReplyDrain.mostBytes,
        "FloodWatch.mostBytesBesideBodies": FloodWatch.mostBytesBesideBodies,
        "CredentialBook.mostServers": CredentialBook<Int>.mostServers,
        "DataFetcher.connectionsPerHost": DataFetcher.connectionsPerHost,
        "HTTPStore.defaultBudget": HTTPStore.defaultBudget,
    ]
    private static let units = ["KiB": 1 << 10, "MiB": 1 << 20, "s": 1]

    @Test func `says what the program's constants say`() throws {
        let file = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appendingPathComponent("SECURITY.md")
        var listed: [String: Int] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 4, cells[2].hasPrefix("`"), !cells[1].contains("/") else { continue }
            let words = cells[1].split(separator: " ").map(String.init)
            let number = try #require(words.first.flatMap { Int($0) }, "\(line)")
            let unit = try #require(words.count == 1 ? 1 : Self.units[words[1]], "\(line)")
            listed[cells[2].replacingOccurrences(of: "`", with: "")] = number * unit
        }
        #expect(listed == Self.limits)
    }
}
