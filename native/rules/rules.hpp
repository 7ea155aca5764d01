// A game's rules as tables, ready to play: plain data, made by build.hpp.
//
// A Rules<N> begins a block of memory that holds all its arrays too. It refers to them by their
// distance from its own address, so that the whole block can be copied anywhere by memcpy.
//
// Pieces are codes: 0 is an empty square, 1+2k white's piece k, 2+2k black's. Sides are 0 (white)
// and 1 (black). Contents are three bits as seen by the player to move; a "selector" is any union
// of them.
#pragma once

#include "base/bitboard.hpp"

namespace sbg {

inline constexpr int max_codes = 53;  // 26 letters in two colours, and 0

enum Content : u8 {
    empty_square = 1,
    opponent = 2,
    own = 4,
    occupied = opponent | own,
    anything = 7
};

// Where an array lies in a block of rules, as a distance in bytes from the Rules at its beginning.
// It has a type of its own, so that the compiler need not read it again after a word of a board was
// written.
enum class Offset : u64 {};
template <class T>
struct Array {
    Offset offset;
};

// One table lookup. The destinations of a piece on a given square are the union over its lookups of
//     deposit(table[index of the board], targets) & squares whose content is in `content`.
// The index is made of the bits of `source` at the squares of `index`, above them those of the
// opponent at `index2`. Leapers are the case of an empty index.
template <int N>
struct Lookup {
    Board<N> index;
    Board<N> index2;
    Board<N> targets;    // at most 32 squares: the bits of one table entry
    u32 table;           // where the table starts, in words of 32 bits from the Rules
    u8 content;          // selector for the targets
    u8 source;           // selector for `index`
    bool revealing;      // an entry depends only on squares among its own targets
    u8 index_shift[N];   // how many index bits lie in earlier words
    u8 index2_shift[N];  // the same for index2, plus the bits of `index`
    u8 target_shift[N];  // how many targets lie in earlier words
};

// A step of a set-wise word before its last letter: the square `step` places from the origin must
// have this content.
struct Condition {
    i32 step;
    u8 content;
};

// A finite word, applied to all origins at once. Consecutive terms with equal `step` are one
// displacement: their destinations are united, so that a move is counted once.
template <int N>
struct Term {
    Board<N> origins;  // where the whole word stays on the board
    i32 step;          // target = origin + step
    u8 content;        // selector for the target
    bool joined;       // same displacement as the term before
    u16 conditions;
    u32 first_condition;  // in Conditions from the Rules
};

// An automaton's transition. Colour is already applied to dy.
struct Transition {
    i16 dx, dy;
    u8 content;      // a single content, or for walking a selector
    bool accepting;  // whether `target` accepts
    bool goes_on;    // whether any transition leaves `target`
    u32 target;

    friend bool operator==(const Transition&, const Transition&) = default;
};

// The squares that sums of steps can lead to: every `columns`-th column, and in it every `rows`-th
// row, which from one such column to the next is shifted by `shift`. 0: no other column or row.
struct Lattice {
    int columns, shift, rows;
};

struct Walk {
    u32 states;          // 0: this piece is never walked
    bool accepts_empty;  // the piece may stand still
    Array<u32> first;    // transitions of state s: first[s] .. first[s+1]
    Array<Transition> transitions;
    Array<u32> wider;  // by state: a lower one that has all of its transitions, or itself
    Lattice lattice;
};

// Kinds of pieces of one side whose squares have equally many lookups, all of occupied squares.
struct Batch {
    u8 lookups;  // 1, 2 or 3; 0 for all other kinds together
    u8 codes;
    u8 code[26];
};

template <int N>
struct PieceRules {
    bool moves;   // whether it has a rule that allows any move
    int lookups;  // per square; squares that need fewer are padded with lookups without targets
    bool occupied_only;       // every index is made of occupied squares alone
    Array<Lookup<N>> lookup;  // [square * lookups]
    int terms;                // 0: no set-wise form
    int set_wise_from;  // with at least this many pieces the terms are cheaper than the lookups
    Array<Term<N>> term;
    bool walks;       // whether `walked` has a square
    Board<N> walked;  // squares from where the graph is walked instead
    Walk walk;
    Array<Board<N>> landings;  // by content, three: where a last letter may arrive, for walking
    Board<N> goal;             // a piece that moved here wins
    Board<N> fatal_counts;     // bit n: the owner loses when a capture leaves n of these
    bool has_fatal_counts;
};

template <int N>
struct Rules {
    int width, height, squares;
    int codes;       // codes in use are below this
    u32 limit;       // turn limit in plies
    Board<N> board;  // all squares
    int batches[2];
    Batch batch[2][4];
    int counted[2];  // how many codes of each side have fatal counts
    u8 counted_code[2][26];
    Array<Board<N>> arrivals;  // [dx + width - 1]: where steps by dx columns arrive, for walking
    u32 most_states;           // over all walked pieces; the size of the scratch memory
    int most_groups;           // room that a list of move groups may need
    PieceRules<N> piece[max_codes];
    u64 bytes;  // of the whole block
};

}  // namespace sbg

namespace sbg::SBG_ISA {

SBG_INLINE int side_of(int code) { return (code - 1) & 1; }

template <int N, class T>
SBG_INLINE const T* array(const Rules<N>& rules, Array<T> where) {
    return reinterpret_cast<const T*>(reinterpret_cast<const char*>(&rules) +
                                      static_cast<u64>(where.offset));
}

// What lies in a block at a place that is counted in items of this type: the entries of tables and
// the conditions of words, which are read so often that there is no time to add up two distances.
template <class T, int N>
SBG_INLINE const T* items(const Rules<N>& rules) {
    return reinterpret_cast<const T*>(&rules);
}

}  // namespace sbg::SBG_ISA
