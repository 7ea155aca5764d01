// Principal-variation search: what it keeps, what it knows without looking ahead, and its moves.
// How it searches a node stands in nodes.hpp.
#pragma once

#include "search/moves.hpp"
#include "search/ordering.hpp"
#include "search/worker.hpp"

namespace sbg::SBG_ISA {

template <int N>
class AlphaBeta final : public Worker {
  public:
    explicit AlphaBeta(const SearchContext& context)
        : rules_(*static_cast<const Rules<N>*>(context.rules)),
          context_(context),
          ordering_(rules_.codes, rules_.squares),
          formation_(rules_) {
        // How many plies a late move is searched less: grows with the logarithms of depth and
        // number.
        for (int depth = 0; depth < 64; ++depth) {
            for (int number = 0; number < 64; ++number)
                reduction_[depth][number] =
                    static_cast<u8>(log2_quarters(depth) * log2_quarters(number) / 40);
        }
    }

    void set_up(const u8* at, u32 ply, u64 hash, const SearchContext& context,
                const Workspace& space, Poll poll) override {
        context_ = context;
        scratch_ = space.scratch, groups_ = static_cast<Group<N>*>(space.groups);
        poll_ = poll;
        *scratch_.pace = {[](void* self) { return static_cast<AlphaBeta*>(self)->is_over(); },
                          this};
        SBG_ISA::set_up(rules_, at, ply, state_);
        hash_ = hash;
        standing_ = standing(rules_, context_.evaluation, state_);
        visited = 0;
        nodes = 0;
        deepest = 0;
        aborted = false;
        moves_.cut(0);
        ordering_.forget_killers();
    }

    Score search(int depth, Score alpha, Score beta, bool exact, const Move* excluded,
                 int exclusions) override {
        exact_ = exact;
        excluded_ = excluded;
        exclusions_ = exclusions;
        root_depth_ = depth;
        line.length = 0;
        return node<true>(to_move(state_), depth, alpha, beta, hash_, 0, false);
    }

    void clear() override { ordering_.clear(); }

    Score evaluate() override {
        const int side = to_move(state_);
        return estimate_apart(side, hash_, look_apart(side), look_apart(side ^ 1));
    }

    void features(u16* out) override {
        const int codes = rules_.codes;
        const Evaluation& weights = context_.evaluation;
        for (int i = 0; i < feature_count(codes); ++i) out[i] = 0;
        const Seen seen[2] = {look_apart(0), look_apart(1)};
        for (int side = 0; side < 2; ++side) {
            const auto by_code = [&](CodeFeature which, int code) -> u16& {
                return out[feature(which, codes, code)];
            };
            const auto set = [&](SideFeature which, int value) {
                out[feature(which, codes, side)] = static_cast<u16>(value);
            };
            const auto count_moves = [&](const Group<N>& group, i32 moves) {
                u16& place = by_code(CodeFeature::moves, group.code);
                place = static_cast<u16>(place + moves);
            };
            find_moves(rules_, state_, side, scratch_, groups_, count_moves);
            for (int code = 1 + side; code < codes; code += 2)
                by_code(CodeFeature::attackable, code) =
                    static_cast<u16>(count(state_.pieces[code] & seen[side ^ 1].targets));
            int found[3];
            if (weights.royal_code[side]) {
                around(seen[side], seen[side ^ 1].targets, found);
                set(SideFeature::escapes, found[0]);
                set(SideFeature::pressure, found[1]);
            }
            if (weights.common_code[side]) {
                formation_(state_.pieces[weights.common_code[side]], rules_.width, found);
                set(SideFeature::beside, found[0]);
                set(SideFeature::behind, found[1]);
                set(SideFeature::across, found[2]);
            }
            set(SideFeature::runner, free_runner(side, to_move(state_) != side));
        }
    }

  private:
    static int log2_quarters(int x) {
        if (x < 2) return 0;
        const int whole = 31 - std::countl_zero(static_cast<u32>(x));
        return 4 * whole + static_cast<int>((static_cast<u32>(x) << 2 >> whole) & 3);
    }

