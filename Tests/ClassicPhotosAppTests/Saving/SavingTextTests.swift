import Testing

@testable import ClassicPhotosApp
@testable import PhotoCore

@Suite struct SavingTextTests {
    private static let export = PhotoSaving.Kind.export(ExportOptions())

    private static func outcome(
        _ total: Int, kept: Int, missing: [(String, PhotoSaveFailure)] = [], isCancelled: Bool = false
    ) -> SaveOutcome {
        var outcome = SaveOutcome(total: total)
        for number in 0..<kept {
            outcome.add(.success(SavedPhotoFile(path: "/a/\(number).jpg", byteCount: 1)), number, "\(number)")
        }
        for (number, (name, failure)) in missing.enumerated() { outcome.add(.failure(failure), kept + number, name) }
        outcome.isCancelled = isCancelled
        return outcome
    }

    @Test func `How far it is is said by name, and by number where there are several`() {
        var one = SaveProgress(total: 1)
        one.begin(0)
        #expect(SavingText.progress(.original, one, name: "Beach") == "Saving “Beach”")
        one.move(0, to: SavePart(fraction: nil, byteCount: 12_345_678))
        #expect(SavingText.progress(.original, one, name: "Beach") == "Saving “Beach”, 12.3 MB so far")
        var many = SaveProgress(total: 10)
        for number in 0..<3 { many.begin(number) }
        many.end(0)
        #expect(SavingText.progress(Self.export, many, name: "Beach") == "Exporting 3 of 10: “Beach”")
    }

    @Test func `A single photo is named in quotation marks`() {
        #expect(SavingText.title("Black & White") == "“Black & White”")
    }

    @Test func `What was done is said in a line`() {
        #expect(SavingText.done(.original, Self.outcome(1, kept: 1), place: "a.jpg") == "Saved as “a.jpg”")
        #expect(SavingText.done(Self.export, Self.outcome(3, kept: 3), place: "b") == "3 photos exported to “b”")
        let mixed = Self.outcome(3, kept: 2, missing: [("x", .save(.noRoom))])
        #expect(SavingText.done(.original, mixed, place: "b") == "2 of 3 photos saved to “b”")
        #expect(
            SavingText.done(.original, Self.outcome(1, kept: 0, missing: [("x", .save(.noRoom))]), place: "b") == nil)
    }

    @Test func `Without a photo and without a failure, that is said`() {
        let none = Self.outcome(0, kept: 0)
        #expect(SavingText.done(.original, none, place: "b") == "There are no photos to save.")
        #expect(SavingText.done(Self.export, none, place: "b") == "There are no photos to export.")
        #expect(SavingText.failures(.original, none, place: "b") == nil)
    }

    @Test func `After a cancellation the completed part is reported`() {
        let some = Self.outcome(10, kept: 3, isCancelled: true)
        #expect(SavingText.done(.original, some, place: "b") == "Cancelled. 3 of 10 photos were saved to “b”.")
        let none = Self.outcome(1, kept: 0, isCancelled: true)
        #expect(SavingText.done(Self.export, none, place: "b") == "Cancelled. Nothing was exported.")
    }

    @Test func `The desktop says how many were saved or were not, without names and reasons of strangers`() {
        let failure = ("<b>x</b>", PhotoSaveFailure.save(.noRoom))
        #expect(SavingText.notice(.original, Self.outcome(1, kept: 1), place: "a.jpg") == "Saved as “a.jpg”")
        #expect(SavingText.notice(Self.export, Self.outcome(3, kept: 3), place: "b") == "3 photos exported to “b”")
        #expect(
            SavingText.notice(.original, Self.outcome(3, kept: 2, missing: [failure]), place: "b")
                == "2 of 3 photos saved to “b”")
        #expect(
            SavingText.notice(.original, Self.outcome(1, kept: 0, missing: [failure]), place: "b")
                == "1 photo was not saved")
        #expect(
            SavingText.notice(Self.export, Self.outcome(2, kept: 0, missing: [failure, failure]), place: "b")
                == "2 photos were not exported")
    }

    @Test func `The desktop says nothing of what the person has cancelled`() {
        #expect(SavingText.notice(.original, Self.outcome(9, kept: 3, isCancelled: true), place: "b") == nil)
    }

    @Test func `Failures are listed by reason, each with its photos`() {
        let missing =
            ["a", "b", "c", "d", "e"].map { ($0, PhotoSaveFailure.save(.noRoom)) } + [("f", .fetch(.tooManyRedirects))]
        let outcome = Self.outcome(9, kept: 3, missing: missing)
        #expect(
            SavingText.failures(.original, outcome, place: "b") == """
                6 of 9 photos were not saved:

                a, b, c and 2 more: There is not enough space. Free some, or save it somewhere else.

                f: The server redirects too many times.
                """)
        let one = Self.outcome(1, kept: 0, missing: [("a", .save(.isFolder))])
        #expect(
            SavingText.failures(.original, one, place: "a.jpg")
                == "a.jpg\n\nThere is already a folder with that name. Save it under another name.")
        #expect(SavingText.failures(.original, Self.outcome(2, kept: 2), place: "b") == nil)
    }

    @Test func `Months that could not be read are named with the number of their photos`() {
        var outcome = Self.outcome(50, kept: 20, missing: [("a", .fetch(.tooManyRedirects))])
        for month in ["May 2024", "June 2024", "July 2024"] {
            outcome.add(unread: 9, of: month, .fetch(.tooManyRedirects), 21)
        }
        outcome.add(unread: 1, of: "August 2024", .save(.noRoom), 22)
        #expect(
            SavingText.failures(.original, outcome, place: "b") == """
                29 of 50 photos were not saved:

                a, May 2024 (9 photos), June 2024 (9 photos) and 9 more: The server redirects too many times.

                August 2024 (1 photo): There is not enough space. Free some, or save it somewhere else.
                """)
    }

    @Test func `Of a catalogue, a single photo is counted, and what is missing as well`() {
        #expect(SavingText.done(Self.outcome(1, kept: 1), place: "b.json") == "1 photo saved to “b.json”")
        #expect(SavingText.done(Self.outcome(0, kept: 0), place: "b.json") == "0 photos saved to “b.json”")
        #expect(
            SavingText.done(Self.outcome(9, kept: 0, isCancelled: true), place: "b.json")
                == "Cancelled. Nothing was saved.")
        var outcome = Self.outcome(12, kept: 3)
        outcome.add(unread: 9, of: "May 2024", .fetch(.tooManyRedirects), 3)
        #expect(SavingText.done(outcome, place: "b.json") == "3 of 12 photos saved to “b.json”")
        #expect(
            SavingText.notCopied(outcome) == """
                9 of 12 photos were not copied:

                May 2024 (9 photos): The server redirects too many times.
                """)
        #expect(SavingText.notCopied(Self.outcome(2, kept: 2)) == nil)
    }

    @Test func `Many different reasons are not all told`() {
        let missing = (0..<7).map { ("\($0)", PhotoSaveFailure.encode(reason: "\($0)")) }
        let text = SavingText.failures(Self.export, Self.outcome(7, kept: 0, missing: missing), place: "b")
        #expect(text?.hasSuffix("And 3 more.") == true)
    }
}
