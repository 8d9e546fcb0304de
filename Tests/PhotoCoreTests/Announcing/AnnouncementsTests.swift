import PhotoCore
import Testing

@Suite("What is said aloud")
struct AnnouncementsTests {
    private var announcements = Announcements()

    @Test mutating func `Of each subject the newest is said, once`() {
        announcements.add("10 photos so far", about: .list)
        announcements.add("60 photos", about: .list)
        announcements.add("Lake, filtered", about: .row)
        #expect(announcements.isWaiting)
        #expect(announcements.take() == ["60 photos", "Lake, filtered"])
        #expect(announcements.take() == [])
        #expect(!announcements.isWaiting)
    }

    @Test mutating func `What has just been said is not said again`() {
        announcements.add("60 photos", about: .list)
        _ = announcements.take()
        announcements.add("1 of 60 selected", about: .list)
        announcements.add("60 photos", about: .list)
        #expect(announcements.take() == [])
        announcements.add("1 of 60 selected", about: .list)
        #expect(announcements.take() == ["1 of 60 selected"])
        announcements.add("60 photos", about: .list)
        #expect(announcements.take() == ["60 photos"])
    }

    @Test mutating func `What is no longer true is not said, and the same may be said of the next`() {
        announcements.add("Lake, failed to load", about: .photo)
        announcements.add("", about: .photo)
        #expect(!announcements.isWaiting)
        announcements.add("Lake", about: .photo)
        _ = announcements.take()
        announcements.add("", about: .photo)
        announcements.add("Lake", about: .photo)
        #expect(announcements.take() == ["Lake"])
    }

    @Test mutating func `A failure is said although the view changes with it`() {
        announcements.add("Lake, zoom 100%", about: .photo)
        _ = announcements.take()
        announcements.add("Lake failed to load", about: .failure)
        announcements.add("Lake, zoom 100%", about: .photo)
        #expect(announcements.take() == ["Lake failed to load"])
        announcements.add("Lake, zoom 50%", about: .photo)
        announcements.add("Lake failed to load", about: .failure)
        #expect(announcements.take() == ["Lake, zoom 50%"])
    }

    @Test mutating func `Each attempt that fails is said once, also in the same words`() {
        for _ in 0..<2 {
            announcements.add("", about: .failure)
            announcements.add("Lake failed to load", about: .failure)
            // Something else has changed.
            announcements.add("Lake failed to load", about: .failure)
            #expect(announcements.take() == ["Lake failed to load"])
            announcements.add("Lake failed to load", about: .failure)
            #expect(!announcements.isWaiting)
        }
    }
}
