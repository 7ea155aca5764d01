#include "solve/check_numbering.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <unordered_map>

namespace sbg::table_check {

namespace {

int swapped(int code) { return code ? ((code - 1) ^ 1) + 1 : 0; }

// a * b, where numbers stay so small that keys with a side fit into 64 bits.
u64 product(u64 a, u64 b) {
    if (b && a > (1ull << 62) / b)
        throw std::invalid_argument("these are more positions than can be numbered");
    return a * b;
}

// A set of squares.
struct Set {
    u64 word[2] = {0, 0};

    void add(int square) { word[square >> 6] |= 1ull << (square & 63); }
    int size() const { return std::popcount(word[0]) + std::popcount(word[1]); }
    // How many of its squares come before this one.
    int before(int square) const {
        const u64 rest = (1ull << (square & 63)) - 1;
        if (square < 64) return std::popcount(word[0] & rest);
        return std::popcount(word[0]) + std::popcount(word[1] & rest);
    }
    Set without(const Set& other) const {
        return {{word[0] & ~other.word[0], word[1] & ~other.word[1]}};
    }
    bool within(const Set& other) const { return !without(other).size(); }
    std::vector<int> list() const {
        std::vector<int> squares;
        for (int half = 0; half < 2; ++half)
            for (u64 rest = word[half]; rest; rest &= rest - 1)
                squares.push_back(64 * half + std::countr_zero(rest));
        return squares;
    }
    int first() const {
        return word[0] ? std::countr_zero(word[0]) : 64 + std::countr_zero(word[1]);
    }
};

// By classes: the men of each kind, and for each kind a combination of free squares.
class ByClasses final : public Numbering {
  public:
    ByClasses(const CheckedTable& table, const GameData& game) : Numbering(table, game) {
        for (std::size_t n = 0; n <= most_squares; ++n) {
            choose_[n][0] = 1;
            for (std::size_t k = 1; k <= most_squares; ++k)
                choose_[n][k] =
                    n ? std::min(choose_[n - 1][k - 1] + choose_[n - 1][k], u64{1} << 62) : 0;
        }
        for (const CheckedTable::Kind& kind : table.kinds) {
            Set domain;
            for (const int square : kind.squares) domain.add(square);
            domain_.push_back(domain);
        }
        number_classes();
        for (const std::vector<int>& men : table.classes) classes_.push_back(arranged(men));
    }

    std::optional<u64> size(u32 half) const override {
        if (half / 2 >= classes_.size() || (table_.flips && half % 2)) return std::nullopt;
        return classes_[half / 2].size;
    }

  protected:
    Spot find_kept(const Codes& board, int side) const override {
        Men men;
        if (!sort_out(board, men)) return {0, absent};
        const auto found = number_.find(men.key);
        if (found == number_.end()) return {0, absent};
        const Arrangement& arrangement = classes_[found->second];
        return {2 * found->second + static_cast<u32>(side), folded(board, men, arrangement)};
    }

    bool lay_out(Spot spot, Codes& board, int& side) const override {
        side = static_cast<int>(spot.half % 2);
        const Arrangement& arrangement = classes_[spot.half / 2];
        std::vector<u64> ranks(arrangement.places.size());
        u64 rest = spot.index;
        for (std::size_t i = ranks.size(); i-- > 0;) {
            ranks[i] = rest % arrangement.places[i].ways;
            rest /= arrangement.places[i].ways;
        }
        std::array<Set, most_kinds> taken;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const Place& place = arrangement.places[i];
            const std::vector<int> free = left_for(arrangement, i, taken).list();
            std::size_t at = free.size();
            u64 rank = ranks[i];
            for (int k = place.men; k > 0; --k) {
                do --at;
                while (choose(static_cast<int>(at), k) > rank);
                rank -= choose(static_cast<int>(at), k);
                u8& square = board[static_cast<std::size_t>(free[at])];
                if (square) return false;  // a man of another kind is there
                square = static_cast<u8>(table_.kinds[place.kind].code);
                taken[i].add(free[at]);
            }
        }
        return true;
    }

