// Makes a Space from its plan, and owns its memory.
#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "solve/tables.hpp"

namespace sbg::SBG_ISA {

template <int N>
class Layouts {
  public:
    SBG_COLD Layouts(const Rules<N>& rules, const SpaceData& data)
        : width_(rules.width), height_(rules.height), squares_(rules.squares) {
        const auto cells = static_cast<std::size_t>(rules.codes * squares_);
        kind_at.assign(cells, 255);
        for (std::size_t kind = 0; kind < data.kinds.size(); ++kind) {
            Board<N> domain = none<N>();
            for (const int square : data.kinds[kind].squares) {
                add(domain, square);
                u8& place = kind_at[at(data.kinds[kind].code, square)];
                if (place != 255) throw std::invalid_argument("two kinds share a square");
                place = static_cast<u8>(kind);
            }
            domains_.push_back(domain);
        }
        sources_.assign(cells, none<N>());
        for (const SpaceData::Pair& pair : data.pairs)
            add(sources_[at(pair.code, pair.target)], pair.origin);
        for (int i = 0; i < 4; ++i) {
            for (int square = 0; square < squares_; ++square) {
                const int x = square % width_, y = square / width_;
                const bool swap = (i & 2 ? 1 : 0) != (data.turns && (i & 1) ? 1 : 0);
                image_[i].push_back(static_cast<u16>((i & 1 ? height_ - 1 - y : y) * width_ +
                                                     (swap ? width_ - 1 - x : x)));
            }
        }
        fill_binomials();
        if (data.by_squares) {
            number_squares(data, rules.codes);
        } else {
            number_classes(data);
        }
        space =
            Space<N>{rules.codes,
                     static_cast<int>(data.kinds.size()),
                     width_,
                     squares_,
                     data.by_squares,
                     data.hashed,
                     data.flips,
                     data.mirrors,
                     kind_at.data(),
                     {image_[0].data(), image_[1].data(), image_[2].data(), image_[3].data()},
                     binomials_.data(),
                     class_weight_.data(),
                     class_of_.data(),
                     layout_.data(),
                     {weight_[0].data(), weight_[1].data(), weight_[2].data(), weight_[3].data()},
                     stride_.data(),
                     digits_.data(),
                     code_of_.data(),
                     most_.data(),
                     least_.data(),
                     least_of_.data(),
                     nullptr,
                     0,
                     total_,
                     loud_.empty() ? nullptr : loud_.data(),
                     sources_.data(),
                     half.data()};
        if (data.hashed) empty_slots(1 << 10);
    }
    Layouts(const Layouts&) = delete;
    Layouts& operator=(const Layouts&) = delete;

    u64 size(u32 number) const {
        if (space.hashed) return number ? 0 : slots.size();
        return space.by_squares ? total_ : layout_[number / 2].size;
    }

    // -- hashing

    void empty_slots(u64 count) {
        slots.assign(count, nowhere);
        met = 0;
        adopt();
    }

    void take_slots(std::vector<u64> given) {
        if (given.empty() || (given.size() & (given.size() - 1)))
            throw std::invalid_argument("the slots are a power of two");
        for (const u64 key : given)
            if (key != nowhere && key / 2 >= total_)
                throw std::invalid_argument("a key is too large");
        slots = std::move(given);
        met = 0;
        for (const u64 key : slots) met += key != nowhere;
        if (met == slots.size()) throw std::invalid_argument("some slot is empty");
        adopt();
    }

    // Whether a key is new.
    bool insert(u64 key) {
        if (!put_into(slots, key)) return false;
        if (++met * 3 > slots.size() * 2) {
            std::vector<u64> larger(2 * slots.size(), nowhere);
            for (const u64 old : slots)
                if (old != nowhere) put_into(larger, old);
            slots = std::move(larger);
            adopt();
        }
        return true;
    }

    Space<N> space;
    std::vector<Half> half;
    std::vector<u8> kind_at;
    std::vector<u64> slots;
    u64 met = 0;

