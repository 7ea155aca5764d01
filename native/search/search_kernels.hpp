// The search kernels' code, included by two source files for each instruction set, as that of
// play_kernels.hpp.
#pragma once

#include "base/sizes.hpp"
#include "search/nodes.hpp"
#include "search/tree.hpp"

namespace sbg::SBG_ISA {

template <int N>
struct SearchKernelFor {
    static Worker* make_worker(const SearchContext& context) { return new AlphaBeta<N>(context); }

    static Climber* make_climber(const void* rules) { return new TreeClimber<N>(rules); }

    static u64 reach(const void* untyped, const u8* at, int code, int origin,
                     const Workspace& space, u16* out, u64 room) {
        const Rules<N>& rules = *static_cast<const Rules<N>*>(untyped);
        Board<N> mine = none<N>(), theirs = none<N>();
        // Without branches, because what stands where is mostly random.
        for (int square = 0; square < rules.squares; ++square) {
            mine.word[square / 64] |= u64{at[square] & 1u} << (square % 64);
            theirs.word[square / 64] |= u64{at[square] >> 1 & 1u} << (square % 64);
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

#if defined(SBG_RARE)

const SearchKernel* rare_search_kernel(int words) {
    return dispatch(words, RareWords{}, []<int N>() { return &SearchKernelFor<N>::kernel; });
}

#else

const SearchKernel* rare_search_kernel(int words);

const SearchKernel* search_kernel(int words) {
    const SearchKernel* common =
        dispatch(words, CommonWords{}, []<int N>() { return &SearchKernelFor<N>::kernel; });
    return common ? common : rare_search_kernel(words);
}

#endif

}  // namespace sbg::SBG_ISA
