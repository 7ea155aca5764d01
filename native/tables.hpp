// Parts of a product in, lookups and their tables out.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "product.hpp"

namespace sbg {

// A lookup before it is laid out for a board of N words.
struct LookupPlan {
    u8 content = 0;
    std::vector<IndexBit> bits;
    std::vector<int> targets;
    u32 table = 0;
    // Whether every entry depends only on squares among its own targets: a ray tells of a change on
    // it by its targets, a hopper does not.
    bool revealing = true;
};

struct TableLimits {
    int part_bits = 18;     // a part that depends on more is walked
    int usual_bits = 12;    // beyond this only while there is plenty of room
    int merged_bits = 9;    // parts are merged up to here: fewer lookups against larger tables
    u32 plenty = 1u << 21;  // entries of four bytes
    u32 room = 1u << 23;
};

class TableStore {
  public:
    explicit TableStore(const TableLimits& limits);

    // The lookups for a piece on `origin`, or nothing when they would be too large.
    std::optional<std::vector<LookupPlan>> plan(const std::vector<Part>& parts, int origin);

    const std::vector<u32>& entries() const { return entries_; }

  private:
    bool fits(std::size_t bits) const;
    u32 part_table(const Part& part);
    u32 merged_table(const LookupPlan& merged, const std::vector<LookupPlan>& members);
    bool reveals(const LookupPlan& plan);
    u32 share(std::vector<u32> table);

    TableLimits limits_;
    std::vector<u32> entries_;
    // Tables by what they were made from, so that equal ones need not be filled, and by what they
    // hold.
    std::unordered_map<std::string, u32> by_recipe_;
    std::unordered_map<std::string, u32> by_content_;
    std::unordered_map<std::string, bool> revealing_;
};

}  // namespace sbg
