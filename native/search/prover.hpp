// Depth-first proof-number search (df-pn): does the attacker win within so many plies?
//
// A proof number says how many positions at least have yet to be won to prove a position, a
// disproof number how many have to be held to refute it. The search always goes on where the least
// is left to do, and stays below a position until its numbers pass thresholds. Where one player
// needs all moves, the largest number counts, plus one for each further move ("weak" numbers): a
// sum would count positions twice that are reached in several ways. Thresholds leave a quarter more
// room than the second-best move asks for (1 + epsilon), so that the search changes its mind less
// often.
//
// Plies that are left only fall, so the search ends even where positions repeat.
#pragma once

#include "search/moves.hpp"
#include "search/proof_table.hpp"
#include "search/proof_worker.hpp"
#include "search/stack.hpp"

namespace sbg::SBG_ISA {

template <int N>
class Prover final : public ProofWorker {
  public:
    explicit Prover(const void* rules) : rules_(*static_cast<const Rules<N>*>(rules)) {}

    void set_up(const u8* at, u32 ply, u64 hash, const ProofContext& context,
                const Workspace& space) override {
        context_ = context;
        scratch_ = space.scratch;
        groups_ = static_cast<Group<N>*>(space.groups);
        listen(*scratch_.pace, Stop{context.stop});
        SBG_ISA::set_up(rules_, at, ply, state_);
        hash_ = hash;
        children_.cut(0);
        counted_ = 0;
    }

    void run(u32 plies) override {
        const int side = to_move(state_);
        while (!halted()) {
            const Known known = look(side, hash_, plies);
            if (!known.proof || !known.disproof || halted()) break;
            mid(side, hash_, plies, settled, settled);
        }
        context_.nodes->fetch_add(counted_, std::memory_order_relaxed);
        counted_ = 0;
    }

  private:
    static constexpr u32 most_number = settled / 2;
    static constexpr u64 batch = 256;  // nodes that are counted together

    // What is known of a position for so many plies; proof is 0 if it is proved, disproof if it is
    // refuted.
    struct Known {
        u32 proof, disproof;
        u16 proved, refuted;
        u16 busy;
    };
    struct Child {
        u64 hash;
        Move move;
        Known known;
        bool ends;  // by the move itself
    };

    SBG_INLINE bool halted() const { return scratch_.pace->cut || stopped(Stop{context_.stop}); }

    SBG_INLINE void count() {
        if (++counted_ < batch) return;
        const u64 before = context_.nodes->fetch_add(counted_, std::memory_order_relaxed);
        if (context_.most_nodes && before + counted_ >= context_.most_nodes)
            context_.halt->store(true, std::memory_order_relaxed);
        counted_ = 0;
    }

    SBG_INLINE static Known judged(const ProofEntry& entry, u32 plies) {
        Known known{entry.proof, entry.disproof, entry.proved, entry.refuted, entry.busy};
        if (entry.proved != never_proved && entry.proved <= plies) {
            known.proof = 0;
            known.disproof = settled;
        } else if (entry.refuted > plies || entry.refuted == endless || !plies) {
            known.proof = settled;
            known.disproof = 0;
            if (!known.refuted) known.refuted = 1;
        }
        return known;
    }

    // What is known of the position on the board; it is looked at first if it is new.
    Known look(int side, u64 hash, u32 plies) {
        {
            const Bucket bucket(context_.table, hash);
            if (const ProofEntry* entry = bucket.find(hash)) return judged(*entry, plies);
        }
        count();
        const Found found =
            find_moves(rules_, state_, side, scratch_, groups_, [](const Group<N>&, i32) {});
        if (scratch_.pace->cut || spend(*scratch_.pace, found.moves))
            return {1, 1, never_proved, 0, 0};
        ProofEntry news;
        const bool attacks = side == context_.attacker;
        const u32 moves = static_cast<u32>(found.moves < 1 ? 1 : found.moves);
        news.proof = attacks ? 1 : moves;
        news.disproof = attacks ? moves : 1;
        if (!found.moves || found.wins()) {
            // Somebody wins: at once, or because the other cannot move.
            if (attacks == found.wins()) {
                news.proved = found.wins() ? 1 : 0;
                news.refuted = news.proved;
            } else {
                news.refuted = endless;
            }
        } else {
            news.refuted = 1;  // nobody wins within no plies
        }
        const Bucket bucket(context_.table, hash);
        ProofEntry* entry = bucket.make(hash);
        entry->proof = news.proof;
        entry->disproof = news.disproof;
        if (news.proved < entry->proved) entry->proved = news.proved;
        if (news.refuted > entry->refuted) entry->refuted = news.refuted;
        return judged(*entry, plies);
    }

