import CGLib

/// The source of a `ListModel`: creates rows on demand.
@MainActor
public protocol ListModelSource: AnyObject {
    /// How many rows there are; below 2^32.
    var rowCount: Int { get }
    /// The object of one row, `0 ..< rowCount`. The list retains it while a widget is bound to the row.
    func object(at row: Int) -> AnyObject
}

/// A GListModel with rows from Swift: a list of a million rows costs only its bound rows.
///
/// Each row's object is wrapped in a bare GObject; `ListModel.object(in:)` returns it.
@MainActor
open class ListModel {
    private let object: ObjectReference

    /// The GListModel for list widgets, which add their own reference.
    public var pointer: OpaquePointer { object.opaque }

    /// A model of `source`, which it retains, of a type from `makeType`.
    public init(_ source: any ListModelSource, type: UInt) {
        object = ObjectReference(taking: newObject(type, holding: source as AnyObject))
    }

    /// A new type of such models, for those with more interfaces. Its name is global to the process.
    public static func makeType(named name: String) -> UInt { ListModelTypes.makeModel(name) }

    /// The source of a model; nil for any other object.
    public static func source(of model: OpaquePointer?) -> (any ListModelSource)? {
        model.flatMap { heldObject(UnsafeMutableRawPointer($0)) } as? any ListModelSource
    }

    /// Notifies the widgets that at row `position`, `added` rows have replaced `removed`.
    public func itemsChanged(at position: Int, removed: Int, added: Int) {
        g_list_model_items_changed(pointer, guint(position), guint(removed), guint(added))
    }

    /// The Swift object in an item of such a model; nil for any other GObject.
    public static func object(in item: UnsafeMutableRawPointer) -> AnyObject? { heldObject(item) }
}

/// Registered once, at the first model: type names are global to the process.
private enum ListModelTypes {
    static let held = g_quark_from_string("classic-photos-held")

    static let item = register("ClassicPhotosItem")

    static func makeModel(_ name: String) -> GType {
        let type = register(name)
        var interface = GInterfaceInfo(
            interface_init: { interface, _ in
                guard let interface = interface?.assumingMemoryBound(to: GListModelInterface.self) else { return }
                interface.pointee.get_item_type = { _ in ListModelTypes.item }
                interface.pointee.get_n_items = { model in
                    MainActor.assumeIsolated(with: model) { guint(ListModel.source(of: $0)?.rowCount ?? 0) }
                }
                interface.pointee.get_item = { model, row in
                    let item = MainActor.assumeIsolated(with: model) { model -> UInt in
                        guard let source = ListModel.source(of: model), row < source.rowCount else { return 0 }
                        return UInt(bitPattern: newObject(ListModelTypes.item, holding: source.object(at: Int(row))))
                    }
                    return gpointer(bitPattern: item)
                }
            }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, g_list_model_get_type(), &interface)
        return type
    }

    private static func register(_ name: String) -> GType {
        g_type_register_static_simple(
            g_object_get_type(), name, guint(MemoryLayout<GObjectClass>.size), nil,
            guint(MemoryLayout<GObject>.size), nil, GTypeFlags(rawValue: 0))
    }
}

private func newObject(_ type: GType, holding object: AnyObject) -> UnsafeMutableRawPointer {
    guard let made = g_object_new_with_properties(type, 0, nil, nil) else {
        preconditionFailure("g_object_new returns NULL for no type that is registered")
    }
    g_object_set_qdata_full(
        made, ListModelTypes.held, Unmanaged.passRetained(object).toOpaque(), releaseObject)
    return UnsafeMutableRawPointer(made)
}

private func heldObject(_ object: UnsafeMutableRawPointer) -> AnyObject? {
    g_object_get_qdata(object.assumingMemoryBound(to: GObject.self), ListModelTypes.held)
        .map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}
