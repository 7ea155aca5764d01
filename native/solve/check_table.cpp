#include "solve/check_table.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>

#include "play/runs.hpp"
#include "solve/check_numbering.hpp"

namespace sbg::table_check {

namespace {

inline constexpr u32 no_value = 0xffff;
inline constexpr u32 out_of_table = 0x10000;  // what the moves make is not known
inline constexpr u32 drawn = 0;
inline constexpr int most_looks = 8;  // positions without an entry, one after the other

u32 lost_in(u32 plies) { return 1 + 2 * plies; }
u32 won_in(u32 plies) { return 2 + 2 * plies; }
bool is_won(u32 value) { return value && value % 2 == 0; }
u32 plies(u32 value) { return (value - 1) / 2; }
int owner(int code) { return (code - 1) & 1; }

// The goals by code, and the values by half: what all threads share.
struct Shared {
    const Game& game;
    const Numbering& numbering;
    std::vector<char> goal;     // [code * squares + square]
    std::vector<char> fatal;    // [code * (squares + 1) + men left]
    std::vector<char> counted;  // [code] whether any number of them is fatal
    std::vector<const CheckedTable::Half*> halves;

    u32 read(Spot spot) const {
        const CheckedTable::Half* half = spot.half < halves.size() ? halves[spot.half] : nullptr;
        if (!half || spot.index >= half->size) return out_of_table;
        if (half->width == 1) {
            const u32 value = half->values[spot.index];
            return value == 0xff ? no_value : value;
        }
        return half->values[2 * spot.index] + 256u * half->values[2 * spot.index + 1];
    }
};

// Checks entries in one thread.
class Checker {
  public:
    Checker(const Shared& shared, const Workspace& space)
        : shared_(shared),
          data_(shared.game.data()),
          space_(space),
          room_(static_cast<u64>(data_.squares()) * static_cast<u64>(data_.squares())),
          moves_(most_looks),
          goal_move_(static_cast<std::size_t>(data_.codes() * data_.squares()), -1) {}

    // Whether an entry is right; the result says more.
    bool check(Spot spot, CheckedEntries& result) {
        const u32 found = shared_.read(spot);
        Codes board;
        int side = 0;
        if (!shared_.numbering.board(spot, board, side)) {
            ++result.none;
            if (found == no_value) return true;
            return refuse(result, WrongEntry::Reason::no_board, spot, nullptr, 0, found, no_value);
        }
        if (found == no_value)
            return refuse(result, WrongEntry::Reason::no_value, spot, &board, side, found, 0);
        if (found != drawn)
            result.longest = std::max(result.longest, static_cast<int>(plies(found)));
        ++(found == drawn ? result.draws : is_won(found) ? result.wins : result.losses);
        const u32 made = by_moves(board, side, 0);
        if (made == found || cut()) return true;
        return refuse(
            result, made == out_of_table ? WrongEntry::Reason::outside : WrongEntry::Reason::value,
            spot, &board, side, found, made);
    }

    bool cut() const { return space_.scratch.pace->cut; }

  private:
    bool refuse(CheckedEntries& result, WrongEntry::Reason reason, Spot spot, const Codes* board,
                int side, u32 found, u32 made) const {
        WrongEntry wrong{reason, spot.index, {}, side, found, made};
        if (board) wrong.board.assign(board->begin(), board->begin() + data_.squares());
        result.wrong = std::move(wrong);
        return false;
    }

    // The value of a position by the definition: a win in n plies if the best that a move leads to
    // is a loss in n - 1, a loss in n if all moves lead to wins, the longest in n - 1, else a draw.
    u32 by_moves(Codes& board, int side, int looks) {
        if (looks == most_looks) return out_of_table;
        std::vector<Move>& moves = moves_[static_cast<std::size_t>(looks)];
        moves.resize(room_);
        const u64 count = shared_.game.kernel().moves(shared_.game.rules(), board.data(), side,
                                                      space_, moves.data(), room_, true);
        if (cut()) return out_of_table;
        if (!count) return lost_in(0);
        std::array<int, 256> men{};
        for (int square = 0; square < data_.squares(); ++square)
            ++men[board[static_cast<std::size_t>(square)]];
        const auto winner = [&](Move move) { return winner_after(board, men, side, move); };
        for (u64 i = 0; i < count; ++i) {
            if (winner(moves[i]) != side) continue;
            note_goal(board, moves[i]);
            return won_in(1);
        }
        u32 soonest = out_of_table, latest = 0;
        bool draws = false;
        std::vector<GoalMove>& threats = threats_[static_cast<std::size_t>(looks)];
        if (looks) list_goal_moves(board, side ^ 1, threats);
        for (u64 i = 0; i < count; ++i) {
            const Move move = moves[i];
            if (winner(move) >= 0) {  // the opponent has won
                latest = std::max(latest, 1u);
                continue;
            }
            const u8 moved = board[move.origin], there = board[move.target];
            board[move.origin] = 0;
            board[move.target] = moved;
            const u32 value = looks && has_goal_move(board, side ^ 1, threats)
                                  ? won_in(1)
                                  : after(board, side ^ 1, looks);
            board[move.target] = there;
            board[move.origin] = moved;
            if (value == out_of_table || value == no_value) return out_of_table;
            if (value == drawn) {
                draws = true;
            } else if (is_won(value)) {
                latest = std::max(latest, plies(value) + 1);
            } else {
                soonest = std::min(soonest, plies(value) + 1);
            }
        }
        if (soonest != out_of_table) return won_in(soonest);
        return draws ? drawn : lost_in(latest);
    }

