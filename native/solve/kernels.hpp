// The code of tables, included by one source file for each instruction set.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <stdexcept>

#include "base/sizes.hpp"
#include "play/runs.hpp"
#include "solve/layout.hpp"
#include "solve/tables.hpp"

namespace sbg::SBG_ISA {

// Threads share tables without locks, and without an order between them.
struct SharedMemory {
    template <class T>
    SBG_INLINE static u32 load(const T& place) {
        return std::atomic_ref(const_cast<T&>(place)).load(std::memory_order_relaxed);
    }
    template <class T>
    SBG_INLINE static void store(T& place, T value) {
        std::atomic_ref(place).store(value, std::memory_order_relaxed);
    }
    SBG_INLINE static void mark(u64& word, u64 bits) {
        std::atomic_ref<u64> shared(word);
        if ((shared.load(std::memory_order_relaxed) & bits) != bits)
            shared.fetch_or(bits, std::memory_order_relaxed);
    }
};

template <int N>
class TablesFor final : public Tables {
    using Worker = Sweeper<N, SharedMemory>;

  public:
    TablesFor(const Game& game, const SpaceData& data)
        : game_(game),
          rules_(*static_cast<const Rules<N>*>(game.rules())),
          layouts_(rules_, data),
          depth_(data.depth) {}

    u64 size(u32 half) const override {
        check(half);
        return layouts_.size(half);
    }

    void attach(u32 half, void* memory, bool wide) override {
        check(half);
        Half& place = layouts_.half[half];
        place = Half{};
        if (!memory) return;
        (wide ? reinterpret_cast<void*&>(place.wide) : reinterpret_cast<void*&>(place.narrow)) =
            memory;
        place.size = size(half);
    }

    std::optional<std::vector<u8>> board(u32 half, u64 index, int& side) const override {
        check(half);
        State<N> state;
        u32 class_number;
        if (index >= size(half) || !restore(space(), {half, index}, state, side, class_number))
            return std::nullopt;
        return std::vector<u8>(state.at, state.at + rules_.squares);
    }

    Where find(const std::vector<u8>& board, int side) const override {
        State<N> state;
        set_up(rules_, board.data(), static_cast<u32>(side), state);
        for (int square = 0; square < rules_.squares; ++square) {
            if (board[static_cast<std::size_t>(square)] &&
                layouts_.kind_at[board[static_cast<std::size_t>(square)] * rules_.squares +
                                 square] == 255)
                return {0, nowhere};
        }
        const Where where = locate(space(), state, side, class_of(space(), state));
        return where.index != nowhere && where.index < size(where.half) ? where : Where{0, nowhere};
    }

    bool meet(const std::vector<u8>& board, int side, u64 most,
              const Interrupted& interrupted) override {
        check_hashed();
        const Workspaces::Lease lease(game_.workspaces());
        auto* groups = static_cast<Group<N>*>((*lease).groups);
        const Scratch& scratch = (*lease).scratch;
        Work work(Work::boundless, interrupted);
        State<N> state;
        set_up(rules_, board.data(), static_cast<u32>(side), state);
        layouts_.empty_slots(1 << 10);
        std::vector<u64> waiting;
        const auto meet_one = [&](int to_move) {
            const u64 key = key_of(space(), state, to_move);
            if (layouts_.insert(key)) waiting.push_back(key);
        };
        meet_one(side);
        while (!waiting.empty()) {
            const u64 key = waiting.back();
            waiting.pop_back();
            const int mover = static_cast<int>(key & 1);
            clear(space(), state, mover);
            restore_number(space(), key >> 1, state);
            const View<N> seen = view(rules_, state.side[mover], state.side[mover ^ 1]);
            const Cursor<N> cursor = collect_apart(rules_, state, seen, mover, scratch, groups);
            const Endings<N> endings(rules_, state, mover);
            for (const Group<N>* group = groups; group != cursor.next; ++group) {
                for_each(endings.lasting(rules_, *group), [&](int target) {
                    const int origin = group->origin(target);
                    const int captured = make(state, mover, origin, target);
                    meet_one(mover ^ 1);
                    unmake(state, mover, origin, target, origin == target ? 0 : captured);
                });
            }
            if (layouts_.met > most) return false;
            work.spend(100 + 20 * cursor.total);
        }
        return true;
    }

