import GtkBridge
import PhotoCore

/// Copying a photo, to be pasted elsewhere.
extension PhotoDesktop {
    /// As it is shown, turned and filtered, with all its pixels; programs that want no picture get its address.
    func copyPicture(_ target: PhotoTarget) {
        let (load, turn, filter) = look(at: target)
        whole.picture(of: target.url, from: load, turn: turn, filter: filter, seenSince: owner.photos?.seenSince) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let plane):
                let content = ExchangedContent(
                    addresses: [target.url.withoutPassword.absoluteString], picture: Texture(plane))
                Clipboard.set(content, of: owner.window)
                say(DesktopText.pictureCopied)
            case .failure(let failure):
                fail("\(target.name)\n\n\(failure)") { [weak self] in self?.copyPicture(target) }
            }
        }
    }

    func copyAddress(_ target: PhotoTarget) {
        Clipboard.set(ExchangedContent(addresses: [target.url.withoutPassword.absoluteString]), of: owner.window)
        say(FindingText.copied(1, .addresses))
    }
}
