#include "search/memory.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sbg {

#if defined(__linux__)

namespace {

constexpr u64 large_page = 2 << 20;

}  // namespace

Pages::Pages(u64 bytes) : bytes_(bytes), reserved_(bytes + large_page) {
    base_ = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base_ == MAP_FAILED) throw std::bad_alloc();
    const auto address = reinterpret_cast<std::uintptr_t>(base_);
    const u64 beyond = address % large_page;
    words_ = reinterpret_cast<u64*>(address + (beyond ? large_page - beyond : 0));
}

Pages::~Pages() { munmap(base_, reserved_); }

void Pages::expect_use() {
    // Whether the system does so or not, the memory can be used.
    if (bytes_ >= large_page) (void)madvise(words_, bytes_, MADV_HUGEPAGE);
}

void Pages::clear() {
    // Large ones are given back, and come again as zeros where they are touched.
    if (bytes_ > large_page && madvise(words_, bytes_, MADV_DONTNEED) == 0) return;
    std::memset(words_, 0, bytes_);
}

#else

// calloc, because pages that are never used then cost nothing.
Pages::Pages(u64 bytes) : bytes_(bytes), base_(std::calloc(bytes, 1)) {
    if (!base_) throw std::bad_alloc();
    words_ = static_cast<u64*>(base_);
}

Pages::~Pages() { std::free(base_); }

void Pages::expect_use() {}

void Pages::clear() { std::memset(words_, 0, bytes_); }

#endif

}  // namespace sbg
