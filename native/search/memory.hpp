// Memory for a table: zeroed, and taken from the system only where it is touched.
#pragma once

#include <cstdint>

#include "base/bits.hpp"

namespace sbg {

class Pages {
  public:
    explicit Pages(u64 bytes);
    Pages(const Pages&) = delete;
    Pages& operator=(const Pages&) = delete;
    ~Pages();

    u64* words() const { return words_; }
    // Soon all of it will be in use: where the system has large pages, take those. Small ones would
    // have to be asked for one by one, in the middle of the search, and threads wait for each other
    // there.
    void expect_use();
    // Zeroes all of it.
    void clear();

  private:
    u64 bytes_;
    void* base_;  // what is given back, from `words_` or a little before
    u64 reserved_ = 0;
    u64* words_;
};

}  // namespace sbg