    u64 met() const override { return layouts_.met; }
    const std::vector<u64>& keys() const override { return layouts_.slots; }
    void recall(std::vector<u64> slots) override {
        check_hashed();
        layouts_.take_slots(std::move(slots));
    }

    Settled settle(u32 half, u64 first, double seconds, int threads,
                   const Interrupted& interrupted) override {
        check_filled(half);
        const auto end = Clock::now() + std::chrono::duration<double>(seconds);
        std::atomic<u64> entries{0};
        bool real = false;
        const Findings found = spread(
            first, size(half), threads, depth_,
            [&] {
                real = real || (interrupted && interrupted());
                return real || Clock::now() > end;
            },
            [&](Worker& worker, u64 from, u64 to) {
                const u64 before = worker.settled;
                for (u64 index = from; index < to && !worker.overflow; ++index)
                    worker.settle_entry({half, index});
                entries += worker.settled - before;
            });
        return {found.next, entries, found.overflow};
    }

    Sweep sweep(const std::vector<u32>& halves, u32 level, double seconds, int threads,
                const Interrupted& interrupted) override {
        const auto begun = Clock::now();
        Sweep result{level, false, false};
        std::vector<std::vector<u64>> dirty(halves.size());
        for (std::size_t i = 0; i < halves.size(); ++i) {
            check_filled(halves[i]);
            Half& half = layouts_.half[halves[i]];
            dirty[i].assign(half.size / 64 + 1, 0);
            half.dirty = dirty[i].data();
        }
        Distances known(begin_distances(halves, threads, interrupted, level));
        while (!result.done) {
            if (result.level == 0) {
                result.overflow = first_level(halves, threads, interrupted, known);
            } else {
                mark_level(halves, result.level - 1, threads, interrupted);
                result.overflow = next_level(halves, result.level, threads, interrupted, known);
            }
            if (result.overflow) break;
            // The next level that has something to start from.
            u32 next = result.level;
            while (next < known.size() && !known[next]) ++next;
            result.done = next >= known.size();
            result.level = next + 1;
            const std::chrono::duration<double> gone = Clock::now() - begun;
            if (gone.count() > seconds) break;
        }
        for (const u32 half : halves) layouts_.half[half].dirty = nullptr;
        return result;
    }

    TableCount count(u32 half, int threads, const Interrupted& interrupted) const override {
        check_filled(half);
        TableCount total;
        std::mutex mutex;
        spread(0, size(half), threads, 1, interrupted, [&](Worker& worker, u64 from, u64 to) {
            TableCount mine;
            State<N> state;
            for (u64 index = from; index < to; ++index) {
                const u32 value = worker.value({half, index});
                if (value == no_board) {
                    ++mine.none;
                } else if (!value) {
                    ++mine.draws;
                } else {
                    std::vector<u64>& counts = is_win(value) ? mine.wins : mine.losses;
                    if (counts.size() <= plies_of(value)) counts.resize(plies_of(value) + 1);
                    ++counts[plies_of(value)];
                }
                if (value != no_board && !is_win(value))
                    mine.zugzwangs += rather_not(worker, {half, index}, value, state);
            }
            const std::lock_guard lock(mutex);
            add_counts(total.losses, mine.losses);
            add_counts(total.wins, mine.wins);
            total.draws += mine.draws;
            total.none += mine.none;
            total.zugzwangs += mine.zugzwangs;
        });
        return total;
    }

    u64 inconsistent(u32 half, u64 first, u64 last, int threads,
                     const Interrupted& interrupted) const override {
        check_filled(half);
        std::atomic<u64> wrong{0};
        spread(first, std::min(last, size(half)), threads, depth_, interrupted,
               [&](Worker& worker, u64 from, u64 to) {
                   u64 mine = 0;
                   for (u64 index = from; index < to; ++index)
                       mine += !worker.follows({half, index});
                   wrong += mine;
               });
        return wrong;
    }

  private:
    using Distances = std::vector<u64>;  // how many entries have each distance