    // Lists the moves of a position with what is known of those after them.
    void expand(int side, u64 hash, u32 plies) {
        const u64 first = children_.size();
        find_moves(rules_, state_, side, scratch_, groups_, [&](const Group<N>& group, i32) {
            for_each(group.targets, [&](int target) {
                children_.push({0, group.move(target), {1, 1, never_proved, 0, 0}, false});
            });
        });
        const Endings<N> endings(rules_, state_, side);
        const bool attacks = side == context_.attacker;
        for (u64 i = first; i < children_.size(); ++i) {
            Child& child = children_[i];
            if (halted()) return;
            if (endings.loses(child.move)) {
                child.ends = true;
                child.known = attacks ? Known{settled, 0, never_proved, endless, 0}
                                      : Known{0, settled, 0, 0, 0};
                continue;
            }
            const int code = state_.at[child.move.origin];
            const Played played = play(rules_, state_, side, child.move);
            child.hash = hash_after(context_.zobrist, rules_.squares, hash, code, child.move,
                                    played.captured);
            child.known = look(side ^ 1, child.hash, plies - 1);
            take_back(state_, side, child.move, played.captured);
        }
    }

    void refresh(u64 first, u32 plies) {
        for (u64 i = first; i < children_.size(); ++i) {
            Child& child = children_[i];
            if (child.ends || !child.known.proof || !child.known.disproof) continue;
            const Bucket bucket(context_.table, child.hash);
            if (const ProofEntry* entry = bucket.find(child.hash))
                child.known = judged(*entry, plies - 1);
        }
    }

    struct Summary {
        Known known;
        u64 best;    // where to go on
        u32 second;  // the number of the next best
        u32 others;  // moves beside that which has the largest number
    };

    // A position from its children. `mine` is the number that the player to move keeps small
    // (proof for the attacker), `theirs` the other.
    Summary combine(u64 first, bool attacks) const {
        u32 least = settled, second = settled, largest = 0, open = 0;
        u32 least_shown = settled;
        u64 best = first;
        u32 soonest = never_proved, latest = 0;  // of proved children
        u32 shortest = endless, longest = 0;     // of refuted ones
        bool all_proved = true, all_refuted = true, any_proved = false, any_refuted = false;
        for (u64 i = first; i < children_.size(); ++i) {
            const Known& known = children_[i].known;
            const bool proved = !known.proof, refuted = !known.disproof;
            all_proved &= proved;
            all_refuted &= refuted;
            any_proved |= proved;
            any_refuted |= refuted;
            if (proved) {
                if (known.proved < soonest) soonest = known.proved;
                if (known.proved > latest) latest = known.proved;
            }
            if (refuted) {
                if (known.refuted < shortest) shortest = known.refuted;
                if (known.refuted > longest) longest = known.refuted;
            }
            const u32 mine = attacks ? known.proof : known.disproof;
            const u32 theirs = attacks ? known.disproof : known.proof;
            if (!theirs) continue;  // out of the question
            ++open;
            if (theirs > largest) largest = theirs;
            // Other threads are there already: it looks harder than it is.
            const u32 shown = mine >= most_number ? mine : mine + (mine / 2 + 1) * known.busy;
            if (shown < least_shown) {
                second = least_shown;
                least_shown = shown;
                best = i;
            } else if (shown < second) {
                second = shown;
            }
            if (mine < least) least = mine;
        }
        u32 theirs = open ? largest : 0;
        if (open && largest < most_number) {
            theirs = largest + (open - 1);
            if (theirs > most_number) theirs = most_number;
        }
        Summary found{{attacks ? least : theirs, attacks ? theirs : least, never_proved, 0, 0},
                      best,
                      second,
                      open ? open - 1 : 0};
        const bool proved = attacks ? any_proved : all_proved;
        const bool refuted = attacks ? all_refuted : any_refuted;
        if (proved) {
            found.known.proof = 0;
            found.known.disproof = settled;
            found.known.proved = static_cast<u16>((attacks ? soonest : latest) + 1);
        } else if (refuted) {
            found.known.proof = settled;
            found.known.disproof = 0;
            const u32 plies = attacks ? shortest : longest;
            found.known.refuted = static_cast<u16>(plies >= endless - 1 ? endless : plies + 1);
        }
        return found;
    }

