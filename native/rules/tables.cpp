#include "rules/tables.hpp"

#include <algorithm>
#include <cstring>

namespace sbg {

namespace {

constexpr std::size_t entry_bits = 32;

// A recipe is a sequence of small numbers, kept as bytes to be hashed and compared.
struct Recipe {
    std::string text;
    Recipe() { text.reserve(1000); }
    void add(std::size_t number) {
        const auto small = static_cast<u32>(number);
        text.append(reinterpret_cast<const char*>(&small), sizeof small);
    }
};

template <class T>
std::size_t place(const std::vector<T>& sorted_or_not, const T& value) {
    return static_cast<std::size_t>(std::find(sorted_or_not.begin(), sorted_or_not.end(), value) -
                                    sorted_or_not.begin());
}

// An index of which only some bits are known.
struct PartialIndex {
    u32 known, value;
    bool has(int bit) const { return (known >> bit) & 1; }
    bool operator[](int bit) const { return (value >> bit) & 1; }
    PartialIndex with(int bit, bool set) const {
        return {known | 1u << bit, set ? value | 1u << bit : value};
    }
};

// How the content of one square is read off the index.
struct SquareBits {
    int plain = -1;  // index bit that tells the source's content from the others
    u8 source = 0;
    int opponents = -1;  // index bit of the opponent, where both are needed

    // The bit that must be known to tell the content, or -1.
    int open_bit(const PartialIndex& index) const {
        if (plain < 0) return -1;
        if (!index.has(plain)) return plain;
        return opponents >= 0 && index[plain] && !index.has(opponents) ? opponents : -1;
    }

    // A selector with all that the square may hold.
    u8 content(const PartialIndex& index) const {
        if (plain < 0) return anything;
        if (opponents < 0) return index[plain] ? source : static_cast<u8>(anything & ~source);
        if (!index[plain]) return empty_square;
        return index[opponents] ? u8{opponent} : u8{own};
    }
};

// Fills the table of a part. Most indices are alike: where the first square of a ray is blocked,
// nothing behind it matters. So the index is decided bit by bit, in the order in which the bits
// are met on the way, and each outcome is entered for all indices at once.
class Filler {
  public:
    Filler(const Part& part, Work& work, long most)
        : part_(part),
          work_(work),
          end_(work.spent() + most),
          first_(part.node_square.size() + 2, 0) {
        for (int square : part.node_square) squares_.push_back(bits_of(square));
        for (const Part::Edge& e : part.edges) ++first_[static_cast<std::size_t>(e.from + 2)];
        for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
        landings_.assign(part.node_square.size() + 1, 0);
        for (const Part::Landing& landing : part.landings) {
            landings_[static_cast<std::size_t>(landing.from + 1)] |=
                1u << place(part.targets, landing.square);
        }
        reached_.resize(part.node_square.size());
    }

    // Nothing when it costs too much.
    std::optional<std::vector<u32>> table() {
        std::vector<u32> table(std::size_t{1} << part_.bits.size());
        work_.spend(static_cast<long>(2 * table.size()));
        if (!fill({0, 0}, table)) return std::nullopt;
        return table;
    }

  private:
    bool fill(const PartialIndex& index, std::vector<u32>& table) {
        if (work_.spent() > end_ || work_.gone()) return false;
        u32 targets = 0;
        const int bit = explore(index, targets);
        if (bit >= 0)
            return fill(index.with(bit, false), table) && fill(index.with(bit, true), table);
        const u32 rest = static_cast<u32>(table.size() - 1) & ~index.known;
        for (u32 others = rest;; others = (others - 1) & rest) {
            table[index.value | others] = targets;
            if (!others) return true;
        }
    }

