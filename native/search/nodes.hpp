// Principal-variation search: the nodes of its tree.
//
// Whatever it says is proven (|score| >= proven_score) is: reductions and the null move can hide a
// win, but a proven score only ever comes from lines that end by the rules with every defence
// tried.
#pragma once

#include "search/alphabeta.hpp"

namespace sbg::SBG_ISA {

template <int N>
void AlphaBeta<N>::keep_line(int distance, const ScoredMove& move) {
    Line& mine = distance ? lines_[distance] : line;
    const Line& rest = lines_[distance + 1];
    mine.moves[0] = {move.origin, move.target};
    for (int i = 0; i < rest.length; ++i) mine.moves[i + 1] = rest.moves[i];
    mine.length = rest.length + 1;
}

// Puts those root moves first that leave the best pieces on the board: with very many moves a
// search may end before it has tried them all, or even one. The best of them is kept as the line.
template <int N>
Score AlphaBeta<N>::rank_by_worth(int side, u64 first, u64 hash) {
    Score best = -infinite_score;
    for (u64 i = first; i < moves_.size(); ++i) {
        if ((i - first) % 1024 == 1023 && takes_too_long(1024)) break;
        const ScoredMove move = moves_[i];
        if (is_excluded(move)) continue;
        const Made made = make_move(side, move, hash);
        const Score white = blended(context_.evaluation, state_, standing_);
        undo(side, move, made);
        const Score score = made.played.outcome.over() ? -proven_score : side ? -white : white;
        moves_[i].score = score;
        if (score <= best) continue;
        best = score;
        lines_[1].length = 0;
        keep_line(0, move);
    }
    return best;
}

// Passing is worse than the best move wherever there is a good one; if even so the opponent cannot
// get below beta, the node is good enough. Not where few moves are left: there standing still may
// be best. A deep cut is verified by a search that may not pass.
template <int N>
bool AlphaBeta<N>::null_move_fails_high(int side, int depth, Score beta, u64 hash, int distance,
                                        int moves) {
    if (moves < 8) return false;
    const int reduced = depth - 3 - depth / 6;
    ++state_.ply;
    lines_[distance + 1].length = 0;
    Score score = reduced > 0 ? -node<false>(side ^ 1, reduced, -beta, -beta + 1,
                                             hash ^ context_.zobrist.turn, distance + 1, true)
                              : -quiescence(side ^ 1, -beta, -beta + 1,
                                            hash ^ context_.zobrist.turn, distance + 1, 0, -1);
    --state_.ply;
    if (aborted || score < beta) return false;
    if (depth < 8) return true;
    score = node<false>(side, reduced, beta - 1, beta, hash, distance, true);
    return !aborted && score >= beta;
}

template <int N>
template <bool Principal>
Score AlphaBeta<N>::node(int side, int depth, Score alpha, Score beta, u64 hash, int distance,
                         bool after_null) {
    Line& mine = distance ? lines_[distance] : line;
    if (distance) mine.length = 0;
    if (distance >= longest_line - 1) return 0;
    if (count_node(distance)) return 0;

    // No line can be better than winning now, or worse than having lost already.
    if (distance) {
        if (alpha < -win_score + distance) alpha = -win_score + distance;
        if (beta > win_score - distance - 1) beta = win_score - distance - 1;
        if (alpha >= beta) return alpha;
    }

    const u64 place = key(hash, state_.ply);
    const Entry entry = recall(context_.table, place, distance);
    if (entry.known && !Principal && distance && entry.bound != no_bound) {
        // A proven win found anywhere is one here, and so is a proven loss; estimates must be deep
        // enough.
        const bool deep = entry.depth >= depth && (entry.exact || !exact_);
        const bool at_least = entry.bound & lower_bound, at_most = entry.bound & upper_bound;
        if (at_least && entry.score >= beta && (deep || entry.score >= proven_score))
            return entry.score;
        if (at_most && entry.score <= alpha && (deep || entry.score <= -proven_score))
            return entry.score;
    }

    const u64 first = moves_.size();
    const Seen own = list<false, !Principal>(side, distance, entry);
    const Found& found = own.found;
    if (gives_up(first)) return 0;
    if (!found.moves) return -win_score + distance;
    if (state_.ply >= rules_.limit) {
        moves_.cut(first);
        return 0;
    }
    if (found.wins()) {
        const ScoredMove winning{static_cast<u16>(found.origin), static_cast<u16>(found.target), 0};
        if (distance || !is_excluded(winning)) {
            moves_.cut(first);
            lines_[distance + 1].length = 0;
            keep_line(distance, winning);
            return win_score - distance - 1;
        }
    }
    const Seen threat = exact_ ? Seen{} : look<!Principal>(side ^ 1);
    if (gives_up(first)) return 0;
    const bool in_danger = threat.wins();
    if (in_danger && distance < 2 * root_depth_ + 4) ++depth;

    const bool may_guess = !Principal && !exact_ && !in_danger && beta < proven_score &&
                           beta > -proven_score && distance;
    const Score guess = may_guess ? estimate<!Principal>(side, hash, own, threat) : 0;
    if (may_guess) {
        if (depth <= 3 && guess - 150 * depth >= beta) {
            moves_.cut(first);
            return guess;
        }
        if (depth >= 3 && guess >= beta && !after_null && context_.null_moves &&
            null_move_fails_high(side, depth, beta, hash, distance, found.moves)) {
            moves_.cut(first);
            return beta;
        }
        if (aborted) {
            moves_.cut(first);
            return 0;
        }
    }

    const u64 end = moves_.size();
    Score worth = -infinite_score;
    if (!distance) {
        crowded_ = end - first > crowd;
        if (depth == 1 && crowded_) worth = rank_by_worth(side, first, hash);
    }
    // The table's move may be a capture, which `list` ranks without looking.
    if (entry.known) {
        for (u64 i = first; i < end; ++i) {
            if (moves_[i].origin == entry.origin && moves_[i].target == entry.target)
                moves_[i].score = table_rank;
        }
    }
    const Score original_alpha = alpha;
    Score best = -infinite_score;
    ScoredMove best_move{0, 0, 0};
    int number = 0;
    for (u64 i = first; i < end; ++i) {
        bring_best(moves_, i, end);
        if (takes_too_long(end - i)) break;
        const ScoredMove move = moves_[i];
        if (!distance && exclusions_ && is_excluded(move)) continue;
        const bool quiet = !is_capture(side, move.target);
        const int row = state_.at[move.origin] * rules_.squares;
        // Near the leaves, quiet moves that come late rarely lift a position that far below alpha.
        if (quiet && may_guess && depth <= 3 && number > 3 + 2 * depth * depth &&
            move.score < killer_rank && best > -proven_score && guess + 120 * depth <= alpha) {
            ++number;
            continue;
        }
        const Made made = make_move(side, move, hash);
        lines_[distance + 1].length = 0;
        Score score;
        auto deeper = [&]<bool IsPrincipal>(int left, Score low, Score high) {
            return left > 0 ? -node<IsPrincipal>(side ^ 1, left, -high, -low, made.hash,
                                                 distance + 1, false)
                            : -quiescence(side ^ 1, -high, -low, made.hash, distance + 1, 0,
                                          move.target);
        };
        if (made.played.outcome.over()) {
            // It captures down to an own fatal count; or it wins beside a move that is left out.
            const Score end = win_score - distance - 1;
            score = made.played.outcome.winner == side ? end : -end;
        } else if (number == 0) {
            score = deeper.template operator()<Principal>(depth - 1, alpha, beta);
        } else {
            int less = 0;
            if (!exact_ && depth >= 3 && number >= 3 && quiet && !in_danger &&
                move.score < killer_rank) {
                less = reduction_[depth < 64 ? depth : 63][number < 64 ? number : 63];
                if (Principal) --less;
                less -= move.score / (history_most / 2);
                if (less < 0) less = 0;
                if (less > depth - 2) less = depth - 2;
            }
            score = deeper.template operator()<false>(depth - 1 - less, alpha, alpha + 1);
            if (less && score > alpha && !aborted)
                score = deeper.template operator()<false>(depth - 1, alpha, alpha + 1);
            if (Principal && score > alpha && score < beta && !aborted)
                score = deeper.template operator()<true>(depth - 1, alpha, beta);
        }
        undo(side, move, made);
        if (aborted) break;
        ++number;
        if (score > best) {
            best = score;
            best_move = move;
            if (score > alpha) {
                if (Principal) keep_line(distance, move);
                alpha = score;
                if (alpha >= beta) {
                    if (quiet) {
                        ordering_.reward(row + move.target, move, distance, depth);
                        for (u64 j = first; j < i; ++j) {
                            if (is_capture(side, moves_[j].target)) continue;
                            ordering_.punish(
                                state_.at[moves_[j].origin] * rules_.squares + moves_[j].target,
                                depth);
                        }
                    }
                    break;
                }
            }
        }
    }
    moves_.cut(first);
    if (aborted) return distance ? 0 : best > -infinite_score ? best : worth;
    if (best == -infinite_score) return -infinite_score;  // all moves of the root are excluded
    if (distance || !exclusions_) {
        Entry news;
        news.score = best;
        news.origin = best_move.origin;
        news.target = best_move.target;
        news.depth = depth > 255 ? 255 : depth;
        news.exact = exact_;
        news.bound = best >= beta ? lower_bound : best > original_alpha ? exact_bound : upper_bound;
        remember(context_.table, place, distance, news);
    }
    return best;
}

// Goes on until the position is quiet: captures, and winning moves, which are seen without playing
// them. Who would lose to the opponent's next move may not stand still, and tries everything.
template <int N>
Score AlphaBeta<N>::quiescence(int side, Score alpha, Score beta, u64 hash, int distance, int level,
                               int square) {
    const Seen threat = look<true>(side ^ 1);
    if (gives_up(moves_.size())) return 0;
    if (level == 0 && threat.wins() && !exact_ && distance < 2 * root_depth_ + 4)
        return node<false>(side, 0, alpha, beta, hash, distance, true);
    lines_[distance].length = 0;
    if (distance >= longest_line - 1) return 0;
    if (count_node(distance)) return 0;
    const u64 first = moves_.size();
    const Seen own = list<true, true>(side, distance, Entry{});
    const Found& found = own.found;
    if (gives_up(first)) return 0;
    if (!found.moves) return -win_score + distance;
    if (state_.ply >= rules_.limit) {
        moves_.cut(first);
        return 0;
    }
    if (found.wins()) {
        moves_.cut(first);
        lines_[distance + 1].length = 0;
        keep_line(distance, {static_cast<u16>(found.origin), static_cast<u16>(found.target), 0});
        return win_score - distance - 1;
    }
    const Score stand = estimate<true>(side, hash, own, threat);
    Score best = stand;
    if (best > alpha) alpha = best;
    const u64 end = moves_.size();
    if (alpha < beta && level < 8 && context_.follow_captures) {
        for (u64 i = first; i < end; ++i) {
            bring_best(moves_, i, end);
            if (takes_too_long(end - i)) break;
            const ScoredMove move = moves_[i];
            // Long exchanges are followed on one square only, and in a crowd all of them.
            if ((level >= 4 || crowded_) && move.target != square) continue;
            if (stand + context_.evaluation.ordering[state_.at[move.target]] + 150 <= alpha)
                continue;
            const Made made = make_move(side, move, hash);
            const Score score = -quiescence(side ^ 1, -beta, -alpha, made.hash, distance + 1,
                                            level + 1, move.target);
            undo(side, move, made);
            if (aborted) break;
            if (score > best) {
                best = score;
                if (score > alpha) {
                    keep_line(distance, move);
                    alpha = score;
                    if (alpha >= beta) break;
                }
            }
        }
    }
    moves_.cut(first);
    return aborted ? 0 : best;
}

}  // namespace sbg::SBG_ISA