  private:
    std::size_t at(int code, int square) const {
        return static_cast<std::size_t>(code * squares_ + square);
    }

    static bool put_into(std::vector<u64>& slots, u64 key) {
        for (u64 at = first_slot(key, slots.size());; at = (at + 1) & (slots.size() - 1)) {
            if (slots[at] == key) return false;
            if (slots[at] == nowhere) {
                slots[at] = key;
                return true;
            }
        }
    }

    void adopt() {
        space.slot = slots.data();
        space.slots = slots.size();
    }

    // Numbers that do not fit are as large as possible.
    void fill_binomials() {
        constexpr int row = max_kinds + 1;
        binomials_.assign(static_cast<std::size_t>((squares_ + 1) * row), 0);
        for (int n = 0; n <= squares_; ++n) {
            u64* here = binomials_.data() + n * row;
            here[0] = 1;
            for (int k = 1; k <= max_kinds && n; ++k) {
                const u64 a = here[k - row], b = here[k - row - 1];
                here[k] = a > nowhere - b ? nowhere : a + b;
            }
        }
    }

    static u64 times(u64 a, u64 b) {
        if (b && a > (nowhere >> 1) / b)
            throw std::invalid_argument("these are too many positions to be numbered");
        return a * b;
    }

    bool is_within(const Board<N>& a, const Board<N>& b) const { return !any(without(a, b)); }

    SBG_COLD void number_classes(const SpaceData& data) {
        const std::size_t kinds = data.kinds.size();
        most_.assign(kinds, 0);
        for (const std::vector<int>& men : data.classes)
            for (std::size_t i = 0; i < kinds; ++i)
                most_[i] = std::max(most_[i], static_cast<u8>(men[i]));
        u64 keys = 1;
        for (std::size_t i = 0; i < kinds; ++i) {
            class_weight_.push_back(keys);
            keys = times(keys, most_[i] + 1ull);
        }
        if (keys > 1ull << 28) throw std::invalid_argument("these are too many classes");
        class_of_.assign(keys, ~0u);
        for (const std::vector<int>& men : data.classes) add_class(data, men);
        half.assign(2 * layout_.size(), Half{});
        if (data.flips) find_flipped(data);
    }

