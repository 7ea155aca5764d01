// A list that grows, for trivial types.
#pragma once

#include <cstdlib>
#include <new>

#include "base/bits.hpp"

namespace sbg::SBG_ISA {

// Not the STL's, whose functions the linker may share between the two instruction sets.
template <class T>
class Stack {
  public:
    Stack() = default;
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    ~Stack() { std::free(items_); }

    SBG_INLINE void push(const T& item) {
        if (size_ == room_) grow();
        items_[size_++] = item;
    }
    SBG_INLINE T& operator[](u64 i) { return items_[i]; }
    SBG_INLINE const T& operator[](u64 i) const { return items_[i]; }
    SBG_INLINE u64 size() const { return size_; }
    SBG_INLINE void cut(u64 size) { size_ = size; }

  private:
    void grow() {
        room_ = room_ ? 2 * room_ : 1024;
        void* larger = std::realloc(items_, room_ * sizeof(T));
        if (!larger) throw std::bad_alloc();
        items_ = static_cast<T*>(larger);
    }

    T* items_ = nullptr;
    u64 size_ = 0, room_ = 0;
};

}  // namespace sbg::SBG_ISA
