#include "bindings/arrays.hpp"

#include <nanobind/stl/string.h>

namespace sbg::bindings {

namespace {

using ReadOnly = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;
using Writable = nb::ndarray<nb::c_contig, nb::device::cpu>;

using Code = nb::dlpack::dtype_code;

// In the order of Item.
struct ItemType {
    const char* name;
    Code code;
    u8 bits;
};
constexpr ItemType item_types[] = {
    {"bool", Code::Bool, 8},    {"int8", Code::Int, 8},       {"uint8", Code::UInt, 8},
    {"int32", Code::Int, 32},   {"int64", Code::Int, 64},     {"uint32", Code::UInt, 32},
    {"uint64", Code::UInt, 64}, {"float16", Code::Float, 16}, {"float32", Code::Float, 32}};

const char* name_of(int item) { return item < 0 ? "other items" : item_types[item].name; }

// The type of an array's items, or -1 for one that is not used here.
int item_of(nb::dlpack::dtype type) {
    int place = 0;
    for (const ItemType& known : item_types) {
        if (type.code == static_cast<u8>(known.code) && type.bits == known.bits && type.lanes == 1)
            return place;
        ++place;
    }
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

// Arrays of JAX never change, and several may share memory; but DLPack does not say so of them.
bool is_constant(nb::handle given) {
    const nb::object module = nb::getattr(given.type(), "__module__", nb::none());
    std::string name;
    return nb::try_cast(module, name) && name.starts_with("jax");
}

}  // namespace

ArrayView::ArrayView(nb::handle given, const char* name, std::initializer_list<Item> items,
                     const Shape& shape, bool writable) {
    std::string wanted;
    for (const Item item : items)
        wanted += (wanted.empty() ? "" : " or ") + std::string(name_of(static_cast<int>(item)));
    wanted = std::string(name) + " is an array of " + wanted + " with shape " + written(shape);
    ReadOnly found;
    if (!find(given, found))
        refuse_type(wanted +
                    ", its items one after the other in the memory of the processor, not " +
                    type_of(given));
    const int item = item_of(found.dtype());
    bool suits = false;
    for (const Item one : items) suits = suits || static_cast<int>(one) == item;
    if (!suits) refuse_type(wanted + ", not of " + name_of(item));
    Shape actual;
    for (std::size_t i = 0; i < found.ndim(); ++i) actual.push_back(found.shape(i));
    if (actual != shape) refuse_value(wanted + ", not " + written(actual));
    item_ = static_cast<Item>(item);
    data_ = const_cast<void*>(static_cast<const void*>(found.data()));
    if (reinterpret_cast<std::uintptr_t>(data_) % (found.dtype().bits / 8))
        refuse_value(wanted + ", its items at addresses of whole items: copy it");
    if (writable) {
        Writable open;
        if (is_constant(given) || !find(given, open))
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

namespace {

// An array in the memory of any device as (address, shape, item, device, device number, writable);
// None for what is no array with its items one after the other.
nb::object array_parts(nb::handle given) {
    nb::ndarray<nb::ro, nb::c_contig> found;
    if (!find(given, found)) return nb::none();
    const int item = item_of(found.dtype());
    nb::list shape;
    for (std::size_t i = 0; i < found.ndim(); ++i) shape.append(found.shape(i));
    nb::ndarray<nb::c_contig> open;
    return nb::make_tuple(reinterpret_cast<std::uintptr_t>(found.data()), nb::tuple(shape),
                          name_of(item), found.device_type(), found.device_id(),
                          !is_constant(given) && find(given, open));
}

// Memory of any device as an object that speaks DLPack; it keeps the owner alive.
nb::object array_of(nb::handle owner, nb::handle address, nb::handle shape, nb::handle item,
                    nb::handle device, nb::handle number) {
    const std::string wanted = text(item, "item");
    const ItemType* type = nullptr;
    for (const ItemType& known : item_types) {
        if (wanted == known.name) type = &known;
    }
    if (!type) refuse_value("item is the name of a type that arrays have here, not " + shown(item));
    std::vector<std::size_t> sizes;
    for (const nb::object& size : items(shape, "shape"))
        sizes.push_back(unsigned_whole(size, "a size", u64{1} << 60));
    const auto place = static_cast<std::uintptr_t>(natural(address, "address"));
    return nb::cast(nb::ndarray<nb::array_api>(
        reinterpret_cast<void*>(place), sizes.size(), sizes.data(), owner, nullptr,
        {static_cast<u8>(type->code), type->bits, 1}, small(device, "device", 1, 255),
        small(number, "number", 0, 255)));
}

}  // namespace

void bind_arrays(nb::module_& m) {
    m.def("array_parts", &array_parts, any("array"),
          nb::sig("def array_parts(array: object) -> tuple[int, tuple[int, ...], str, int, int, "
                  "bool] | None"),
          "Address, shape, type of items, device, its number, and whether it can be written.");
    m.def("array_of", &array_of, any("owner"), any("address"), any("shape"), any("item"),
          any("device"), any("number"),
          nb::sig("def array_of(owner: object, address: int, shape: Sequence[int], item: str, "
                  "device: int, number: int) -> Any"),
          "Memory of a device as an array that speaks DLPack.");
}

}  // namespace sbg::bindings