    SBG_COLD void add_class(const SpaceData& data, const std::vector<int>& men) {
        Layout<N> layout{};
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < men.size(); ++i) {
            layout.key += static_cast<u64>(men[i]) * class_weight_[i];
            if (men[i]) order.push_back(i);
        }
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return count(domains_[a]) < count(domains_[b]);
        });
        if (data.mirrors) {
            // The lone man with the largest domain: most is saved by halving that.
            const auto lone = std::find_if(order.rbegin(), order.rend(),
                                           [&](std::size_t i) { return men[i] == 1; });
            if (lone != order.rend()) {
                std::rotate(order.begin(), lone.base() - 1, lone.base());
                layout.anchored = true;
                layout.anchor[0] = static_cast<u8>(order[0]);
            }
        }
        layout.size = 1;
        for (std::size_t place = 0; place < order.size(); ++place) {
            const std::size_t kind = order[place];
            KindPlace<N>& here = layout.place[layout.places++];
            here.code = static_cast<u8>(data.kinds[kind].code);
            here.men = static_cast<u8>(men[kind]);
            here.domain = domains_[kind];
            if (layout.anchored && place == 0) here.domain = left_half(here.domain);
            int free = count(here.domain);
            for (std::size_t j = 0; j < place; ++j) {
                if (!is_within(layout.place[j].domain, here.domain)) continue;
                here.before |= 1ull << j;
                free -= layout.place[j].men;
            }
            here.ways =
                free < here.men
                    ? 0
                    : binomials_[static_cast<std::size_t>(free * (max_kinds + 1) + here.men)];
            layout.size = times(layout.size, here.ways);
        }
        u32& number = class_of_[layout.key];
        if (number != ~0u) throw std::invalid_argument("a class is given twice");
        number = static_cast<u32>(layout_.size());
        layout_.push_back(layout);
    }

    SBG_COLD Board<N> left_half(const Board<N>& domain) const {
        Board<N> left = none<N>();
        for_each(domain, [&](int square) {
            if (2 * (square % width_) <= width_ - 1) add(left, square);
        });
        return left;
    }

    SBG_COLD void find_flipped(const SpaceData& data) {
        std::vector<std::size_t> flipped;
        for (const SpaceData::Kind& kind : data.kinds) {
            const u8 other =
                kind.squares.empty()
                    ? 255
                    : kind_at[at(other_code(kind.code),
                                 image_[1][static_cast<std::size_t>(kind.squares.front())])];
            if (other == 255) throw std::invalid_argument("a kind has no counterpart");
            flipped.push_back(other);
        }
        for (std::size_t number = 0; number < layout_.size(); ++number) {
            u64 key = 0;
            for (std::size_t i = 0; i < flipped.size(); ++i)
                key += static_cast<u64>(data.classes[number][i]) * class_weight_[flipped[i]];
            if (key >= class_of_.size() || class_of_[key] == ~0u)
                throw std::invalid_argument("a class has no counterpart");
            layout_[number].flipped = class_of_[key];
            layout_[number].anchor[1] = static_cast<u8>(flipped[layout_[number].anchor[0]]);
        }
    }

    SBG_COLD void number_squares(const SpaceData& data, int codes) {
        least_of_.assign(static_cast<std::size_t>(codes), 0);
        for (std::size_t i = 0; i < data.kinds.size(); ++i) {
            least_of_[static_cast<std::size_t>(data.kinds[i].code)] =
                static_cast<u8>(data.classes[2][i]);
            least_.push_back(static_cast<u8>(data.classes[0][i]));
            most_.push_back(static_cast<u8>(data.classes[1][i]));
        }
        code_of_.assign(static_cast<std::size_t>(squares_ * max_codes), 0);
        std::vector<u64> digit(static_cast<std::size_t>(codes * squares_), 0);
        std::vector<char> loud(static_cast<std::size_t>(codes * squares_), 0);
        if (!data.loud.empty()) loud_.assign(static_cast<std::size_t>(codes), none<N>());
        for (const SpaceData::Place& place : data.loud) {
            loud[at(place.code, place.square)] = 1;
            add(loud_[static_cast<std::size_t>(place.code)], place.square);
        }
        total_ = 1;
        for (int square = 0; square < squares_; ++square) {
            u8 digits = 1;
            for (int code = 1; code < codes; ++code) {
                if (kind_at[at(code, square)] == 255 || loud[at(code, square)]) continue;
                digit[at(code, square)] = digits;
                code_of_[static_cast<std::size_t>(square * max_codes + digits)] =
                    static_cast<u8>(code);
                ++digits;
            }
            stride_.push_back(total_);
            digits_.push_back(digits);
            total_ = times(total_, digits);
        }
        times(total_, 4);  // keys have the side too, and one more is none
        if (!data.loud.empty()) times(total_, nowhere / loud_weight + 1);
        for (int i = 0; i < 4; ++i) {
            for (int code = 0; code < codes; ++code) {
                for (int square = 0; square < squares_; ++square) {
                    const int seen = code && (i & 1) ? other_code(code) : code;
                    const int there = image_[i][static_cast<std::size_t>(square)];
                    weight_[i].push_back(loud[at(seen, there)]
                                             ? loud_weight
                                             : digit[at(seen, there)] *
                                                   stride_[static_cast<std::size_t>(there)]);
                }
            }
        }
        half.assign(2, Half{});
    }

    int width_, height_, squares_;
    u64 total_ = 0;
    std::vector<Board<N>> domains_, sources_, loud_;
    std::vector<u16> image_[4];
    std::vector<u64> binomials_, class_weight_, weight_[4], stride_;
    std::vector<u32> class_of_;
    std::vector<Layout<N>> layout_;
    std::vector<u8> digits_, code_of_, most_, least_, least_of_;
};

}  // namespace sbg::SBG_ISA