    // So many moves at the root that not even a depth of one is sure to be finished in time: more
    // than in any game that people play on boards of up to ten by ten squares.
    static constexpr u64 crowd = 400;

    // -- what is known without looking ahead

    // What a side can do at a node.
    struct Seen {
        Found found;
        Score mobility = 0;            // what its moves are worth, in 1/16
        Board<N> targets = none<N>();  // where they go
        Board<N> royal = none<N>();    // where those of the royal piece go
        bool wins() const { return found.wins(); }
    };

    // Three functions are large, and each exists twice. Where they are called often they are
    // compiled into their place; elsewhere they are called, because all those copies take long to
    // compile.

    // `own` is what the player to move can do, `theirs` what the opponent could.
    template <bool Often>
    SBG_INLINE Score estimate(int side, u64 hash, const Seen& own, const Seen& theirs) const {
        if constexpr (Often && common_size<N>) return estimate_here(side, hash, own, theirs);
        return estimate_apart(side, hash, own, theirs);
    }
    SBG_NOINLINE Score estimate_apart(int side, u64 hash, const Seen& own,
                                      const Seen& theirs) const {
        return estimate_here(side, hash, own, theirs);
    }
    SBG_INLINE Score estimate_here(int side, u64 hash, const Seen& own, const Seen& theirs) const {
        const Evaluation& weights = context_.evaluation;
        const Score white = blended(weights, state_, standing_) + danger(rules_, weights, state_);
        Score score = (side ? -white : white) + weights.tempo + noise(weights, hash);
        if (weights.threats) {
            score += reached(rules_, weights.attacked, state_, side, theirs.targets) -
                     reached(rules_, weights.hanging, state_, side ^ 1, own.targets);
        }
        if (weights.royals)
            score += royal(side, own, theirs.targets) - royal(side ^ 1, theirs, own.targets);
        if (weights.formations) score += formation(side) - formation(side ^ 1);
        if (weights.runners) score += runner(side, 0) - runner(side ^ 1, 1);
        return clamped(score + (own.mobility - theirs.mobility) / 16);
    }

    // Where a royal piece may go, and how much of that the opponent reaches.
    SBG_INLINE static void around(const Seen& own, const Board<N>& theirs, int* out) {
        const int all = count(own.royal), pressed = count(own.royal & theirs);
        out[0] = all - pressed < most_royal ? all - pressed : most_royal - 1;
        out[1] = pressed < most_royal ? pressed : most_royal - 1;
    }
    SBG_INLINE Score royal(int side, const Seen& own, const Board<N>& theirs) const {
        if (!context_.evaluation.royal_code[side]) return 0;
        int squares[2];
        around(own, theirs, squares);
        const i32* weights = context_.evaluation.royal + side * 2 * most_royal;
        return weights[squares[0]] + weights[most_royal + squares[1]];
    }
    SBG_INLINE Score formation(int side) const {
        const int code = context_.evaluation.common_code[side];
        if (!code) return 0;
        int pairs[3];
        formation_(state_.pieces[code], rules_.width, pairs);
        const i32* weights = context_.evaluation.formation + 3 * side;
        return weights[0] * pairs[0] + weights[1] * pairs[1] + weights[2] * pairs[2];
    }

