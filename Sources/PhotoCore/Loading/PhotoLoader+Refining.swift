import Foundation

/// Photos of which a thumbnail is shown that is too small: it stays until there is more of them, and that is loaded
/// when everything else on screen has something to show.
extension PhotoLoader {
    /// Whether every photo on screen is shown, if only roughly, or failed.
    var isScreenSeen: Bool { lastPass.onScreen.allSatisfy(\.record.state.isFinal) }

    /// Wants more of what is shown roughly, or gives that up for what is not shown at all. Whether anything is to be
    /// refined.
    @discardableResult
    func refineOrGiveWay() -> Bool {
        guard isScreenSeen else {
            giveUpRefining()
            return false
        }
        guard refinesUnasked else { return false }
        var refines = false
        for item in lastPass.onScreen where mayRefine(item.record) {
            item.record.isRefreshing = true
            refines = true
        }
        return refines
    }

    private func mayRefine(_ record: PhotoRecord) -> Bool {
        guard case .filtered = record.state, let url = record.url else { return false }
        return held.isRough(url, filling: pictureSize) && retries.millisecondsUntilDue(url) ?? 0 == 0
    }

    /// Gives up what refines a photo that is shown: what has come of it is kept on disk, and gone on from.
    func giveUpRefining() {
        for id in pending.inProgress {
            guard let provider = pending.provider(of: id), provider.record.isRefreshing,
                held.isRough(provider.url, filling: pictureSize)
            else { continue }
            giveUp(id)
        }
    }

    /// Keeps the thumbnail of a photo of which more cannot be had. Whether there is one.
    func keepRough(_ provider: ImageProvider, after failure: PhotoFailure) -> Bool {
        let url = provider.url
        guard provider.record.isRefreshing, held.isRough(url, filling: pictureSize) else { return false }
        provider.record.isRefreshing = false
        retries.noteFailure(failure, of: url)
        if retries.millisecondsUntilDue(url) == nil { held.noteRough(nil, of: url) }
        askForNextPass()
        photoIsDone()
        return true
    }
}
