// Checks tables of exact values, entry by entry. It shares nothing with what makes tables:
// positions are numbered here as docs/solve.md tells it, moves come from the ordinary generator,
// and how a move ends the game is read from the goals.
//
// An entry is right if it is what the entries after its moves make it. A table in which all are so
// is right: wins and losses by induction on their plies, draws because nothing else leads to them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "play/position.hpp"

namespace sbg {

// A table as its file tells it.
struct CheckedTable {
    enum class Scheme { classes, squares, reachable };
    struct Kind {
        int code;
        std::vector<int> squares;
    };
    struct Place {
        int code, square;
    };
    // The values of a class with one side to move, or of all positions with one.
    struct Half {
        u32 number;
        u64 size;
        int width;         // bytes of an entry: 1 or 2
        const u8* values;  // size * width bytes, little-endian
    };
    Scheme scheme = Scheme::classes;
    std::vector<Kind> kinds;
    // Men of each kind; otherwise the least and the most of each, and the least of its letter.
    std::vector<std::vector<int>> classes;
    bool flips = false, turns = false, mirrors = false;
    std::vector<Place> loud;
    std::vector<Half> halves;
    std::vector<u64> slots;  // reachable: a key each, all ones where there is none
};

struct WrongEntry {
    enum class Reason : u8 {
        value,     // it is not what the moves make it
        no_value,  // there is a board, but no value
        no_board,  // there is a value, but no board
        outside,   // a move leads to a position that the table does not have
    };
    Reason reason = Reason::value;
    u64 index = 0;
    std::vector<u8> board;  // empty for no_board
    int side = 0;
    u32 found = 0, made = 0;  // as entries are written
};

struct CheckedEntries {
    u64 wins = 0, draws = 0, losses = 0, none = 0;
    int longest = -1;                 // plies of the longest win or loss
    std::optional<WrongEntry> wrong;  // the first one
};

class TableCheck {
  public:
    virtual ~TableCheck() = default;

    // Checks these entries of a half; after the first wrong one not all others.
    virtual CheckedEntries check(u32 half, u64 first, u64 last, int threads,
                                 const Interrupted&) const = 0;
    // The entry of a position, if it has one.
    struct Spot {
        u32 half;
        u64 index;
    };
    virtual std::optional<Spot> find(const std::vector<u8>& board, int side) const = 0;
};

// Throws std::invalid_argument when the table makes no sense. The game must outlive the check.
std::unique_ptr<TableCheck> make_table_check(const Game& game, CheckedTable table);

}  // namespace sbg
