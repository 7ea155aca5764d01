// One block of memory for a structure and all the arrays that it refers to.
#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "rules/rules.hpp"

namespace sbg {

inline constexpr std::size_t block_alignment = 64;

struct FreeBlock {
    void operator()(void* memory) const {
        ::operator delete(memory, std::align_val_t{block_alignment});
    }
};
using Block = std::unique_ptr<void, FreeBlock>;

inline Block allocate_block(u64 bytes) {
    return Block(::operator new(bytes, std::align_val_t{block_alignment}));
}

// How many items of its own type would fit before an array.
template <class T>
u32 items_before(Array<T> array) {
    static_assert(block_alignment % sizeof(T) == 0);
    return static_cast<u32>(static_cast<u64>(array.offset) / sizeof(T));
}

// Gives arrays their places behind the structure, then copies everything at once. The arrays must
// not change in between.
class BlockLayout {
  public:
    explicit BlockLayout(u64 head) : bytes_(padded(head)) {}

    template <class T>
    Array<T> place(const std::vector<T>& items) {
        static_assert(alignof(T) <= block_alignment);
        const Array<T> where{Offset{bytes_}};
        const u64 bytes = items.size() * sizeof(T);
        if (bytes) copies_.push_back({items.data(), bytes, bytes_});
        bytes_ += padded(bytes);
        return where;
    }

    u64 bytes() const { return bytes_; }

    template <class Head>
    Block copy(const Head& head) const {
        Block block = allocate_block(bytes_);
        auto* memory = static_cast<char*>(block.get());
        std::memcpy(memory, &head, sizeof head);
        for (const Copy& copy : copies_) std::memcpy(memory + copy.to, copy.from, copy.bytes);
        return block;
    }

  private:
    struct Copy {
        const void* from;
        u64 bytes, to;
    };
    static u64 padded(u64 bytes) {
        return (bytes + block_alignment - 1) / block_alignment * block_alignment;
    }

    u64 bytes_;
    std::vector<Copy> copies_;
};

}  // namespace sbg
