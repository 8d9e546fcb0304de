import GtkBridge

/// What is done with photos beyond the window.
extension PhotoWindow {
    func addDesktopActions() {
        guard let photos else { return }
        let desktop = PhotoDesktop(of: self, services: photos.services)
        self.desktop = desktop
        desktop.addActions()
        desktop.addRowMenu()
        desktop.addDragging()
        desktop.addDropping(to: toasts)
        photos.onPageMade = { [weak desktop] in desktop?.addDragging(to: $0) }
        photos.onShown = { [weak desktop] in desktop?.update() }
    }

    /// What is open is called so now: photos of it have gone or come back. It is read again where it stands.
    func followSource(_ source: CatalogueSource) {
        self.source = source
        openAgain()
        program.rememberWhatIsOpen()
    }
}
