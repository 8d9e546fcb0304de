import GLibBridge

/// A catalogue that is being read.
struct LoadingCatalogue {
    let source: CatalogueSource
    /// Whether it is another version of what is on screen, which stays until all of the new one is there.
    let isReload: Bool
    /// Whether rows of it are on screen.
    var isShown = false
    /// How many rows of it have been read.
    var rows = 0
    /// The bar appears only for what takes a while.
    var barTimer: MainTimer?
}
