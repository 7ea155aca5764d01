#include "search/tree_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "base/clock.hpp"
#include "base/threads.hpp"
#include "search/prober.hpp"

namespace sbg {

namespace {

// A mean result between -1 and 1 as a score on the scale of the other players: the advantage that
// makes such a result likely.
Score as_score(double mean) {
    mean = std::clamp(mean, -0.995, 0.995);
    return static_cast<Score>(std::lround(200.0 * std::log((1 + mean) / (1 - mean))));
}

}  // namespace

Climber::~Climber() = default;

TreeSearcher::TreeSearcher(const Game& game, const Options& options, u64 bytes)
    : game_(game), options_(options) {
    // Two trees, because the part that is used again is copied into the other.
    capacity_ =
        static_cast<u32>(std::clamp<u64>(bytes / (2 * sizeof(TreeNode)), 1 << 14, (1u << 31) - 1));
    for (Tree* tree : {&tree_, &spare_}) {
        tree->nodes = static_cast<TreeNode*>(std::calloc(capacity_, sizeof(TreeNode)));
        if (!tree->nodes) {
            std::free(tree_.nodes);
            throw std::bad_alloc();
        }
    }
}

TreeSearcher::~TreeSearcher() {
    std::free(tree_.nodes);
    std::free(spare_.nodes);
}

void TreeSearcher::clear() { root_ = 0; }

// The node of a position that is the tree's root or one or two plies below it; 0 if there is none.
u32 TreeSearcher::find(const Position& position) const {
    if (!root_ || position.ply < position_.ply || position.ply > position_.ply + 2) return 0;
    std::vector<u8> at = position_.at;
    const std::function<u32(u32, u32)> below = [&](u32 index, u32 plies) -> u32 {
        if (!plies) return at == position.at ? index : 0;
        for (u32 i = 0; i < node(index).children; ++i) {
            const TreeNode& child = node(node(index).first + i);
            const u8 code = at[child.origin], captured = at[child.target];
            at[child.origin] = 0;
            at[child.target] = code;
            const u32 found = below(node(index).first + i, plies - 1);
            at[child.target] = captured;
            at[child.origin] = code;
            if (found) return found;
        }
        return 0;
    };
    return below(root_, position.ply - position_.ply);
}

// Makes this node the root; 0 begins a new tree. Proofs stay true, for the ply is part of a
// position.
void TreeSearcher::reuse(u32 index) {
    spare_.used = 2;
    if (!index) {
        spare_.nodes[1].reset({0, 0});
    } else {
        spare_.nodes[1] = node(index);
        // Breadth first; a copied node still points at its children in the old tree until its turn.
        for (u32 at = 1; at < spare_.used; ++at) {
            TreeNode& copy = spare_.nodes[at];
            if (!copy.children) continue;
            const u32 first = spare_.used.fetch_add(copy.children);
            std::memcpy(static_cast<void*>(spare_.nodes + first), tree_.nodes + copy.first,
                        copy.children * sizeof(TreeNode));
            copy.first = first;
        }
    }
    std::swap(tree_.nodes, spare_.nodes);
    tree_.used = spare_.used.load();
    root_ = 1;
}

// In how many plies a proven game ends below a node, as far as the tree knows.
int TreeSearcher::distance(u32 index) const {
    const TreeNode& here = node(index);
    if (!here.children) return 0;
    const bool wins = here.proven() == lost;  // for the player to move
    int best = wins ? longest_line : 0;
    for (u32 i = 0; i < here.children; ++i) {
        const TreeNode& child = node(here.first + i);
        if (child.proven() != (wins ? won : lost)) continue;
        const int below = distance(here.first + i);
        best = wins ? std::min(best, below) : std::max(best, below);
    }
    return std::min(best + 1, longest_line);
}

u32 TreeSearcher::best_child(u32 index, const std::vector<u32>& excluded) const {
    const TreeNode& here = node(index);
    if (!here.expanded()) return 0;
    // Wins, the shortest first; then the move that was tried most; then losses, the longest first.
    u32 best = 0, draw = 0;
    double most = 0;
    for (u32 i = 0; i < here.children; ++i) {
        const u32 candidate = here.first + i;
        if (std::find(excluded.begin(), excluded.end(), candidate) != excluded.end()) continue;
        const TreeNode& child = node(candidate);
        const Proof proof = child.proven();
        double worth = child.visits();
        if (proof == won) worth = 1e12 - distance(candidate);
        if (proof == lost) worth = -1e12 + distance(candidate);
        if (proof == drawn) {
            draw = candidate;
            worth = -1;
        }
        if (!best || worth > most) {
            best = candidate;
            most = worth;
        }
    }
    // A certain draw is better than what loses more playouts than it wins.
    if (draw && node(best).proven() == unproven && node(best).score() < 0) return draw;
    return best;
}

SearchLine TreeSearcher::line(u32 child, int rank) const {
    SearchLine line;
    line.rank = rank;
    const TreeNode& first = node(child);
    const Proof proof = first.proven();
    if (proof == won || proof == lost) {
        const int plies = std::min(distance(child) + 1, 900);
        line.score = proof == won ? win_score - plies : plies - win_score;
    } else if (proof == unproven && first.visits()) {
        line.score = as_score(static_cast<double>(first.score()) / first.visits());
    }
    line.proven = proof != unproven;
    for (u32 index = child; index && line.moves.size() < longest_line;
         index = best_child(index, {})) {
        line.moves.push_back({node(index).origin, node(index).target});
        if (line.moves.size() > 1 && !node(index).visits() && node(index).proven() == unproven) {
            line.moves.pop_back();
            break;
        }
    }
    line.depth = static_cast<int>(line.moves.size());
    line.selective_depth = line.depth;
    return line;
}

std::vector<SearchLine> TreeSearcher::lines(int wanted, u64 playouts, double seconds) const {
    std::vector<SearchLine> found;
    std::vector<u32> excluded;
    while (static_cast<int>(found.size()) < wanted) {
        const u32 child = best_child(root_, excluded);
        if (!child) break;
        excluded.push_back(child);
        found.push_back(line(child, static_cast<int>(found.size()) + 1));
        found.back().nodes = playouts;
        found.back().seconds = seconds;
        found.back().hash_permille =
            static_cast<int>(u64{1000} * std::min(tree_.used.load(), capacity_) / capacity_);
    }
    return found;
}

// Threads climb; the calling one waits, tells, and looks for an interruption or the end of the
// time.
void TreeSearcher::run(const Position& position, const SearchLimits& limits,
                       const std::atomic<bool>& stopped, const std::function<void(double)>& tell,
                       const Interrupted& interrupted) {
    const Clock::time_point begun = Clock::now();
    std::atomic<bool> stop{false};
    std::atomic<u64> tickets{0};
    done_ = 0;
    const u64 seed =
        portable::Random::scramble(options_.seed + 0x9e3779b97f4a7c15ull * ++searches_);
    const TreeContext context{tree_.nodes,
                              capacity_,
                              &tree_.used,
                              root_,
                              static_cast<float>(options_.exploration),
                              options_.flat,
                              limits.threads > 1,
                              seed,
                              limits.nodes,
                              &tickets,
                              &done_,
                              &stop};
    while (climbers_.size() < static_cast<std::size_t>(limits.threads))
        climbers_.emplace_back(search_kernel(game_).make_climber(game_.rules()));
    Threads threads(stop);
    threads.start(limits.threads, [&](int number) {
        Climber& climber = *climbers_[static_cast<std::size_t>(number)];
        const Workspaces::Lease space(game_.workspaces());
        climber.set_up(position.at.data(), position.ply, context, *space);
        climber.climb();
    });
    double told = 0, asked = 0;
    for (;;) {
        double wait = 0.02;
        const double left = limits.seconds - seconds_since(begun);
        if (limits.seconds > 0) wait = std::clamp(left, 0.0, wait);
        if (threads.ended_within(wait)) break;
        const double now = seconds_since(begun);
        if (stopped || (limits.seconds > 0 && now >= limits.seconds)) stop = true;
        if (now - asked > 0.1) {
            asked = now;
            if (interrupted && interrupted()) stop = true;
        }
        if (tell && now > 0.1 && now > 1.5 * told) {
            told = now;
            tell(now);
        }
    }
    threads.join();
}

std::vector<SearchLine> TreeSearcher::search(const Position& position, const SearchLimits& limits,
                                             const std::atomic<bool>& stop, const OnLine& on_line,
                                             const Interrupted& interrupted) {
    const Clock::time_point begun = Clock::now();
    reuse(options_.flat ? 0 : find(position));
    position_ = position;
    auto report = [&](double seconds) {
        for (const SearchLine& line : lines(limits.lines, done_, seconds)) on_line(line);
    };
    try {
        run(position, limits, stop, on_line ? std::function<void(double)>(report) : nullptr,
            interrupted);
    } catch (...) {
        clear();  // a node may have been left half made
        throw;
    }
    std::vector<SearchLine> found = lines(limits.lines, done_, seconds_since(begun));
    if (found.empty()) {
        SearchLine line;  // stopped before the first playout: any move will do
        line.moves = {game_.first_moves(position, 1).front()};
        found.push_back(std::move(line));
    }
    if (on_line) {
        for (const SearchLine& line : found) on_line(line);
    }
    return found;
}

}  // namespace sbg
