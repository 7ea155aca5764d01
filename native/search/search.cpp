#include "search/search.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/clock.hpp"
#include "base/threads.hpp"
#include "search/prober.hpp"

namespace sbg {

namespace {

constexpr int deepest_search = 200;

// Whether a search will leave entries all over the table.
bool is_long(const SearchLimits& limits) {
    return (!limits.nodes || limits.nodes >= 200'000) && (!limits.depth || limits.depth > 6) &&
           (limits.seconds <= 0 || limits.seconds >= 0.05);
}

bool weighs(std::span<const i32> weights) {
    return std::ranges::any_of(weights, [](i32 weight) { return weight != 0; });
}

}  // namespace

Worker::~Worker() = default;

Searcher::Searcher(std::shared_ptr<const Knowledge> knowledge, u64 hash_bytes)
    : knowledge_(std::move(knowledge)),
      game_(knowledge_->game),
      weights_(knowledge_->weights),
      mask_(std::bit_floor(std::max<u64>(hash_bytes / (2 * sizeof(u64)), 1024)) - 1),
      pages_((mask_ + 1) * 2 * sizeof(u64)) {
    set_weights(knowledge_->weights);
}

void Searcher::set_weights(Weights weights) {
    const Weights& derived = knowledge_->weights;
    if (weights.codes() != derived.codes() || weights.squares() != derived.squares())
        throw std::invalid_argument("the weights are for another board or other pieces");
    weights_ = std::move(weights);
    const std::span<const i32> early = weights_[EvalTerm::square], late = weights_[EvalTerm::late];
    square_.resize(early.size());
    for (std::size_t i = 0; i < square_.size(); ++i) square_[i] = phased(early[i], late[i]);
    if (weighs(weights_[EvalTerm::runner])) runners_ = &knowledge_->runners();
    clear();
}

void Searcher::set_noise(i32 noise, u64 seed) {
    noise_ = noise;
    seed_ = seed;
    clear();
}

void Searcher::clear() {
    pages_.clear();
    age_ = 1;
    for (const auto& worker : workers_) worker->clear();
}

SearchContext Searcher::context(const std::atomic<bool>& stop) const {
    const Knowledge& known = *knowledge_;
    const auto numbers = [&](EvalTerm term) { return weights_[term].data(); };
    const auto used = [&](EvalTerm term) { return weighs(weights_[term]); };
    const Evaluation evaluation{square_.data(),
                                numbers(EvalTerm::ordering),
                                known.danger.data(),
                                numbers(EvalTerm::mobility),
                                numbers(EvalTerm::hanging),
                                numbers(EvalTerm::attacked),
                                numbers(EvalTerm::royal),
                                numbers(EvalTerm::formation),
                                numbers(EvalTerm::runner),
                                {known.royal_code[0], known.royal_code[1]},
                                {known.common_code[0], known.common_code[1]},
                                known.fullness.data(),
                                used(EvalTerm::hanging) || used(EvalTerm::attacked),
                                used(EvalTerm::royal),
                                used(EvalTerm::formation),
                                used(EvalTerm::runner),
                                weights_[EvalTerm::tempo][0],
                                noise_,
                                seed_};
    const RunnerTable runners = runners_ ? runners_->table() : RunnerTable{};
    return {
        game_.rules(),    game_.zobrist(),       evaluation, runners, {pages_.words(), mask_, age_},
        known.null_moves, known.follow_captures, &stop};
}

Worker& Searcher::worker(std::size_t number) {
    static const std::atomic<bool> never{false};
    while (workers_.size() <= number)
        workers_.emplace_back(search_kernel(game_).make_worker(context(never)));
    return *workers_[number];
}

int Searcher::hash_permille() const {
    int used = 0;
    for (u64 i = 0; i < 1000; ++i)
        used += (std::atomic_ref(pages_.words()[2 * i + 1]).load(std::memory_order_relaxed) >>
                 56) == age_;
    return used;
}

// A worker that stands at a position, to ask it something.
Worker& Searcher::at(const Position& position, const Workspace& space) {
    static const std::atomic<bool> never{false};
    Worker& mine = worker(0);
    mine.node_limit = ~0ull;
    const auto hear = [](void* game) { return static_cast<const Game*>(game)->interrupted(); };
    mine.set_up(position.at.data(), position.ply, position.hash, context(never), space,
                {hear, const_cast<Game*>(&game_)});
    return mine;
}

Score Searcher::evaluate(const Position& position) {
    const Workspaces::Lease space(game_.workspaces());
    const Score score = at(position, *space).evaluate();
    if ((*space).scratch.pace->cut) throw Interruption();
    return score;
}

std::vector<u16> Searcher::features(const Position& position) {
    runners_ = &knowledge_->runners();
    const Workspaces::Lease space(game_.workspaces());
    std::vector<u16> found(static_cast<std::size_t>(feature_count(weights_.codes())));
    at(position, *space).features(found.data());
    if ((*space).scratch.pace->cut) throw Interruption();
    return found;
}

// One search: the main worker in the calling thread, helpers beside it that fill the shared table.
struct Searcher::Run {
    Searcher& owner;
    const Position& position;
    const SearchLimits& limits;
    const std::atomic<bool>& stopped;
    const OnLine& on_line;
    const Interrupted& interrupted;

