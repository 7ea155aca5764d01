// How the positions of a table are numbered, for the check of tables alone: written from
// docs/solve.md, and shared with nothing that makes them.
#pragma once

#include <array>
#include <limits>
#include <memory>

#include "solve/check_table.hpp"

namespace sbg::table_check {

inline constexpr int most_squares = 128;
inline constexpr int most_kinds = 64;

// A code for each square, a1 first.
using Codes = std::array<u8, most_squares>;
using Spot = TableCheck::Spot;

inline constexpr u64 absent = std::numeric_limits<u64>::max();  // the table does not have it
inline constexpr u64 looked_into = absent - 1;                  // a man wins at once: no entry

class Numbering {
  public:
    Numbering(const CheckedTable& table, const GameData& game);
    virtual ~Numbering() = default;
    Numbering(const Numbering&) = delete;
    Numbering& operator=(const Numbering&) = delete;

    // The entry of a position; its index may be one of the two above.
    Spot find(const Codes& board, int side) const;
    // The position of an entry; false if it has none, or if another entry has it.
    bool board(Spot spot, Codes& board, int& side) const;
    // How many entries a half has; nothing if there is no such half.
    virtual std::optional<u64> size(u32 half) const = 0;

  protected:
    // The same for a position as it is kept: the colours are swapped already where they are.
    virtual Spot find_kept(const Codes& board, int side) const = 0;
    // What an index stands for; false if that cannot be on a board.
    virtual bool lay_out(Spot spot, Codes& board, int& side) const = 0;

    void mirror(const Codes& board, Codes& image) const;
    int kind_of(int code, int square) const {  // -1: it cannot be there
        return kind_at_[static_cast<std::size_t>(code * squares_ + square)];
    }

    const CheckedTable& table_;
    int width_, height_, squares_, codes_;

  private:
    std::vector<i8> kind_at_;
    std::vector<std::size_t> swapped_to_, mirrored_to_;  // [square]
};

std::unique_ptr<Numbering> make_numbering(const CheckedTable& table, const GameData& game);

}  // namespace sbg::table_check