    void store(u64 hash, const Known& known, u64 work, int threads) {
        const Bucket bucket(context_.table, hash);
        ProofEntry* entry = bucket.make(hash);
        if (known.proof && known.disproof) {
            entry->proof = known.proof;
            entry->disproof = known.disproof;
        } else if (!known.proof) {
            if (known.proved < entry->proved) entry->proved = known.proved;
        } else if (known.refuted > entry->refuted) {
            entry->refuted = known.refuted;
        }
        const u64 total = entry->work + work;
        entry->work = total > 0xffffffffu ? 0xffffffffu : static_cast<u32>(total);
        if (threads > 0 || entry->busy) entry->busy = static_cast<u16>(entry->busy + threads);
    }

    // Searches below the position on the board until a number reaches its threshold, and returns
    // what is known then. The position is neither proved nor refuted, and plies is at least 1.
    Known mid(int side, u64 hash, u32 plies, u32 most_proof, u32 most_disproof) {
        const bool attacks = side == context_.attacker;
        const u64 first = children_.size();
        const u64 begun = total_;
        ++total_;
        expand(side, hash, plies);
        Known known{1, 1, never_proved, 0, 0};
        bool entered = false;
        while (!halted()) {
            const Summary summary = combine(first, attacks);
            known = summary.known;
            const bool leave = known.proof >= most_proof || known.disproof >= most_disproof ||
                               !known.proof || !known.disproof;
            if (leave) break;
            if (!entered) {
                store(hash, known, 0, 1);
                entered = true;
            } else if (context_.shared) {
                const Bucket bucket(context_.table, hash);
                const ProofEntry* entry = bucket.find(hash);
                if (entry) {
                    const Known now = judged(*entry, plies);
                    if (!now.proof || !now.disproof) {
                        known = now;
                        break;
                    }
                }
            }
            // By value: the list grows below.
            const Child child = children_[summary.best];
            const u32 room =
                summary.second >= most_number ? settled : summary.second + summary.second / 4 + 1;
            const u32 mine_most = attacks ? most_proof : most_disproof;
            const u32 theirs_most = attacks ? most_disproof : most_proof;
            // More than it has, or another thread's presence would let this one do nothing.
            const u32 has = attacks ? child.known.proof : child.known.disproof;
            u32 mine = room < mine_most ? room : mine_most;
            if (mine <= has) mine = has + 1;
            const u32 theirs = theirs_most >= settled ? settled : theirs_most - summary.others;
            const Played played = play(rules_, state_, side, child.move);
            const Known below = mid(side ^ 1, child.hash, plies - 1, attacks ? mine : theirs,
                                    attacks ? theirs : mine);
            take_back(state_, side, child.move, played.captured);
            children_[summary.best].known = below;
            refresh(first, plies);
        }
        if (!halted() || !known.proof || !known.disproof)
            store(hash, known, total_ - begun, entered ? -1 : 0);
        else if (entered)
            store(hash, known, total_ - begun, -1);
        children_.cut(first);
        return known;
    }

    const Rules<N>& rules_;
    ProofContext context_{};
    Scratch scratch_{};
    Group<N>* groups_ = nullptr;
    State<N> state_;
    u64 hash_ = 0;
    Stack<Child> children_;
    u64 counted_ = 0, total_ = 0;
};

}  // namespace sbg::SBG_ISA