    using Clock = std::chrono::steady_clock;

    struct Findings {
        u64 next = 0;  // all before was done
        bool overflow = false;
    };

    const Space<N>& space() const { return layouts_.space; }

    void check(u32 half) const {
        if (half >= layouts_.half.size()) throw std::invalid_argument("there is no such half");
    }
    void check_filled(u32 half) const {
        check(half);
        if (!layouts_.half[half].size && size(half))
            throw std::invalid_argument("a half has no memory for its values");
    }
    void check_hashed() const {
        if (!space().hashed) throw std::invalid_argument("only hashed positions are met");
    }

    static void add_counts(std::vector<u64>& to, const std::vector<u64>& from) {
        if (to.size() < from.size()) to.resize(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
    }

    // A function of a worker and the part of a range that it is to do.
    struct Part {
        const void* data;
        void (*call)(const void* data, Worker&, u64 from, u64 to);
    };

    // Calls work(worker, from, to) for parts of a range, in threads where that pays.
    template <class Do>
    Findings spread(u64 first, u64 last, int threads, int depth, const Interrupted& interrupted,
                    const Do& work) const {
        return spread_part(first, last, threads, depth, interrupted,
                           {&work, [](const void* data, Worker& worker, u64 from, u64 to) {
                                (*static_cast<const Do*>(data))(worker, from, to);
                            }});
    }

    SBG_NOINLINE Findings spread_part(u64 first, u64 last, int threads, int depth,
                                      const Interrupted& interrupted, Part work) const {
        Findings found{last, false};
        if (first >= last) return found;
        constexpr u64 quick = 1 << 13;
        std::atomic<bool> overflow{false}, outside{false};
        std::atomic<u64> next{first / 64 * 64};
        const u64 part = std::clamp<u64>(
            (last - first) / (64 * static_cast<u64>(threads)) / 64 * 64, 64, 1 << 16);
        std::mutex mutex;
        const auto share = [&](Stop stop) {
            const Workspaces::Lease lease(game_.workspaces(), depth);
            listen(*(*lease).scratch.pace, stop);
            const auto worker = std::make_unique<Worker>(
                rules_, space(), (*lease).scratch, static_cast<Group<N>*>((*lease).groups), depth);
            for (u64 from; (from = next.fetch_add(part)) < last && !*stop.flag && !overflow;) {
                // Short enough that Ctrl-C is heard soon.
                const u64 end = std::min(from + part, last);
                for (u64 at = std::max(from, first); at < end;) {
                    const u64 to = std::min(at + 1024, end);
                    work.call(work.data, *worker, at, to);
                    if (*stop.flag) {
                        const std::lock_guard lock(mutex);
                        found.next = std::min(found.next, at);
                        break;
                    }
                    at = to;
                }
                if (worker->overflow) overflow = true;
                if (worker->outside) outside = true;
            }
        };
        if (last - first <= quick) {
            const std::atomic<bool> never{false};
            share(Stop{&never});
        } else {
            run(threads, interrupted, share);
        }
        if (outside) throw std::invalid_argument("a move leaves the positions that were planned");
        found.next = std::min(found.next, std::max(first, next.load()));
        found.overflow = overflow;
        return found;
    }

    Distances begin_distances(const std::vector<u32>& halves, int threads,
                              const Interrupted& interrupted, u32 level) const {
        Distances known;
        if (!level) return known;
        std::mutex mutex;
        for (const u32 half : halves) {
            spread(0, size(half), threads, 1, interrupted, [&](Worker& worker, u64 from, u64 to) {
                Distances mine;
                for (u64 index = from; index < to; ++index) note(mine, worker.value({half, index}));
                const std::lock_guard lock(mutex);
                add_counts(known, mine);
            });
        }
        return known;
    }

    bool first_level(const std::vector<u32>& halves, int threads, const Interrupted& interrupted,
                     Distances& known) {
        bool overflow = false;
        std::mutex mutex;
        for (const u32 half : halves) {
            overflow |= spread(0, size(half), threads, 1, interrupted,
                               [&](Worker& worker, u64 from, u64 to) {
                                   Distances mine;
                                   for (u64 index = from; index < to; ++index)
                                       note(mine, worker.first_look({half, index}));
                                   const std::lock_guard lock(mutex);
                                   add_counts(known, mine);
                               })
                            .overflow;
        }
        return overflow;
    }

    void mark_level(const std::vector<u32>& halves, u32 level, int threads,
                    const Interrupted& interrupted) {
        for (const u32 half : halves) {
            spread(0, size(half), threads, 1, interrupted, [&](Worker& worker, u64 from, u64 to) {
                const Half& table = layouts_.half[half];
                for (u64 index = from; index < to; ++index) {
                    // Eight entries at a time, most of which have other distances.
                    if (table.narrow && index % 8 == 0 && index + 8 <= to &&
                        !any_with(table.narrow + index, level)) {
                        index += 7;
                        continue;
                    }
                    const u32 value = worker.value({half, index});
                    if (value && value != no_board && plies_of(value) == level)
                        worker.mark_before({half, index}, level);
                }
            });
        }
    }

    bool next_level(const std::vector<u32>& halves, u32 level, int threads,
                    const Interrupted& interrupted, Distances& known) {
        bool overflow = false;
        std::mutex mutex;
        for (const u32 half : halves) {
            u64* dirty = layouts_.half[half].dirty;
            overflow |=
                spread(0, size(half), threads, 1, interrupted,
                       [&](Worker& worker, u64 from, u64 to) {
                           Distances more, fewer;
                           for (u64 word = from / 64; word <= (to - 1) / 64; ++word) {
                               if (!dirty[word]) continue;
                               for (u64 rest = dirty[word]; rest; rest &= rest - 1) {
                                   const u64 index = 64 * word + static_cast<u64>(lowest_bit(rest));
                                   const auto change = worker.look_again({half, index}, level);
                                   if (change.before == change.after) continue;
                                   note(more, change.after);
                                   note(fewer, change.before);
                               }
                               dirty[word] = 0;
                           }
                           const std::lock_guard lock(mutex);
                           add_counts(known, more);
                           for (std::size_t i = 0; i < fewer.size(); ++i) known[i] -= fewer[i];
                       })
                    .overflow;
        }
        return overflow;
    }

    static void note(Distances& counts, u32 value) {
        if (!value || value == no_board) return;
        if (counts.size() <= plies_of(value)) counts.resize(plies_of(value) + 1);
        ++counts[plies_of(value)];
    }

    // Whether one of eight entries may have this distance.
    static bool any_with(const u8* entries, u32 plies) {
        constexpr u64 ones = 0x0101010101010101ull, tops = 0x8080808080808080ull;
        u64 word = 0;
        for (int i = 0; i < 8; ++i) word |= u64{entries[i]} << (8 * i);
        const u64 lost = word ^ (ones * (loss_in(plies) & 0xff));
        const u64 won = word ^ (ones * (win_in(plies) & 0xff));
        return (((lost - ones) & ~lost) | ((won - ones) & ~won)) & tops;
    }

    // Whether the player to move, who does not win, would be better off if the other had to move,
    // and the other would be, too: each does worse when moving. Counted where the player to move
    // does worse than a draw, or the other wins only by waiting.
    u64 rather_not(Worker& worker, Where where, u32 value, State<N>& state) const {
        int side;
        u32 class_number;
        if (!restore(space(), where, state, side, class_number)) return 0;
        const Where other = locate(space(), state, side ^ 1, class_number);
        if (other.index >= unwritten || !layouts_.half[other.half].size) return 0;
        const u32 theirs = worker.value(other);
        if (theirs == no_board || is_win(theirs)) return 0;
        return value || theirs;  // at least one of them loses by having to move
    }

    const Game& game_;
    const Rules<N>& rules_;
    Layouts<N> layouts_;
    int depth_;
};

// Larger boards have no tables that anybody could fill.
using TableWords = Words<1, 2>;

std::unique_ptr<Tables> make_tables(const Game& game, const SpaceData& data) {
    return dispatch(game.kernel().words, TableWords{}, [&]<int N>() -> std::unique_ptr<Tables> {
        return std::make_unique<TablesFor<N>>(game, data);
    });
}

}  // namespace sbg::SBG_ISA