    // The targets of all nodes that are reached; or a bit that must be known for that, else -1.
    int explore(const PartialIndex& index, u32& targets) {
        std::fill(reached_.begin(), reached_.end(), u8{0});
        open_.assign(1, -1);
        work_.spend(static_cast<long>(10 + reached_.size() / 16));
        while (!open_.empty()) {
            const auto node = static_cast<std::size_t>(open_.back() + 1);
            open_.pop_back();
            targets |= landings_[node];
            work_.spend(2 + 3 * static_cast<long>(first_[node + 1] - first_[node]));
            for (std::size_t e = first_[node]; e < first_[node + 1]; ++e) {
                const Part::Edge& edge = part_.edges[e];
                const auto to = static_cast<std::size_t>(edge.to);
                if (reached_[to]) continue;
                const SquareBits& square = squares_[to];
                if (const int bit = square.open_bit(index); bit >= 0) return bit;
                if (!(edge.contents & square.content(index))) continue;
                reached_[to] = 1;
                open_.push_back(edge.to);
            }
        }
        return -1;
    }

    SquareBits bits_of(int square) const {
        SquareBits found;
        for (std::size_t i = 0; i < part_.bits.size(); ++i) {
            if (part_.bits[i].square != square) continue;
            if (found.plain < 0) {
                found.plain = static_cast<int>(i);
                found.source = part_.bits[i].source;
            } else {
                found.opponents = static_cast<int>(i);
            }
        }
        return found;
    }