    // The value of a position after a move: its entry, or by its own moves if it has none because a
    // man wins at once.
    u32 after(Codes& board, int side, int looks) {
        const Spot spot = shared_.numbering.find(board, side);
        if (spot.index == absent) return out_of_table;
        if (spot.index != looked_into) return shared_.read(spot);
        std::vector<GoalMove>& mine = known_[static_cast<std::size_t>(looks)];
        list_goal_moves(board, side, mine);
        return has_goal_move(board, side, mine) ? won_in(1) : by_moves(board, side, looks + 1);
    }

    // Moves to goals that were found before are asked for first, because one alone is soon tested.
    // They count if they are legal here too.
    void note_goal(const Codes& board, Move move) {
        const auto man = static_cast<std::size_t>(board[move.origin] * data_.squares());
        if (shared_.goal[man + move.target])
            goal_move_[man + move.origin] = static_cast<i16>(move.target);
    }

    // The men of a side that had such a move, with its target.
    struct GoalMove {
        u8 code;
        Move move;
    };
    void list_goal_moves(const Codes& board, int side, std::vector<GoalMove>& found) const {
        found.clear();
        const int squares = data_.squares();
        for (int square = 0; square < squares; ++square) {
            const u8 code = board[static_cast<std::size_t>(square)];
            if (!code || owner(code) != side) continue;
            const int target = goal_move_[static_cast<std::size_t>(code * squares + square)];
            if (target >= 0)
                found.push_back({code, {static_cast<u16>(square), static_cast<u16>(target)}});
        }
    }

    bool has_goal_move(const Codes& board, int side, const std::vector<GoalMove>& known) const {
        for (const GoalMove& one : known) {
            if (board[one.move.origin] != one.code || shared_.counted[board[one.move.target]])
                continue;
            if (shared_.game.kernel().legal(shared_.game.rules(), board.data(), side, one.move,
                                            space_))
                return !cut();
        }
        return false;
    }

    // Who has won by a move, -1 if it does not end the game: a count first, then a goal.
    int winner_after(const Codes& board, const std::array<int, 256>& men, int side,
                     Move move) const {
        const int moved = board[move.origin];
        const int captured = move.origin == move.target ? 0 : board[move.target];
        const int squares = data_.squares();
        if (captured &&
            shared_.fatal[static_cast<std::size_t>(captured * (squares + 1) +
                                                   men[static_cast<std::size_t>(captured)] - 1)])
            return owner(captured) ^ 1;
        if (shared_.goal[static_cast<std::size_t>(moved * squares + move.target)]) return side;
        return -1;
    }

    const Shared& shared_;
    const GameData& data_;
    const Workspace& space_;
    u64 room_;
    std::vector<std::vector<Move>> moves_;
    std::array<std::vector<GoalMove>, most_looks> known_, threats_;
    std::vector<i16> goal_move_;  // [code * squares + origin] target, or -1
};

class Check final : public TableCheck {
  public:
    Check(const Game& game, CheckedTable table)
        : table_(std::move(table)),
          numbering_(make_numbering(table_, game.data())),
          shared_{game, *numbering_, {}, {}, {}, {}} {
        const auto squares = static_cast<std::size_t>(game.data().squares());
        const auto codes = static_cast<std::size_t>(game.data().codes());
        shared_.goal.assign(codes * squares, 0);
        shared_.fatal.assign(codes * (squares + 1), 0);
        shared_.counted.assign(codes, 0);
        for (const GameData::SquareGoal& goal : game.data().square_goals)
            for (const int square : goal.squares)
                shared_.goal[static_cast<std::size_t>(goal.code) * squares +
                             static_cast<std::size_t>(square)] = 1;
        for (const GameData::CountGoal& goal : game.data().count_goals)
            shared_.counted[static_cast<std::size_t>(goal.code)] = 1;
        for (const GameData::CountGoal& goal : game.data().count_goals)
            if (goal.count >= 0 && goal.count <= game.data().squares())
                shared_.fatal[static_cast<std::size_t>(goal.code) * (squares + 1) +
                              static_cast<std::size_t>(goal.count)] = 1;
        take_halves();
    }