  private:
    struct Place {
        std::size_t kind;
        int men;
        Set domain;
        std::vector<std::size_t> before;  // earlier places, all of whose squares are in this domain
        u64 ways;
    };
    struct Arrangement {
        std::vector<Place> places;
        bool folds = false;  // the first place is one man on the left half
        u64 size = 1;
    };
    struct Men {
        std::array<Set, most_kinds> of;
        u64 key = 0;
    };

    u64 choose(int n, int k) const {
        return choose_[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
    }
    bool is_left(int square) const { return 2 * (square % width_) <= width_ - 1; }
    bool is_middle(int square) const { return 2 * (square % width_) == width_ - 1; }

    // Each class has a key, a sum over its men.
    void number_classes() {
        const std::size_t kinds = table_.kinds.size();
        u64 weight = 1;
        for (std::size_t kind = 0; kind < kinds; ++kind) {
            int most = 0;
            for (const std::vector<int>& men : table_.classes) most = std::max(most, men[kind]);
            most_.push_back(most);
            weight_.push_back(weight);
            weight = product(weight, static_cast<u64>(most) + 1);
        }
        for (u32 number = 0; number < table_.classes.size(); ++number) {
            u64 key = 0;
            for (std::size_t kind = 0; kind < kinds; ++kind)
                key += weight_[kind] * static_cast<u64>(table_.classes[number][kind]);
            if (!number_.emplace(key, number).second)
                throw std::invalid_argument("a class is listed twice");
        }
    }

    Arrangement arranged(const std::vector<int>& men) const {
        std::vector<std::size_t> order;
        for (std::size_t kind = 0; kind < men.size(); ++kind)
            if (men[kind]) order.push_back(kind);
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return domain_[a].size() < domain_[b].size();
        });
        Arrangement arrangement;
        if (table_.mirrors) {
            for (std::size_t i = order.size(); i-- > 0 && !arrangement.folds;) {
                if (men[order[i]] != 1) continue;
                arrangement.folds = true;
                const std::size_t lone = order[i];
                order.erase(order.begin() + static_cast<std::ptrdiff_t>(i));
                order.insert(order.begin(), lone);
            }
        }
        for (const std::size_t kind : order) {
            Place place{kind, men[kind], domain_[kind], {}, 0};
            if (arrangement.folds && arrangement.places.empty()) {
                place.domain = Set();
                for (const int square : domain_[kind].list())
                    if (is_left(square)) place.domain.add(square);
            }
            int free = place.domain.size();
            for (std::size_t i = 0; i < arrangement.places.size(); ++i) {
                if (!arrangement.places[i].domain.within(place.domain)) continue;
                place.before.push_back(i);
                free -= arrangement.places[i].men;
            }
            place.ways = free < place.men ? 0 : choose(free, place.men);
            arrangement.size = product(arrangement.size, place.ways);
            arrangement.places.push_back(place);
        }
        return arrangement;
    }

    // The men of each kind, and the key of their class; false if one is where it cannot be.
    bool sort_out(const Codes& board, Men& men) const {
        std::array<int, most_kinds> count{};
        for (int square = 0; square < squares_; ++square) {
            const int code = board[static_cast<std::size_t>(square)];
            if (!code) continue;
            const int kind = kind_of(code, square);
            if (kind < 0) return false;
            const auto at = static_cast<std::size_t>(kind);
            men.of[at].add(square);
            if (++count[at] > most_[at]) return false;
            men.key += weight_[at];
        }
        return true;
    }

    // Where men of a place can be, given the squares that earlier places have taken.
    static Set left_for(const Arrangement& arrangement, std::size_t i,
                        const std::array<Set, most_kinds>& taken) {
        Set free = arrangement.places[i].domain;
        for (const std::size_t other : arrangement.places[i].before)
            free = free.without(taken[other]);
        return free;
    }

    u64 rank(const Men& men, const Arrangement& arrangement) const {
        std::array<Set, most_kinds> taken;
        u64 index = 0;
        for (std::size_t i = 0; i < arrangement.places.size(); ++i) {
            const Place& place = arrangement.places[i];
            const Set& mine = taken[i] = men.of[place.kind];
            if (!mine.within(place.domain)) return absent;
            const Set free = left_for(arrangement, i, taken);
            u64 rank = 0;
            int k = 0;
            for (std::size_t half = 0; half < 2; ++half)
                for (u64 rest = mine.word[half]; rest; rest &= rest - 1)
                    rank += choose(
                        free.before(static_cast<int>(64 * half) + std::countr_zero(rest)), ++k);
            index = index * place.ways + rank;
        }
        return index;
    }