    const Part& part_;
    Work& work_;
    long end_;  // of the work for this table
    std::vector<std::size_t>
        first_;  // edges by source: node n at first_[n+1], the origin at first_[0]
    std::vector<SquareBits> squares_;
    std::vector<u32> landings_;  // bits of the entry that a reached node contributes
    std::vector<u8> reached_;
    std::vector<int> open_;
};

// Parts whose targets do not fit into one entry are cut by targets.
std::vector<Part> cut(const Part& part) {
    std::vector<Part> pieces;
    for (std::size_t begin = 0; begin < part.targets.size(); begin += entry_bits) {
        Part piece = part;
        const std::size_t end = std::min(begin + entry_bits, part.targets.size());
        piece.targets.assign(part.targets.begin() + static_cast<std::ptrdiff_t>(begin),
                             part.targets.begin() + static_cast<std::ptrdiff_t>(end));
        std::erase_if(piece.landings, [&](const Part::Landing& landing) {
            return landing.square < piece.targets.front() || landing.square > piece.targets.back();
        });
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

// The union in the order of an index: the opponent's bits last, ascending squares within.
std::vector<IndexBit> united(const std::vector<IndexBit>& a, const std::vector<IndexBit>& b) {
    std::vector<IndexBit> result;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result),
                   [](const IndexBit& x, const IndexBit& y) {
                       return std::pair(x.source == opponent, x.square) <
                              std::pair(y.source == opponent, y.square);
                   });
    return result;
}

std::vector<int> united(const std::vector<int>& a, const std::vector<int>& b) {
    std::vector<int> result;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
    return result;
}

// Whether two plans may share a lookup: it reads `own` alone or `occupied` and `opponent`.
bool compatible(const LookupPlan& a, const LookupPlan& b) {
    auto reads_own = [](const LookupPlan& p) {
        return !p.bits.empty() && p.bits.front().source == own;
    };
    return a.content == b.content &&
           (a.bits.empty() || b.bits.empty() || reads_own(a) == reads_own(b));
}

}  // namespace

TableStore::TableStore(const TableLimits& limits, Work& work)
    : limits_(limits), work_(work), entries_{~0u} {}

bool TableStore::fits(std::size_t bits) const {
    if (static_cast<int>(bits) > limits_.part_bits) return false;  // -1: no tables at all
    const std::size_t size = entries_.size() + (std::size_t{1} << bits);
    return size <=
           (bits > static_cast<std::size_t>(limits_.usual_bits) ? limits_.plenty : limits_.room);
}

u32 TableStore::share(std::vector<u32> table) {
    work_.spend(static_cast<long>(2 * table.size()));
    std::string content(reinterpret_cast<const char*>(table.data()), table.size() * sizeof(u32));
    const auto [found, fresh] =
        by_content_.try_emplace(std::move(content), static_cast<u32>(entries_.size()));
    if (fresh) entries_.insert(entries_.end(), table.begin(), table.end());
    return found->second;
}

std::optional<u32> TableStore::part_table(const Part& part) {
    if (part.bits.empty()) return 0;  // constant: all targets, the entry at 0
    work_.spend(static_cast<long>(part.node_square.size() * part.bits.size() +
                                  10 * (part.edges.size() + part.landings.size())));
    Recipe recipe;
    recipe.add(part.bits.size());
    for (const IndexBit& bit : part.bits) recipe.add(bit.source);
    // The bits of each node's square: two, or for squares that do not matter none.
    for (int square : part.node_square) {
        std::size_t places = 0;
        for (std::size_t i = 0; i < part.bits.size(); ++i) {
            if (part.bits[i].square == square) places = places << 16 | (i + 1);
        }
        recipe.add(places);
    }
    for (const Part::Edge& e : part.edges) {
        recipe.add(static_cast<std::size_t>(e.from + 1));
        recipe.add(static_cast<std::size_t>(e.to));
        recipe.add(e.contents);
    }
    recipe.add(1000);
    for (const Part::Landing& landing : part.landings) {
        recipe.add(static_cast<std::size_t>(landing.from + 1));
        recipe.add(place(part.targets, landing.square));
    }
    const auto known = by_recipe_.find(recipe.text);
    if (known != by_recipe_.end()) return known->second;
    auto table = Filler(part, work_, limits_.part_work).table();
    if (!table) return std::nullopt;
    return by_recipe_[recipe.text] = share(*std::move(table));
}

u32 TableStore::merged_table(const LookupPlan& merged, const std::vector<LookupPlan>& members) {
    Recipe recipe;
    recipe.add(~0u);
    recipe.add(merged.bits.size());
    for (const LookupPlan& member : members) {
        recipe.add(member.table);
        for (const IndexBit& bit : member.bits) recipe.add(place(merged.bits, bit));
        recipe.add(1000);
        for (int target : member.targets) recipe.add(place(merged.targets, target));
        recipe.add(1000);
    }
    const auto known = by_recipe_.find(recipe.text);
    if (known != by_recipe_.end()) return known->second;

    std::vector<u32> table(std::size_t{1} << merged.bits.size(), 0), sub(table.size());
    work_.spend(static_cast<long>(3 * members.size() * table.size()));
    for (const LookupPlan& member : members) {
        // The member's index for every merged index: that of the index without its lowest bit, and
        // that bit.
        std::vector<u32> bit_of(merged.bits.size(), 0);
        for (std::size_t i = 0; i < member.bits.size(); ++i)
            bit_of[place(merged.bits, member.bits[i])] = 1u << i;
        sub[0] = 0;
        for (u32 index = 1; index < table.size(); ++index) {
            sub[index] = sub[index & (index - 1)] |
                         bit_of[static_cast<std::size_t>(std::countr_zero(index))];
        }
        std::vector<u32> spread(std::size_t{1} << member.bits.size(), 0);
        for (std::size_t i = 0; i < spread.size(); ++i) {
            const u32 entry = entries_[member.table + i];
            for (std::size_t t = 0; t < member.targets.size(); ++t) {
                if ((entry >> t) & 1) spread[i] |= 1u << place(merged.targets, member.targets[t]);
            }
        }
        for (std::size_t index = 0; index < table.size(); ++index)
            table[index] |= spread[sub[index]];
    }
    return by_recipe_[recipe.text] = share(std::move(table));
}

bool TableStore::reveals(const LookupPlan& plan) {
    std::vector<u32> target_of;  // the target's bit for each bit of the index
    Recipe recipe;
    recipe.add(plan.table);
    for (const IndexBit& bit : plan.bits) {
        const std::size_t target = place(plan.targets, bit.square);
        target_of.push_back(target < plan.targets.size() ? 1u << target : 0);
        recipe.add(target);
    }
    const auto [known, fresh] = revealing_.try_emplace(recipe.text, true);
    if (!fresh) return known->second;
    work_.spend(static_cast<long>(plan.bits.size() << plan.bits.size()));
    const u32* table = entries_.data() + plan.table;
    for (std::size_t bit = 0; bit < plan.bits.size(); ++bit) {
        const u32 half = 1u << bit, target = target_of[bit];
        u32 hidden = 0;  // entries that differ in this bit, and do not both have its target
        for (u32 base = 0; base < 1u << plan.bits.size(); base += 2 * half) {
            for (u32 i = base; i < base + half; ++i) {
                hidden |=
                    (table[i] != table[i + half]) & ((table[i] & table[i + half] & target) == 0);
            }
        }
        if (hidden) return known->second = false;
    }
    return true;
}

// The parts, cut as far as they can be; nothing when one is too large even so. That is known before
// any table is filled.
std::optional<std::vector<Part>> TableStore::small_parts(const std::vector<Part>& parts,
                                                         int origin) {
    std::vector<Part> small;
    for (const Part& whole : parts) {
        const bool large = whole.bits.size() > static_cast<std::size_t>(limits_.merged_bits);
        for (Part& part : large ? fork(whole, origin, work_) : std::vector{whole}) {
            if (work_.gone() || !fits(part.bits.size())) return std::nullopt;
            work_.spend(
                static_cast<long>(20 * part.edges.size() * (part.targets.size() / entry_bits)));
            if (part.targets.size() <= entry_bits) {
                small.push_back(std::move(part));
            } else {
                std::ranges::move(cut(part), std::back_inserter(small));
            }
        }
    }
    return small;
}

std::optional<std::vector<LookupPlan>> TableStore::plan(const std::vector<Part>& parts,
                                                        int origin) {
    const auto small = small_parts(parts, origin);
    if (!small) return std::nullopt;
    std::vector<LookupPlan> single;
    for (const Part& part : *small) {
        if (!fits(part.bits.size())) return std::nullopt;
        const auto table = part_table(part);
        if (!table) return std::nullopt;
        single.push_back({part.content, part.bits, part.targets, *table, true});
    }
    // First fit, the largest parts first.
    std::stable_sort(single.begin(), single.end(),
                     [](const auto& a, const auto& b) { return a.bits.size() > b.bits.size(); });
    std::vector<LookupPlan> bins;
    std::vector<std::vector<LookupPlan>> members;
    for (LookupPlan& plan : single) {
        // What depends on nothing goes to the smallest table, everything else to the first that has
        // room. Tables that are larger by themselves are left alone, so that they can be shared.
        auto try_bin = [&](std::size_t b) {
            work_.spend(20);
            if (!compatible(bins[b], plan)) return false;
            work_.spend(100);
            std::vector<IndexBit> bits = united(bins[b].bits, plan.bits);
            std::vector<int> targets = united(bins[b].targets, plan.targets);
            if (bits.size() > static_cast<std::size_t>(limits_.merged_bits)) return false;
            if (targets.size() > entry_bits || !fits(bits.size())) return false;
            bins[b].bits = std::move(bits);
            bins[b].targets = std::move(targets);
            members[b].push_back(std::move(plan));
            return true;
        };
        bool placed = false;
        for (std::size_t i = 0; i < bins.size() && !placed; ++i) {
            placed = try_bin(plan.bits.empty() ? bins.size() - 1 - i : i);
        }
        if (!placed) {
            bins.push_back(plan);
            members.push_back({std::move(plan)});
        }
    }
    for (std::size_t b = 0; b < bins.size(); ++b) {
        if (members[b].size() > 1 && !bins[b].bits.empty())
            bins[b].table = merged_table(bins[b], members[b]);
        bins[b].revealing = reveals(bins[b]);
    }
    return bins;
}

}  // namespace sbg