    Clock::time_point begun = Clock::now();
    double asked = 0;
    std::atomic<bool> stop{false};
    std::vector<SearchLine> lines{};
    Threads helpers{stop};  // the last member: it ends before what its threads use

    static bool poll(void* data) { return static_cast<Run*>(data)->look_up(); }

    u64 nodes() const {
        u64 total = owner.workers_[0]->visited;
        for (int i = 1; i <= helpers.count(); ++i)
            total +=
                owner.workers_[static_cast<std::size_t>(i)]->nodes.load(std::memory_order_relaxed);
        return total;
    }

    // Whether to end now.
    bool look_up() {
        if (stopped.load(std::memory_order_relaxed)) return stop = true;
        if (limits.nodes && helpers.count() && nodes() >= limits.nodes) return stop = true;
        const double now = seconds_since(begun);
        if (limits.seconds > 0 && now >= limits.seconds) return stop = true;
        if (interrupted && now - asked > 0.1) {
            asked = now;
            if (interrupted()) return stop = true;
        }
        return false;
    }

    int most_depth() const {
        const u64 left = owner.game_.data().limit - position.ply;
        const int most = static_cast<int>(std::min<u64>(left, deepest_search));
        return limits.depth ? std::min(limits.depth, most) : most;
    }
    bool reaches_limit(int depth) const {
        return static_cast<u64>(depth) + position.ply >= owner.game_.data().limit;
    }

    void start_helpers() {
        for (int i = 1; i < limits.threads; ++i) {
            Worker& worker = owner.worker(static_cast<std::size_t>(i));
            worker.node_limit = ~0ull;
            worker.nodes = 0;
        }
        const SearchContext context = owner.context(stop);
        helpers.start(limits.threads - 1, [this, context](int number) {
            Worker& worker = *owner.workers_[static_cast<std::size_t>(number) + 1];
            const Workspaces::Lease space(owner.game_.workspaces());
            worker.set_up(position.at.data(), position.ply, position.hash, context, *space, {});
            // Helpers look at different depths, so that they do not all do the same.
            for (int depth = 2 - number % 2; depth <= most_depth() && !worker.aborted; ++depth) {
                worker.search(depth, -infinite_score, infinite_score, reaches_limit(depth), nullptr,
                              0);
            }
        });
    }

    SearchLine made_line(const Worker& worker, int rank, int depth, Score score) const {
        SearchLine line;
        line.rank = rank;
        line.depth = depth;
        line.selective_depth = std::max(worker.deepest, depth);
        line.score = score;
        line.proven = std::abs(score) >= proven_score || (reaches_limit(depth) && !worker.aborted);
        line.nodes = nodes();
        line.seconds = seconds_since(begun);
        line.hash_permille = owner.hash_permille();
        line.moves.assign(worker.line.moves, worker.line.moves + worker.line.length);
        return line;
    }

