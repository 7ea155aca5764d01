// The search kernels' code, included by one source file for each instruction set.
#pragma once

#include "search/alphabeta.hpp"
#include "search/tree.hpp"

namespace sbg::SBG_ISA {

template <int N>
struct SearchBody {
    static Worker* make_worker(const SearchContext& context) { return new AlphaBeta<N>(context); }

    static Climber* make_climber(const void* rules) { return new TreeClimber<N>(rules); }

    static u64 reach(const void* untyped, const u8* at, int code, int origin,
                     const Workspace& space, u16* out, u64 room) {
        const Rules<N>& rules = *static_cast<const Rules<N>*>(untyped);
        Board<N> mine = none<N>(), theirs = none<N>();
        for (int square = 0; square < rules.squares; ++square) {
            if (at[square] == 1) add(mine, square);
            if (at[square] == 2) add(theirs, square);
        }
        const View<N> seen = view(rules, mine, theirs);
        u64 found = 0;
        for_each(destinations(rules, rules.piece[code], seen, origin, space.scratch),
                 [&](int target) {
                     if (found < room) out[found] = static_cast<u16>(target);
                     ++found;
                 });
        return found;
    }

    static constexpr SearchKernel kernel{make_worker, make_climber, reach};
};

const SearchKernel* search_kernel(int words) {
    switch (words) {
        case 1:
            return &SearchBody<1>::kernel;
        case 2:
            return &SearchBody<2>::kernel;
        case 3:
            return &SearchBody<3>::kernel;
        case 4:
            return &SearchBody<4>::kernel;
        case 6:
            return &SearchBody<6>::kernel;
        case 16:
            return &SearchBody<16>::kernel;
        case 64:
            return &SearchBody<64>::kernel;
        default:
            return nullptr;
    }
}

}  // namespace sbg::SBG_ISA