    // The same with left and right exchanged where the lone man is on the right; where he is on the
    // middle file the smaller of both.
    u64 folded(const Codes& board, const Men& men, const Arrangement& arrangement) const {
        if (!arrangement.folds) return rank(men, arrangement);
        const int lone = men.of[arrangement.places[0].kind].first();
        if (is_left(lone) && !is_middle(lone)) return rank(men, arrangement);
        Codes image;
        Men mirrored;
        mirror(board, image);
        if (!sort_out(image, mirrored) || mirrored.key != men.key) return absent;
        const u64 other = rank(mirrored, arrangement);
        return is_middle(lone) ? std::min(rank(men, arrangement), other) : other;
    }

    u64 choose_[most_squares + 1][most_squares + 1];
    std::vector<Set> domain_;
    std::vector<int> most_;
    std::vector<u64> weight_;
    std::unordered_map<u64, u32> number_;
    std::vector<Arrangement> classes_;
};

// By squares: what is on each square is a digit.
class BySquares : public Numbering {
  public:
    BySquares(const CheckedTable& table, const GameData& game) : Numbering(table, game) {
        std::vector<char> loud(static_cast<std::size_t>(codes_ * squares_), 0);
        for (const CheckedTable::Place& place : table.loud) loud[at(place.code, place.square)] = 1;
        weight_.assign(loud.size(), no_digit);
        for (int square = 0; square < squares_; ++square) {
            std::vector<u8> codes{0};
            for (int code = 1; code < codes_; ++code) {
                if (kind_of(code, square) < 0) continue;
                weight_[at(code, square)] = wins_at_once;
                if (loud[at(code, square)]) continue;
                weight_[at(code, square)] = total_ * codes.size();
                codes.push_back(static_cast<u8>(code));
            }
            total_ = product(total_, codes.size());
            digits_.push_back(std::move(codes));
        }
    }

    std::optional<u64> size(u32 half) const override {
        if (half > (table_.flips ? 0u : 1u)) return std::nullopt;
        return total_;
    }

  protected:
    Spot find_kept(const Codes& board, int side) const override {
        return {static_cast<u32>(side), number(board)};
    }

    bool lay_out(Spot spot, Codes& board, int& side) const override {
        side = static_cast<int>(spot.half);
        return lay_number(spot.index, board);
    }

    u64 number(const Codes& board) const {
        u64 sum = 0;
        bool loud = false;
        for (int square = 0; square < squares_; ++square) {
            const int code = board[static_cast<std::size_t>(square)];
            if (!code) continue;
            const u64 weight = weight_[at(code, square)];
            if (weight == no_digit) return absent;
            if (weight == wins_at_once) {
                loud = true;
            } else {
                sum += weight;
            }
        }
        return loud ? looked_into : sum;
    }

    // False if there are too many men of a kind or too few.
    bool lay_number(u64 number, Codes& board) const {
        std::array<int, most_kinds> men{};
        std::array<int, 256> of_code{};
        for (int square = 0; square < squares_; ++square) {
            const std::vector<u8>& codes = digits_[static_cast<std::size_t>(square)];
            const u8 code = codes[number % codes.size()];
            number /= codes.size();
            if (!code) continue;
            board[static_cast<std::size_t>(square)] = code;
            ++men[static_cast<std::size_t>(kind_of(code, square))];
            ++of_code[code];
        }
        for (std::size_t kind = 0; kind < table_.kinds.size(); ++kind) {
            const auto code = static_cast<std::size_t>(table_.kinds[kind].code);
            if (men[kind] < table_.classes[0][kind] || men[kind] > table_.classes[1][kind] ||
                of_code[code] < table_.classes[2][kind])
                return false;
        }
        return !number;
    }

  private:
    static constexpr u64 no_digit = absent, wins_at_once = looked_into;

