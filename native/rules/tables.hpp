// Builds the lookup tables of a piece on a square from the parts of its product.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "rules/product.hpp"

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
    long part_work = 10'000'000;  // a part whose table costs more steps to fill is walked
};

class TableStore {
  public:
    // The work must outlive the store.
    TableStore(const TableLimits& limits, Work& work);

    // The lookups for a piece on `origin`, or nothing when they would be too large or the work is
    // gone.
    std::optional<std::vector<LookupPlan>> plan(const std::vector<Part>& parts, int origin);

    const std::vector<u32>& entries() const { return entries_; }

  private:
    bool fits(std::size_t bits) const;
    std::optional<u32> part_table(const Part& part);
    std::optional<std::vector<Part>> small_parts(const std::vector<Part>& parts, int origin);
    u32 merged_table(const LookupPlan& merged, const std::vector<LookupPlan>& members);
    bool reveals(const LookupPlan& plan);
    u32 share(std::vector<u32> table);

    TableLimits limits_;
    Work& work_;
    std::vector<u32> entries_;
    // Tables by what they were made from, so that equal ones need not be filled, and by what they
    // hold.
    std::unordered_map<std::string, u32> by_recipe_;
    std::unordered_map<std::string, u32> by_content_;
    std::unordered_map<std::string, bool> revealing_;
};

}  // namespace sbg
