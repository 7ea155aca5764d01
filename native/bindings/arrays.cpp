#include "bindings/arrays.hpp"

namespace sbg::bindings {

namespace {

using ReadOnly = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Writable = nb::ndarray<nb::c_contig, nb::device::cpu>;

constexpr const char* item_names[] = {"bool",   "int8",   "uint8",   "int32",  "int64",
                                      "uint32", "uint64", "float16", "float32"};

const char* name_of(Item item) { return item_names[static_cast<int>(item)]; }

// The type of an array's items, or -1 for one that is not used here.
int item_of(nb::dlpack::dtype type) {
    using Code = nb::dlpack::dtype_code;
    const auto is = [&](Code code, int bits) {
        return type.code == static_cast<u8>(code) && type.bits == bits && type.lanes == 1;
    };
    if (is(Code::Bool, 8)) return static_cast<int>(Item::boolean);
    if (is(Code::Int, 8)) return static_cast<int>(Item::int8);
    if (is(Code::UInt, 8)) return static_cast<int>(Item::uint8);
    if (is(Code::Int, 32)) return static_cast<int>(Item::int32);
    if (is(Code::Int, 64)) return static_cast<int>(Item::int64);
    if (is(Code::UInt, 32)) return static_cast<int>(Item::uint32);
    if (is(Code::UInt, 64)) return static_cast<int>(Item::uint64);
    if (is(Code::Float, 16)) return static_cast<int>(Item::float16);
    if (is(Code::Float, 32)) return static_cast<int>(Item::float32);
    return -1;
}

std::string written(const ArrayView::Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return text + (shape.size() == 1 ? ",)" : ")");
}

// The array in an object, or nothing: what an object raises when it is asked is not passed on.
template <class Found>
bool find(nb::handle given, Found& found) {
    if (given.is_none()) return false;
    try {
        return nb::try_cast<Found>(given, found, false);
    } catch (...) {
        PyErr_Clear();
        return false;
    }
}

}  // namespace

ArrayView::ArrayView(nb::handle given, const char* name, std::initializer_list<Item> items,
                     const Shape& shape, bool writable) {
    std::string wanted;
    for (const Item item : items)
        wanted += (wanted.empty() ? "" : " or ") + std::string(name_of(item));
    wanted = std::string(name) + " is an array of " + wanted + " with shape " + written(shape);
    ReadOnly found;
    if (!find(given, found))
        refuse_type(wanted +
                    ", its items one after the other in the memory of the processor, not " +
                    type_of(given));
    const int item = item_of(found.dtype());
    bool suits = false;
    for (const Item one : items) suits = suits || static_cast<int>(one) == item;
    if (!suits) refuse_type(wanted + ", not of " + (item < 0 ? "other items" : item_names[item]));
    Shape actual;
    for (std::size_t i = 0; i < found.ndim(); ++i) actual.push_back(found.shape(i));
    if (actual != shape) refuse_value(wanted + ", not " + written(actual));
    item_ = static_cast<Item>(item);
    data_ = const_cast<void*>(static_cast<const void*>(found.data()));
    if (writable) {
        Writable open;
        if (!find(given, open))
            refuse_value(std::string(name) + " is an array that can be written");
        keeper_ = nb::cast(open);
    } else {
        keeper_ = nb::cast(found);
    }
}

u64 rows_of(nb::handle given, const char* name) {
    ReadOnly found;
    if (!find(given, found) || !found.ndim())
        refuse_type(std::string(name) + " is an array, not " + type_of(given));
    return found.shape(0);
}

}  // namespace sbg::bindings