    std::size_t at(int code, int square) const {
        return static_cast<std::size_t>(code * squares_ + square);
    }

    std::vector<std::vector<u8>> digits_;  // the codes of each square, in the order of its digits
    std::vector<u64> weight_;              // what a code on a square adds to the number
    u64 total_ = 1;
};

// Reachable: the same numbers, and twice the number plus the side is a key in a table of slots.
class ByKeys final : public BySquares {
  public:
    ByKeys(const CheckedTable& table, const GameData& game) : BySquares(table, game) {
        if (!std::has_single_bit(table.slots.size()))
            throw std::invalid_argument("the number of slots is a power of two");
        if (std::find(table.slots.begin(), table.slots.end(), absent) == table.slots.end())
            throw std::invalid_argument("no slot is empty");
    }

    std::optional<u64> size(u32 half) const override {
        if (half) return std::nullopt;
        return table_.slots.size();
    }

  protected:
    Spot find_kept(const Codes& board, int side) const override {
        u64 smaller = number(board);
        if (table_.mirrors && smaller < looked_into) {
            Codes image;
            mirror(board, image);
            smaller = std::min(smaller, number(image));
        }
        if (smaller >= looked_into) return {0, smaller};
        const u64 key = 2 * smaller + static_cast<u64>(side), last = table_.slots.size() - 1;
        const u64 mixed = key * 0x9e3779b97f4a7c15ull;
        for (u64 at = (mixed ^ mixed >> 29) & last;; at = (at + 1) & last) {
            if (table_.slots[at] == key) return {0, at};
            if (table_.slots[at] == absent) return {0, absent};
        }
    }

    bool lay_out(Spot spot, Codes& board, int& side) const override {
        const u64 key = table_.slots[spot.index];
        side = static_cast<int>(key & 1);
        return key != absent && !(table_.flips && side) && lay_number(key >> 1, board);
    }
};

}  // namespace

Numbering::Numbering(const CheckedTable& table, const GameData& game)
    : table_(table),
      width_(game.width),
      height_(game.height),
      squares_(game.squares()),
      codes_(game.codes()),
      kind_at_(static_cast<std::size_t>(game.codes() * game.squares()), -1) {
    for (int square = 0; square < squares_; ++square) {
        const int x = square % width_, y = square / width_;
        const int there = (height_ - 1 - y) * width_ + (table.turns ? width_ - 1 - x : x);
        swapped_to_.push_back(static_cast<std::size_t>(there));
        mirrored_to_.push_back(static_cast<std::size_t>(y * width_ + width_ - 1 - x));
    }
    for (std::size_t kind = 0; kind < table.kinds.size(); ++kind) {
        for (const int square : table.kinds[kind].squares) {
            i8& place =
                kind_at_[static_cast<std::size_t>(table.kinds[kind].code * squares_ + square)];
            if (place >= 0) throw std::invalid_argument("two kinds of a piece share a square");
            place = static_cast<i8>(kind);
        }
    }
}

Spot Numbering::find(const Codes& board, int side) const {
    if (!table_.flips || !side) return find_kept(board, side);
    Codes seen{};
    for (std::size_t square = 0; square < swapped_to_.size(); ++square)
        seen[swapped_to_[square]] = static_cast<u8>(swapped(board[square]));
    return find_kept(seen, 0);
}

bool Numbering::board(Spot spot, Codes& board, int& side) const {
    board.fill(0);
    if (!lay_out(spot, board, side)) return false;
    const Spot found = find_kept(board, side);
    return found.half == spot.half && found.index == spot.index;
}

void Numbering::mirror(const Codes& board, Codes& image) const {
    for (std::size_t square = 0; square < mirrored_to_.size(); ++square)
        image[mirrored_to_[square]] = board[square];
}

std::unique_ptr<Numbering> make_numbering(const CheckedTable& table, const GameData& game) {
    switch (table.scheme) {
        case CheckedTable::Scheme::classes:
            return std::make_unique<ByClasses>(table, game);
        case CheckedTable::Scheme::squares:
            return std::make_unique<BySquares>(table, game);
        default:
            return std::make_unique<ByKeys>(table, game);
    }
}

}  // namespace sbg::table_check