    // Searches one line to one depth, first in a narrow window about the last score.
    std::optional<SearchLine> search_line(Worker& worker, int rank, int depth, Score last,
                                          const std::vector<Move>& excluded) {
        const bool exact = reaches_limit(depth);
        Score width = 30;
        Score alpha = -infinite_score, beta = infinite_score;
        if (depth >= 4 && std::abs(last) < proven_score && !exact) {
            alpha = last - width;
            beta = last + width;
        }
        for (;;) {
            const Score score = worker.search(depth, alpha, beta, exact, excluded.data(),
                                              static_cast<int>(excluded.size()));
            if (worker.aborted) {
                // A line that was finished before the end, and is better than the one we had.
                if (worker.line.length && score > alpha)
                    return made_line(worker, rank, depth, score);
                return std::nullopt;
            }
            if (score <= alpha && alpha > -infinite_score) {
                width *= 4;
                alpha = width > 1000 ? -infinite_score : std::max(score - width, -infinite_score);
            } else if (score >= beta && beta < infinite_score) {
                width *= 4;
                beta = width > 1000 ? infinite_score : std::min(score + width, infinite_score);
            } else {
                return made_line(worker, rank, depth, score);
            }
        }
    }

    void deepen(Worker& worker, const std::vector<Move>& moves) {
        const auto wanted = std::min(static_cast<std::size_t>(limits.lines), moves.size());
        for (int depth = 1; depth <= most_depth(); ++depth) {
            std::vector<Move> excluded;
            std::vector<SearchLine> found;
            for (std::size_t rank = 0; rank < wanted; ++rank) {
                const Score last = rank < lines.size() ? lines[rank].score : 0;
                auto line = search_line(worker, static_cast<int>(rank) + 1, depth, last, excluded);
                if (line && !line->moves.empty()) {
                    excluded.push_back(line->moves.front());
                    found.push_back(*std::move(line));
                }
                if (worker.aborted) break;
            }
            keep(std::move(found));
            if (worker.aborted || finished(depth)) break;
        }
    }

    // New lines come first; of the old ones those stay whose move has no new one.
    void keep(std::vector<SearchLine> found) {
        for (SearchLine& old : lines) {
            const bool replaced = std::any_of(
                found.begin(), found.end(),
                [&](const SearchLine& line) { return line.moves.front() == old.moves.front(); });
            if (!replaced) found.push_back(std::move(old));
        }
        const auto wanted = static_cast<std::size_t>(limits.lines);
        if (found.size() > wanted) found.resize(wanted);
        std::stable_sort(found.begin(), found.end(), [](const SearchLine& a, const SearchLine& b) {
            return a.depth == b.depth && a.score > b.score;
        });
        lines = std::move(found);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            lines[i].rank = static_cast<int>(i) + 1;
            if (on_line) on_line(lines[i]);
        }
    }

    // Whether looking deeper can bring nothing new, or takes too long.
    bool finished(int depth) const {
        const bool settled = std::all_of(lines.begin(), lines.end(), [&](const SearchLine& line) {
            return line.proven && (std::abs(line.score) < proven_score ||
                                   win_score - std::abs(line.score) <= depth);
        });
        if (settled && !lines.empty()) return true;
        return limits.enough > 0 && seconds_since(begun) >= limits.enough;
    }
};

std::vector<SearchLine> Searcher::search(const Position& position, const SearchLimits& limits,
                                         const std::atomic<bool>& stop, const OnLine& on_line,
                                         const Interrupted& interrupted) {
    ++age_;
    Run run{*this, position, limits, stop, on_line, interrupted};
    // As many as there can be lines; listing all may take long.
    const std::vector<Move> moves = game_.first_moves(position, static_cast<u64>(limits.lines));
    if (moves.empty()) return {};
    if (is_long(limits)) pages_.expect_use();
    Worker& main = worker(0);
    const Workspaces::Lease space(game_.workspaces());
    main.node_limit = limits.nodes && limits.threads == 1 ? limits.nodes : ~0ull;
    main.set_up(position.at.data(), position.ply, position.hash, context(run.stop), *space,
                {&Run::poll, &run});
    if (limits.threads > 1) run.start_helpers();
    run.deepen(main, moves);
    run.stop = true;
    run.helpers.join();
    if (run.lines.empty()) {
        // Not even one move was looked at: any will do.
        SearchLine line;
        line.nodes = run.nodes();
        line.seconds = seconds_since(run.begun);
        line.moves = {moves.front()};
        run.lines.push_back(std::move(line));
    }
    for (SearchLine& line : run.lines) {
        line.nodes = run.nodes();
        line.seconds = seconds_since(run.begun);
    }
    return run.lines;
}

}  // namespace sbg