    std::optional<Spot> find(const std::vector<u8>& board, int side) const override {
        Codes codes{};
        std::copy(board.begin(), board.end(), codes.begin());
        const Spot spot = numbering_->find(codes, side);
        if (spot.index >= looked_into) return std::nullopt;
        return spot;
    }

    CheckedEntries check(u32 half, u64 first, u64 last, int threads,
                         const Interrupted& interrupted) const override {
        if (half >= shared_.halves.size() || !shared_.halves[half])
            throw std::invalid_argument("there is no such half");
        last = std::min(last, shared_.halves[half]->size);
        CheckedEntries total;
        std::mutex mutex;
        std::atomic<u64> next{first};
        std::atomic<bool> refused{false};
        // Parts are given out in their order and done to the end, so that the first mistake of all
        // is among those found.
        const auto work = [&](Stop stop) {
            const Workspaces::Lease lease(shared_.game.workspaces());
            portable::listen(*(*lease).scratch.pace, stop);
            Checker checker(shared_, *lease);
            for (u64 from; !refused && !*stop.flag && (from = next.fetch_add(part)) < last;) {
                CheckedEntries mine;
                const u64 end = std::min(from + part, last);
                for (u64 index = from; index < end && !checker.cut() && !*stop.flag; ++index)
                    if (!checker.check({half, index}, mine)) break;
                if (mine.wrong) refused = true;
                const std::lock_guard lock(mutex);
                add(total, std::move(mine));
            }
        };
        if (first < last && last - first <= part) {
            const std::atomic<bool> never{false};
            work(Stop{&never});
        } else if (first < last) {
            run(threads, interrupted, work);
        }
        return total;
    }

  private:
    static constexpr u64 part = 2048;

    static void add(CheckedEntries& total, CheckedEntries&& more) {
        total.wins += more.wins;
        total.draws += more.draws;
        total.losses += more.losses;
        total.none += more.none;
        total.longest = std::max(total.longest, more.longest);
        if (more.wrong && (!total.wrong || more.wrong->index < total.wrong->index))
            total.wrong = std::move(more.wrong);
    }

    // Every half that the numbering has must be there, with its size.
    void take_halves() {
        const std::size_t most =
            table_.scheme == CheckedTable::Scheme::classes ? 2 * table_.classes.size() : 2;
        shared_.halves.assign(most, nullptr);
        for (const CheckedTable::Half& half : table_.halves) {
            if (half.number >= most || shared_.halves[half.number] ||
                numbering_->size(half.number) != half.size)
                throw std::invalid_argument("a half has another size");
            shared_.halves[half.number] = &half;
        }
        for (u32 number = 0; number < most; ++number)
            if (numbering_->size(number) && !shared_.halves[number])
                throw std::invalid_argument("a half is missing");
    }

    CheckedTable table_;
    std::unique_ptr<Numbering> numbering_;
    Shared shared_;
};

void validate_table(const GameData& game, const CheckedTable& table) {
    const auto refuse = [](const char* message) { throw std::invalid_argument(message); };
    const auto on_board = [&](int square) { return square >= 0 && square < game.squares(); };
    const auto is_code = [&](int code) { return code > 0 && code < game.codes(); };
    if (game.squares() > most_squares) refuse("tables are for boards of at most 128 squares");
    if (game.codes() > 255) refuse("there are too many kinds of pieces");
    if (table.kinds.empty() || table.kinds.size() > most_kinds) refuse("there are 1 to 64 kinds");
    for (const CheckedTable::Kind& kind : table.kinds)
        if (!is_code(kind.code) || !std::all_of(kind.squares.begin(), kind.squares.end(), on_board))
            refuse("a kind has the code of a piece, and squares on the board");
    if (table.classes.empty()) refuse("there is at least one class");
    if (table.scheme != CheckedTable::Scheme::classes && table.classes.size() != 3)
        refuse("by squares there are three classes");
    for (const std::vector<int>& men : table.classes)
        if (men.size() != table.kinds.size() ||
            !std::all_of(men.begin(), men.end(), [](int n) { return n >= 0 && n <= 128; }))
            refuse("a class has a number of men for each kind");
    for (const CheckedTable::Place& place : table.loud)
        if (!is_code(place.code) || !on_board(place.square))
            refuse("a man that wins at once has a code and a square");
    for (const CheckedTable::Half& half : table.halves)
        if (half.width != 1 && half.width != 2) refuse("an entry has one byte or two");
}

}  // namespace

}  // namespace sbg::table_check

namespace sbg {

std::unique_ptr<TableCheck> make_table_check(const Game& game, CheckedTable table) {
    table_check::validate_table(game.data(), table);
    return std::make_unique<table_check::Check>(game, std::move(table));
}

}  // namespace sbg
