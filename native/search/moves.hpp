// The moves of a node: generated once, with the ones that win at once found on the way.
#pragma once

#include <cstdlib>
#include <new>

#include "movegen.hpp"
#include "state.hpp"

namespace sbg::SBG_ISA {

// A list that grows, for trivial types. Not the STL's, whose functions the linker may share between
// the two instruction sets.
template <class T>
class Stack {
  public:
    Stack() = default;
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    ~Stack() { std::free(items_); }

    SBG_INLINE void push(const T& item) {
        if (size_ == room_) grow();
        items_[size_++] = item;
    }
    SBG_INLINE T& operator[](u64 i) { return items_[i]; }
    SBG_INLINE const T& operator[](u64 i) const { return items_[i]; }
    SBG_INLINE u64 size() const { return size_; }
    SBG_INLINE void cut(u64 size) { size_ = size; }

  private:
    void grow() {
        room_ = room_ ? 2 * room_ : 1024;
        void* larger = std::realloc(items_, room_ * sizeof(T));
        if (!larger) throw std::bad_alloc();
        items_ = static_cast<T*>(larger);
    }

    T* items_ = nullptr;
    u64 size_ = 0, room_ = 0;
};

// The squares where a piece of this side stands whose capture would end the game.
template <int N>
SBG_INLINE Board<N> fatal_of(const Rules<N>& rules, const State<N>& state, int side) {
    Board<N> squares = none<N>();
    for (int i = 0; i < rules.counted[side]; ++i) {
        const int code = rules.counted_code[side][i];
        const int left = count(state.pieces[code]) - 1;
        if (left >= 0 && has(rules.piece[code].fatal_counts, left))
            squares = squares | state.pieces[code];
    }
    return squares;
}

struct Found {
    int moves = 0;
    int origin = -1, target = -1;  // of a move that wins at once, if there is one
    bool wins() const { return origin >= 0; }
};

// Calls visit(group, moves) for the groups of a side that have moves, and finds a winning move: one
// that captures down to the opponent's fatal count, or reaches a goal without capturing down to an
// own one.
template <int N, class Visit>
SBG_INLINE Found find_moves(const Rules<N>& rules, const State<N>& state, int side,
                            const Workspace& space, Visit visit) {
    const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
    auto* groups = static_cast<Group<N>*>(space.groups);
    const auto [end, total] = collect(rules, state, seen, side, space.scratch, groups);
    const Board<N> theirs = fatal_of(rules, state, side ^ 1);
    const Board<N> ours = fatal_of(rules, state, side);
    Found found;
    found.moves = static_cast<int>(total);
    i32 before = 0;
    for (const Group<N>* group = groups; group != end; ++group) {
        const Board<N>& targets = group->targets;
        if (!any(targets)) continue;
        const int base = group->base, follow = group->follow;
        // To stay on one's square is no capture.
        Board<N> deadly = ours;
        if (!follow) remove(deadly, base);
        if (follow && !base) deadly = none<N>();
        const Board<N> winning =
            targets & (theirs | without(rules.piece[group->code].goal, deadly));
        if (any(winning)) {
            found.target = select(winning, 0);
            found.origin = base + (found.target & follow);
        }
        visit(*group, static_cast<i32>(group->end) - before);
        before = group->end;
    }
    return found;
}

}  // namespace sbg::SBG_ISA
