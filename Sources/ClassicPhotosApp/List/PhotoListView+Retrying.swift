import PhotoCore

// Photos that are to be had anew: those that failed, those that are others now, those that memory had no room for.

extension PhotoListView {
    /// Leaves photos that failed alone from now on: a picture is wanted of how the list comes to rest.
    func stopRetrying() { loader.retriesByItself = false }

    /// Tries one photo again, whose button was pressed.
    func retry(_ record: PhotoRecord) {
        retriesByHand?()
        loader.retry(record)
        // The button that was pressed is gone: the keyboard goes on in the list.
        list.grabFocus()
        handle(.passWanted)
    }

    /// The files at `paths` have other content now.
    func filesChanged(_ paths: Set<FilePath>) {
        loader.filesChanged(paths, live: records.liveRecords)
        handle(.passWanted)
    }

    /// Tries every photo again that failed.
    func retryAll() {
        retriesByHand?()
        loader.forgetFailures()
        for record in records.liveRecords { loader.retry(record) }
        handle(.passWanted)
    }

    /// There is a network again: what failed without is tried again.
    func networkIsBack() {
        loader.networkIsBack()
        handle(.passWanted)
    }

    /// A server has let in somebody: what was refused before is tried again.
    func retryRefused() {
        loader.retryRefused(live: records.liveRecords)
        handle(.passWanted)
    }

    /// Memory is short.
    func releaseMemory() {
        loader.releaseMemory(onScreen: recordsOnScreen(), live: records.liveRecords)
        handle(.passWanted)
    }
}
