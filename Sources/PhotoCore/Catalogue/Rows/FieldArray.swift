#if compiler(>=6.2)
    /// One value for each kind of field, by its raw value.
    typealias FieldArray<Value> = InlineArray<14, Value>
#else
    /// One value for each kind of field, by its raw value: Swift 6.0 has no InlineArray. Takes an allocation.
    struct FieldArray<Value> {
        static var count: Int { 14 }
        private var values: [Value]

        init(repeating value: Value) { values = Array(repeating: value, count: Self.count) }

        var indices: Range<Int> { values.indices }

        subscript(index: Int) -> Value {
            get { values[index] }
            set { values[index] = newValue }
        }
    }

    extension FieldArray: Sendable where Value: Sendable {}
#endif