    // The moves that the nearest runner of a side needs whom nobody can stop, 0 if there is none.
    // `spare` is what the opponent has in hand: 1 if it is his move.
    SBG_INLINE int free_runner(int side, int spare) const {
        if constexpr (N > most_runner_words) return 0;
        const RunnerTable& table = context_.runners;
        int best = 256;
        for (int i = 0; i < table.runners[side]; ++i) {
            const int slot = i + (side ? table.runners[0] : 0), row = slot * rules_.squares;
            const Board<N> free = not_stopped(side, slot, i, spare);
            for_each(free, [&](int square) {
                const int distance = table.distance[row + square];
                if (distance && distance < best &&
                    !any(state_.side[side] & words(table.way + (row + square) * N)))
                    best = distance;
            });
        }
        return best == 256 ? 0 : best;
    }
    SBG_INLINE Board<N> not_stopped(int side, int slot, int number, int spare) const {
        const RunnerTable& table = context_.runners;
        Board<N> free = state_.pieces[table.runner[side][number]];
        const u64* stops = table.stops + (slot * 2 + spare) * table.room * rules_.squares * N;
        for (int i = 0; i < table.stoppers[side ^ 1] && any(free); ++i) {
            for_each(state_.pieces[table.stopper[side ^ 1][i]],
                     [&](int square) { free = without(free, words(stops + square * N)); });
            stops += rules_.squares * N;
        }
        return free;
    }
    SBG_INLINE static Board<N> words(const u64* set) {
        Board<N> board;
        for (int i = 0; i < N; ++i) board.word[i] = set[i];
        return board;
    }
    SBG_INLINE Score runner(int side, int spare) const {
        const int distance = free_runner(side, spare);
        if (!distance) return 0;
        const int step = distance < most_runner ? distance : most_runner;
        return context_.evaluation.runner[(2 * side + spare) * most_runner + step - 1];
    }

    SBG_INLINE void weigh(Seen& seen, const Group<N>& group, i32 moves) const {
        seen.mobility += context_.evaluation.mobility[group.code] * moves;
        seen.targets = seen.targets | group.targets;
        if (group.code == context_.evaluation.royal_code[0] ||
            group.code == context_.evaluation.royal_code[1])
            seen.royal = seen.royal | group.targets;
    }

    // What a side could do now. For the opponent of the player to move this tells his threats.
    template <bool Often>
    SBG_INLINE Seen look(int side) const {
        if constexpr (Often && common_size<N>) return look_here(side);
        return look_apart(side);
    }
    SBG_NOINLINE Seen look_apart(int side) const { return look_here(side); }
    SBG_INLINE Seen look_here(int side) const {
        Seen seen;
        seen.found =
            find_moves(rules_, state_, side, scratch_, groups_,
                       [&](const Group<N>& group, i32 moves) { weigh(seen, group, moves); });
        return seen;
    }

    u64 key(u64 hash, u32 ply) const {
        if (rules_.limit - ply > limit_horizon) return hash;
        return hash ^ (static_cast<u64>(rules_.limit - ply) * 0x9e3779b97f4a7c15ull);
    }

    // -- moves

    // Where captures mean nothing they are ordered and reduced as any other move.
    SBG_INLINE bool is_capture(int side, u16 target) const {
        return context_.follow_captures && has(state_.side[side ^ 1], target);
    }

    // Lists the moves of a side, with their ranks; captures alone if asked for.
    template <bool CapturesOnly, bool Often>
    SBG_INLINE Seen list(int side, int distance, const Entry& entry) {
        if constexpr (Often && common_size<N>)
            return list_here<CapturesOnly>(side, distance, entry);
        return list_apart<CapturesOnly>(side, distance, entry);
    }
    template <bool CapturesOnly>
    SBG_NOINLINE Seen list_apart(int side, int distance, const Entry& entry) {
        return list_here<CapturesOnly>(side, distance, entry);
    }
    template <bool CapturesOnly>
    SBG_INLINE Seen list_here(int side, int distance, const Entry& entry) {
        const Evaluation& weights = context_.evaluation;
        const Board<N> theirs = context_.follow_captures ? state_.side[side ^ 1] : none<N>();
        Seen seen;
        seen.found = find_moves(
            rules_, state_, side, scratch_, groups_, [&](const Group<N>& group, i32 moves) {
                weigh(seen, group, moves);
                for_each(group.targets & theirs, [&](int target) {
                    const i32 score = capture_rank + 16 * weights.ordering[state_.at[target]] -
                                      weights.ordering[group.code];
                    const Move move = group.move(target);
                    moves_.push({move.origin, move.target, score});
                });
                if constexpr (!CapturesOnly) {
                    const int row = group.code * rules_.squares;
                    for_each(without(group.targets, theirs), [&](int target) {
                        const Move move = group.move(target);
                        i32 score =
                            ordering_.quiet(row + target, move.origin, move.target, distance);
                        if (entry.known && move.origin == entry.origin && target == entry.target)
                            score = table_rank;
                        moves_.push({move.origin, move.target, score});
                    });
                }
            });
        return seen;
    }

