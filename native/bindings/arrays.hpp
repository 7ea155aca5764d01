// Arrays from outside: NumPy's, or anything that speaks DLPack, used where they are and never
// copied.
#pragma once

#include <nanobind/ndarray.h>

#include <string>
#include <vector>

#include "bindings/arguments.hpp"

namespace sbg::bindings {

// Types of numbers as Python writes them, for messages and for `item_type`.
enum class Item : u8 { boolean, int8, uint8, int32, int64, uint32, uint64, float16, float32 };

// An array in the memory of the processor, its items one after the other. It keeps the memory
// alive.
class ArrayView {
  public:
    using Shape = std::vector<u64>;

    // Refuses what is not such an array, of one of these types and exactly this shape.
    ArrayView(nb::handle given, const char* name, std::initializer_list<Item> items,
              const Shape& shape, bool writable);

    template <class T>
    T* as() const {
        return static_cast<T*>(data_);
    }
    Item item() const { return item_; }

  private:
    nb::object keeper_;
    void* data_ = nullptr;
    Item item_{};
};

// Functions about arrays in the memory of any device.
void bind_arrays(nb::module_& m);

// The length of the first axis of an array.
u64 rows_of(nb::handle given, const char* name);

}  // namespace sbg::bindings
