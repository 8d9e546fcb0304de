import Foundation
import Testing

@testable import ClassicPhotosApp
@testable import ConfinedDecoding
@testable import PhotoCore
@testable import PhotoDecoding
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
        "DocumentSpool.mostBytes": DocumentSpool.mostBytes,
        "EntryTree.maximumDepth": EntryTree.maximumDepth,
        "FolderWalk.mostFolders": FolderWalk.mostFolders,
        "FolderWalk.deepest": FolderWalk.deepest,
        "PageRetries.most": PageRetries.most, "PageRetries.longestSeconds": PageRetries.longestSeconds,
        "FolderWalk.longestAddress": FolderWalk.longestAddress,
        "LibraryStore.defaultBudget": LibraryStore.defaultBudget,
        "LibraryStore.longestList": LibraryStore.longestList,
        "KeptFolder.mostBytes": KeptFolder.mostBytes, "LibraryStore.longestPage": LibraryStore.longestPage,
        "ObjectFiller.mostWithoutAddress": ObjectFiller.mostWithoutAddress,
        "KeptBucket.mostBytes": KeptBucket.mostBytes, "PartPacking.mostParts": PartPacking.mostParts,
        "LibraryStore.mostLibraries": LibraryStore.mostLibraries,
        "LibraryMonths.mostMonths": LibraryMonths.mostMonths,
        "ImmichInterface.mostBytes": ImmichInterface.mostBytes,
        "LibraryMonths.mostPhotos": LibraryMonths.mostPhotos,
        "LibraryMonths.mostUncounted": LibraryMonths.mostUncounted,
        "TimelineSections.mostInMonth": TimelineSections.mostInMonth,
        "ImmichLists.mostBytes": ImmichLists.mostBytes,
        "PhotoPrismInterface.mostBytes": PhotoPrismInterface.mostBytes,
        "PhotoPrismLists.mostBytes": PhotoPrismLists.mostBytes,
        "GalleryFiller.mostBytes": GalleryFiller.mostBytes, "GalleryPhotos.mostPhotos": GalleryPhotos.mostPhotos,
        "ListedParts.most": ListedParts.most,
        "ListedParts.mostBytes": ListedParts.mostBytes,
        "ListedParts.longestName": ListedParts.longestName,
        "ListedParts.longestPath": ListedParts.longestPath,
        "LibraryLocation.mostInList": LibraryLocation.mostInList,
        "LibraryLocation.mostOffset": LibraryLocation.mostOffset,
        "ImmichLists.mostPagesOfPeople": ImmichLists.mostPagesOfPeople,
        "ImmichLists.mostPagesOfAll": ImmichLists.mostPagesOfAll,
        "PhotoPrismLists.mostPages": PhotoPrismLists.mostPages,
        "CloudSearchFiller.mostBytesFound": CloudSearchFiller.mostBytesFound,
        "CloudSearchFiller.mostBytes": CloudSearchFiller.mostBytes,
        "KeyringPatience.serviceSeconds": KeyringPatience.serviceSeconds,
        "KeyringPatience.personSeconds": KeyringPatience.personSeconds,
        "KeyringPatience.mostLostThreads": KeyringPatience.mostLostThreads,
        "TokenLogin.mostBytes": TokenLogin.mostBytes, "AccessToken.longest": AccessToken.longest,
        "LibraryPhoto.mostBytes": LibraryPhoto.mostBytes, "LibraryProbe.mostBytes": LibraryProbe.mostBytes,
        "PictureTickets.longest": PictureTickets.longest, "TicketRequests.mostBytes": TicketRequests.mostBytes,
        "RecentCatalogues.mostRecent": RecentCatalogues.mostRecent,
        "RecentCatalogues.mostPinned": RecentCatalogues.mostPinned,
        "RecentCatalogues.mostLibraries": RecentCatalogues.mostLibraries,
        "RecentCatalogues.longestFile": RecentCatalogues.longestFile,
        "WebBytes.mostBytes": WebBytes.mostBytes, "PageCount.mostPages": PageCount.mostPages,
        "WorkerRights.processorSeconds": WorkerRights.processorSeconds,
        "MonthLoader.mostAtOnce": MonthLoader.mostAtOnce, "MonthLoader.longestList": MonthLoader.longestList,
        "ReadMonths.mostBytes": ReadMonths.mostBytes,
        "SectionReader.mostTries": SectionReader.mostTries,
        "SectionReader.longestWaitMilliseconds": SectionReader.longestWaitMilliseconds,
        "ImmichLists.mostAnswers": ImmichLists.mostAnswers, "FetchMethod.mostFound": FetchMethod.mostFound,
        "FolderPage.mostFolders": FolderPage.mostFolders,
        "NextPages.mostParts": NextPages.mostParts,
        "PageTrail.mostBarren": PageTrail.mostBarren, "PageTrail.mostBarrenParts": PageTrail.mostBarrenParts,
        "JSONParser.longestText": JSONParser.longestText,
        "OpenStepTokenizer.longestText": OpenStepTokenizer.longestText,
        "CSVSession.longestField": CSVSession.longestField,
        "HTMLGuard.longestQuiet": HTMLGuard.longestQuiet,
        "HTMLGuard.mostSeparators": HTMLGuard.mostSeparators,
        "XMLPushParser.mostQuotes": XMLPushParser.mostQuotes, "XMLReply.mostQuotes": XMLReply.mostQuotes,
        "HTMLGuard.deepest": HTMLGuard.deepest,
        "StoredRecord.longest": StoredRecord.longest, "ShapeGrowth.mostKinds": ShapeGrowth.mostKinds,
        "ShapeGrowth.mostBytes": ShapeGrowth.mostBytes, "ShapeGrowth.mostJudged": ShapeGrowth.mostJudged,
        "LaterShapes.most": LaterShapes.most, "LaterShapes.mostPaths": LaterShapes.mostPaths,
        "ReferringRows.most": ReferringRows.most, "ShapeTree.maximumNesting": ShapeTree.maximumNesting,
        "PageStyles.mostBytes": PageStyles.mostBytes, "PageStyles.mostComparisons": PageStyles.mostComparisons,
        "CatalogueFormat.longestMarkdown": CatalogueFormat.longestMarkdown,
        "FeedTextElement.longestText": FeedTextElement.longestText,
        "ArchiveLimits.directoryByteCount": ArchiveLimits.directoryByteCount,
        "ArchiveLimits.members": ArchiveLimits.members,
        "ArchiveLimits.nameByteCount": ArchiveLimits.nameByteCount,
        "ArchiveLimits.unpackedByteCount": ArchiveLimits.unpackedByteCount,
        "ArchiveLimits.downloadByteCount": ArchiveLimits.downloadByteCount,
        "ArchiveLimits.pdfByteCount": ArchiveLimits.pdfByteCount,
        "ArchiveLimits.pages": ArchiveLimits.pages,
        "ArchiveLimits.pdfDepth": ArchiveLimits.pdfDepth,
        "ArchiveLimits.pictureNames": ArchiveLimits.pictureNames,
        "RecentNames.longestFile": RecentNames.longestFile,
        "RecentNames.longestFiles": RecentNames.longestFiles,
        "SavedName.longest": SavedName.longest,
        "FetchRequest.maximumPhotoByteCount": FetchRequest.maximumPhotoByteCount,
        "LibraryPhoto.mostVideoBytes": LibraryPhoto.mostVideoBytes,
        "MemoryAccount.encodedByteCount": MemoryAccount.encodedByteCount,
        "JPEGScans.most": JPEGScans.most,
        "JPEGScans.mostBlocks": JPEGScans.mostBlocks,
        "InkPicture.pixelLimit": InkPicture.pixelLimit,
        "ThumbnailFile.mostBytes": ThumbnailFile.mostBytes,
        "WorkerJobs.mostTries": WorkerJobs.mostTries,
        "WorkerLimits.pixels": WorkerLimits().pixels,
        "DecodeNeed.mostDrawnPixels.row": DecodeNeed.mostDrawnPixels.row,
        "DecodeNeed.mostDrawnPixels.page": DecodeNeed.mostDrawnPixels.page,
        "WorkerExchange.mostQuestions": WorkerExchange.mostQuestions,
        "WorkerLimits.silence": Int(WorkerLimits().silence.components.seconds),
        "WorkerLimits.processorTime": Int(WorkerLimits().processorTime.components.seconds),
        "ConfinedFiles.processorTime": Int(ConfinedFiles.processorTime.components.seconds),
        "DecodeRequest.mostBytes": DecodeRequest.mostBytes,
        "WorkerRights.memoryByteCount": WorkerRights.memoryByteCount,
        "WorkerRights.drawingByteCount": WorkerRights.drawingByteCount,
        "WorkerRights.archiveByteCount": WorkerRights.archiveByteCount,
        "WorkerRights.sharedByteCount": WorkerRights.sharedByteCount,
        "WorkerRights.handedByteCount": WorkerRights.handedByteCount,
        "WorkerRights.descriptors": WorkerRights.descriptors,
        "Redirection.most": Redirection.most,
        "InterimReplies.most": InterimReplies.most,
        "Hop.longestHead": Hop.longestHead, "HTTPExchange.mostQuestions": HTTPExchange.mostQuestions,
        "DataFetcher.defaultHeadSeconds": DataFetcher.defaultHeadSeconds,
        "DataFetcher.defaultTimeoutSeconds": DataFetcher.defaultTimeoutSeconds,
        "BodyPace.fewestBytes": BodyPace.fewestBytes,
        "FetchActivity.shortestPart": FetchActivity.shortestPart,
        "TicketPatience.mostHeads": TicketPatience.mostHeads,
        "ReplyDrain.mostBytes": ReplyDrain.mostBytes,
        "FloodWatch.mostBytesBesideBodies": FloodWatch.mostBytesBesideBodies,
        "BrowserLogin.longestSeconds": BrowserLogin.longestSeconds, "BrowserLogin.mostBytes": BrowserLogin.mostBytes,
        "GalleryLogin.mostBytes": GalleryLogin.mostBytes, "GallerySession.longest": GallerySession.longest,
        "CredentialBook.mostServers": CredentialBook<Int>.mostServers,
        "CredentialBook.mostRefusals": CredentialBook<Int>.mostRefusals,
        "CredentialBook.mostUnproved": CredentialBook<Int>.mostUnproved,
        "DataFetcher.connectionsPerHost": DataFetcher.connectionsPerHost,
        "SessionBox.mostConnections": SessionBox.mostConnections,
        "HTTPStore.defaultBudget": HTTPStore.defaultBudget,
        "HTTPStore.longestBody": HTTPStore.longestBody(of: HTTPStore.defaultBudget),
    ]
    /// Those that depend on the machine's memory.
    @MainActor private static let shares: [String: @MainActor (UInt64) -> Int] = [
        "MemoryAccount.decodedByteCount": { MemoryAccount.share(of: $0) },
        "HeldPhotos.defaultBudget": { HeldPhotos.budget(of: $0) },
    ]
    /// What the tests of other limits say, which do not name their constants: they choose a smaller limit, or count to
    /// it.
    private static let unnamed: [String: (file: String, text: String)] = [
        "ArchiveLimits.pdfByteCount": ("PDFReadingTests", "mostBytes: bytes.byteCount - 1"),
        "ArchiveLimits.pictureNames": ("PDFPictureTests", "most: 2"),
        "ArchiveLimits.unpackedByteCount": ("ArchiveLimitTests", "mostKept: kept"),
        "BodyPace.fewestBytes": ("RedirectionTests", "[1024, 2048, 3071]"),
        "BrowserLogin.longestSeconds": ("BrowserLoginTests", "after: 1200"),
        "CredentialBook.mostRefusals": ("CredentialBookTests", "is refused after the third no"),
        "CredentialBook.mostServers": ("CredentialBookTests", "Book.mostServers"),
        "CredentialBook.mostUnproved": ("CredentialBookTests", "Book.mostUnproved"),
        "DataFetcher.connectionsPerHost": ("DataFetcherTests", "connectionsPerHost: 2"),
        "DataFetcher.defaultHeadSeconds": ("DataFetcherTests", "headSeconds: headSeconds"),
        "DocumentSpool.mostBytes": ("EmbeddedPictureTests", "DocumentSpool(mostBytes: 5)"),
        "FetchActivity.shortestPart": ("FetchActivityTests", "A short beginning of what was asked for"),
        "HTTPStore.longestBody": ("PartialBodyTests", "budget: 2 * Self.body.count"),
        "ImmichLists.mostAnswers": ("ImmichSearchTests", "A search shows a thousand answers"),
        "ImmichLists.mostPagesOfAll": ("ListedPartsTests", "mostPagesOfAll: 2"),
        "ObjectFiller.mostWithoutAddress": ("ObjectFillerTests", "No more than a hundred thousand of them are counted"),
        "InterimReplies.most": ("RedirectionTests", "Sixteen are taken"),
        "LibraryMonths.mostUncounted": ("LibraryMonthsTests", "(100_001, 200_002)"),
        "LibraryStore.defaultBudget": ("LibraryStoreTests", "budget: 100_000"),
        "ListedParts.mostBytes": ("ListedPartsTests", "bytes: 5"),
        "MemoryAccount.decodedByteCount": ("BudgetedDecoderTests", "MemoryAccount.share(of:"),
        "MonthLoader.mostAtOnce": ("MonthLoaderTests", "Few are fetched at once"),
        "PageCount.mostPages": ("NextPageSearchTests", #"{"page": 999999"#),
        "PageStyles.mostBytes": ("StyleSheetTests", "Only so many rules of one page are held"),
        "PhotoPrismLists.mostPages": ("ListedPartsTests", "mostPages: 2"),
        "TicketPatience.mostHeads": ("FloodWatchTests", "TicketPatience()"),
        "WorkerLimits.pixels": ("WorkerMemoryTests", "limits.pixels = pixels"),
        "WorkerLimits.processorTime": ("WorkerPatienceTests", "WorkerLimits().processorTime"),
        "WorkerLimits.silence": ("WorkerPatienceTests", "limits.silence"),
        "WorkerRights.handedByteCount": ("WorkerMemoryTests", "mostHanded: most"),
        "WorkerRights.processorSeconds": ("WorkerFailureTests", "func processorTimeOfAllJobs"),
    ]
    private static let units = ["KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "s": 1]

    /// The folder of the sources, the tests and the documents.
    private static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// The text of each other file of tests in Swift, with a zero at its end.
    private static func otherTests() -> [String: Data] {
        let tests = root.appendingPathComponent("Tests", isDirectory: true)
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var texts: [String: Data] = [:]
        while let file = files?.nextObject() as? URL {
            let name = file.deletingPathExtension().lastPathComponent
            guard file.pathExtension == "swift", name.hasSuffix("Tests"), name != "LimitsTests" else { continue }
            texts[name, default: Data()] += (try? Data(contentsOf: file)) ?? Data()
        }
        return texts.mapValues { $0 + [0] }
    }

    private static func has(_ text: Data?, _ words: String) -> Bool {
        text?.withUnsafeBytes { bytes in
            bytes.baseAddress.map { strstr($0.assumingMemoryBound(to: CChar.self), words) != nil } ?? false
        } ?? false
    }

    /// Whether `text` has the constant, and not only one whose name begins like it.
    private static func names(_ text: Data, _ constant: String) -> Bool {
        text.withUnsafeBytes { bytes in
            guard var place = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
            while let found = strstr(place, constant) {
                place = UnsafePointer(found) + constant.utf8.count
                let next = UInt8(bitPattern: place.pointee)
                if next != UInt8(ascii: "_"), isalnum(CInt(next)) == 0 { return true }
            }
            return false
        }
    }

    @MainActor @Test func `has no limit without a test besides this one`() {
        let tests = Self.otherTests()
        #expect(tests.count > 100)
        for constant in Set(Self.limits.keys).union(Self.shares.keys).sorted() {
            if let (file, text) = Self.unnamed[constant] {
                #expect(Self.has(tests[file], text), "\(constant)")
            } else {
                #expect(tests.values.contains { Self.names($0, constant) }, "\(constant)")
            }
        }
    }

    /// The limit's cell of each row that names a constant.
    private func cells() throws -> [String: String] {
        let file = Self.root.appendingPathComponent("SECURITY.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 4 && cells[2].hasPrefix("`")
                ? (cells[2].replacingOccurrences(of: "`", with: ""), cells[1]) : nil
        }
        return Dictionary(rows) { first, _ in first }
    }

    @Test func `says what the program's constants say`() throws {
        var listed: [String: Int] = [:]
        for (constant, cell) in try cells() where !cell.contains("/") {
            let words = cell.split(separator: " ").map(String.init)
            let number = try #require(words.first.flatMap { Int($0) }, "\(constant)")
            let unit = try #require(words.count == 1 ? 1 : Self.units[words[1]], "\(constant)")
            listed[constant] = number * unit
        }
        #expect(listed == Self.limits)
    }

    @MainActor @Test func `says which share of a machine's memory the program takes`() throws {
        let cells = try cells().filter { $0.value.contains("/") }
        #expect(Set(cells.keys) == Set(Self.shares.keys))
        for (constant, share) in Self.shares {
            let cell = try #require(cells[constant], "\(constant)")
            // "1/4 of the machine's with the encoded bytes, 1280 to 1792 MiB"
            let words = cell.replacingOccurrences(of: "1/", with: "").split(separator: " ")
            let numbers = words.compactMap { Int($0) }
            try #require(numbers.count == 3 && cell.hasPrefix("1/") && cell.hasSuffix(" MiB"), "\(cell)")
            let encoded = cell.contains("with the encoded bytes") ? MemoryAccount.encodedByteCount : 0
            #expect(share(0) == numbers[1] << 20 && share(.max) == numbers[2] << 20)
            for limit in numbers[1...] {
                // The memory from which on, and up to which, the share counts.
                let memory = UInt64(numbers[0] * (limit << 20 + encoded))
                for near in [memory - 64 << 20, memory, memory + 64 << 20] {
                    let part = Int(near) / numbers[0] - encoded
                    #expect(share(near) == min(numbers[2] << 20, max(numbers[1] << 20, part)))
                }
            }
        }
    }
}