    struct Made {
        u64 hash;
        Phased standing;
        Played played;
    };

    SBG_INLINE Made make_move(int side, const ScoredMove& move, u64 hash) {
        const Evaluation& weights = context_.evaluation;
        const int code = state_.at[move.origin], row = code * rules_.squares;
        Made made{hash, standing_, play(rules_, state_, side, {move.origin, move.target})};
        const int captured = made.played.captured;
        made.hash = hash_after(context_.zobrist, rules_.squares, hash, code,
                               {move.origin, move.target}, captured);
        standing_ += weights.square[row + move.target] - weights.square[row + move.origin];
        if (captured) standing_ -= weights.square[captured * rules_.squares + move.target];
        return made;
    }

    SBG_INLINE void undo(int side, const ScoredMove& move, const Made& made) {
        standing_ = made.standing;
        take_back(state_, side, {move.origin, move.target}, made.played.captured);
    }

    // Counts a node, and now and then looks up.
    SBG_INLINE bool count_node(int distance) {
        ++visited;
        if (distance > deepest) deepest = distance;
        if (visited >= node_limit) return aborted = true;
        // On a huge board a node takes long, so time is looked at more often.
        if ((visited & (N <= 4 ? 1023 : 31)) == 0 && is_over()) return aborted = true;
        return false;
    }

    // Whether somebody wants the search to end.
    bool is_over() {
        nodes.store(visited, std::memory_order_relaxed);
        return context_.stop->load(std::memory_order_relaxed) ||
               (poll_.call && poll_.call(poll_.data));
    }

    // Counts what is neither a node nor a walk; a list of moves may be long.
    SBG_INLINE bool takes_too_long(u64 steps) {
        return spend(*scratch_.pace, static_cast<i64>(steps)) && (aborted = true);
    }

    // Whether the search ended while moves were listed, from `first` on: some may be missing.
    SBG_INLINE bool gives_up(u64 first) {
        if (!takes_too_long(moves_.size() - first) && !scratch_.pace->cut) return false;
        moves_.cut(first);
        return aborted = true;
    }

    // -- the search

    template <bool Principal>
    Score node(int side, int depth, Score alpha, Score beta, u64 hash, int distance,
               bool after_null);
    Score quiescence(int side, Score alpha, Score beta, u64 hash, int distance, int level,
                     int square);
    Score rank_by_worth(int side, u64 first, u64 hash);
    bool null_move_fails_high(int side, int depth, Score beta, u64 hash, int distance, int moves);
    void keep_line(int distance, const ScoredMove& move);
    bool is_excluded(const ScoredMove& move) const {
        for (int i = 0; i < exclusions_; ++i) {
            if (excluded_[i].origin == move.origin && excluded_[i].target == move.target)
                return true;
        }
        return false;
    }

    const Rules<N>& rules_;
    SearchContext context_;
    Scratch scratch_{};
    Group<N>* groups_ = nullptr;
    Poll poll_;
    State<N> state_;
    u64 hash_ = 0;
    Phased standing_ = 0;  // the evaluation's part that moves keep up to date, for white
    bool exact_ = false;
    bool crowded_ = false;  // the root has very many moves
    int root_depth_ = 0;
    const Move* excluded_ = nullptr;
    int exclusions_ = 0;
    Stack<ScoredMove> moves_;  // of all nodes on the line, one after the other
    Ordering ordering_;
    Formation<N> formation_;
    u8 reduction_[64][64];
    Line lines_[longest_line + 1];  // the best line from each distance on
};

}  // namespace sbg::SBG_ISA
