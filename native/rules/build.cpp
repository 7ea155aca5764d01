#include "rules/build.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/sizes.hpp"
#include "rules/groups.hpp"
#include "rules/rules.hpp"

namespace sbg {

namespace {

using namespace portable;  // the set operations, as compiled for any processor

// Pieces that move alike share everything: both colours of a queen, and the sixteen pawns anyway.
template <int N>
struct PieceTables {
    Automaton automaton;
    Automaton walked;  // for walking, if any square is walked; until then a smaller one, if any
    std::vector<u32> wider;
    std::vector<Board<N>> landings;
    std::vector<Lookup<N>> lookups;
    std::vector<Term<N>> terms;
    PieceRules<N> rules;
};

template <int N>
class Builder {
  public:
    SBG_COLD Builder(const GameData& game, const BuildOptions& options,
                     const Interrupted& interrupted);
    SBG_COLD Built pack();

  private:
    SBG_COLD void add_piece(int code, const GameData& game);
    SBG_COLD void add_to_batch(int code);
    void add_lookups(PieceTables<N>& tables, PieceRules<N>& piece);
    SBG_COLD void add_walk(PieceTables<N>& tables, PieceRules<N>& piece);
    SBG_COLD void add_terms(PieceTables<N>& tables, PieceRules<N>& piece);
    Lookup<N> lay_out(const LookupPlan& plan) const;
    SBG_COLD void add_goals(const GameData& game);
    SBG_COLD void add_arrivals();
    SBG_COLD void add_landings(PieceTables<N>& tables) const;

    const BuildOptions& options_;
    Work work_;
    TableStore store_;
    std::vector<PieceTables<N>> pieces_;
    std::size_t tables_of_[max_codes];  // by code: which of them
    std::vector<Condition> conditions_;
    std::vector<Board<N>> arrivals_;
    Rules<N> rules_{};
};

template <int N>
Builder<N>::Builder(const GameData& game, const BuildOptions& options,
                    const Interrupted& interrupted)
    : options_(options), work_(options.most_work, interrupted), store_(options.tables, work_) {
    rules_.width = game.width;
    rules_.height = game.height;
    rules_.squares = game.squares();
    rules_.codes = game.codes();
    rules_.limit = game.limit;
    for (int square = 0; square < rules_.squares; ++square) add(rules_.board, square);
    for (int code = 1; code < rules_.codes; ++code) {
        // Half of the work is there for all, the rest is shared out evenly; what one piece leaves
        // the next may use.
        const long half = options.most_work / 2;
        work_.allow(half + half / (rules_.codes - 1) * code);
        add_piece(code, game);
        add_to_batch(code);
    }
    add_goals(game);
    if (rules_.most_states) add_arrivals();
    rules_.most_groups = rules_.squares + 1;
    for (const PieceTables<N>& tables : pieces_)
        rules_.most_groups += 2 * static_cast<int>(tables.terms.size());
}

// Puts the rules and all that they refer to into one block.
template <int N>
Built Builder<N>::pack() {
    BlockLayout layout(sizeof rules_);
    Built built;
    built.bytes = store_.entries().size() * sizeof(u32);
    const u32 entries = items_before(layout.place(store_.entries()));
    const u32 conditions = items_before(layout.place(conditions_));
    for (PieceTables<N>& tables : pieces_) {
        for (Lookup<N>& lookup : tables.lookups) lookup.table += entries;
        for (Term<N>& term : tables.terms) term.first_condition += conditions;
        tables.rules.lookup = layout.place(tables.lookups);
        tables.rules.term = layout.place(tables.terms);
        if (tables.rules.walks) {
            tables.rules.walk.first = layout.place(tables.walked.first);
            tables.rules.walk.transitions = layout.place(tables.walked.transitions);
            tables.rules.walk.wider = layout.place(tables.wider);
            tables.rules.landings = layout.place(tables.landings);
        }
        built.bytes +=
            tables.lookups.size() * sizeof(Lookup<N>) + tables.terms.size() * sizeof(Term<N>);
    }
    for (int code = 1; code < rules_.codes; ++code) {
        const PieceRules<N>& packed = pieces_[tables_of_[code]].rules;
        PieceRules<N>& piece = rules_.piece[code];
        piece.lookup = packed.lookup;
        piece.term = packed.term;
        piece.walk = packed.walk;
        piece.landings = packed.landings;
    }
    rules_.arrivals = layout.place(arrivals_);
    rules_.bytes = layout.bytes();
    built.block = layout.copy(rules_);
    built.block_bytes = layout.bytes();
    built.states = rules_.most_states;
    built.most_groups = rules_.most_groups;
    return built;
}

template <int N>
void Builder<N>::add_piece(int code, const GameData& game) {
    PieceRules<N>& piece = rules_.piece[code];
    const int side = side_of(code);
    const Dfa& dfa = game.dfas[static_cast<std::size_t>((code - 1) / 2)];
    work_.spend(100 * static_cast<long>(dfa.edges.size()));
    Automaton automaton = make_automaton(dfa, side);
    const auto known =
        std::find_if(pieces_.begin(), pieces_.end(),
                     [&](const PieceTables<N>& tables) { return tables.automaton == automaton; });
    tables_of_[code] = static_cast<std::size_t>(known - pieces_.begin());
    if (known != pieces_.end()) {
        piece = known->rules;
        return;
    }
    PieceTables<N>& tables = pieces_.emplace_back();
    tables.automaton = std::move(automaton);
    if (!game.walks.empty())
        tables.walked = make_automaton(game.walks[static_cast<std::size_t>((code - 1) / 2)], side);
    add_lookups(tables, piece);
    add_terms(tables, piece);
    tables.rules = piece;
}

template <int N>
void Builder<N>::add_to_batch(int code) {
    const PieceRules<N>& piece = rules_.piece[code];
    if (!piece.moves) return;
    const int side = side_of(code);
    const u8 lookups =
        piece.occupied_only && piece.lookups <= 3 ? static_cast<u8>(piece.lookups) : 0;
    int b = 0;
    while (b < rules_.batches[side] && rules_.batch[side][b].lookups != lookups) ++b;
    Batch& batch = rules_.batch[side][b];
    batch.lookups = lookups;
    batch.code[batch.codes++] = static_cast<u8>(code);
    rules_.batches[side] = std::max(rules_.batches[side], b + 1);
}

template <int N>
void Builder<N>::add_lookups(PieceTables<N>& tables, PieceRules<N>& piece) {
    const Automaton& automaton = tables.automaton;
    std::vector<std::vector<LookupPlan>> plans(static_cast<std::size_t>(rules_.squares));
    std::size_t most = 1;
    // Beyond some size even laying the lookups out is too much; and the explorer needs a number per
    // (state, square).
    const bool explores = N <= 16 && automaton.states &&
                          automaton.states * u64{static_cast<u32>(rules_.squares)} < (1u << 22);
    piece.occupied_only = true;
    if (explores) {
        Explorer explorer(automaton, rules_.width, rules_.height, work_);
        for (int square = 0; square < rules_.squares; ++square) {
            std::optional<std::vector<LookupPlan>> plan;
            if (!work_.gone()) {
                if (const auto parts = explorer.explore(square, 4096))
                    plan = store_.plan(*parts, square);
            }
            if (!plan) {
                add(piece.walked, square);
                continue;
            }
            most = std::max(most, plan->size());
            for (const LookupPlan& lookup : *plan) {
                for (const IndexBit& bit : lookup.bits)
                    piece.occupied_only &= bit.source == occupied;
            }
            plans[static_cast<std::size_t>(square)] = std::move(*plan);
        }
    } else if (automaton.states) {
        piece.walked = rules_.board;
    }
    piece.moves = automaton.states && (automaton.accepting[0] || !automaton.transitions.empty());
    piece.walks = any(piece.walked);
    if (piece.walks) {
        piece.occupied_only = false;
        add_walk(tables, piece);
        if (count(piece.walked) == rules_.squares) most = 0;
    }
    work_.spend(static_cast<long>(most * plans.size() * sizeof(Lookup<N>) / 8));
    piece.lookups = static_cast<int>(most);
    tables.lookups.resize(most * plans.size());
    for (std::size_t square = 0; square < plans.size(); ++square) {
        for (std::size_t i = 0; i < plans[square].size(); ++i) {
            tables.lookups[square * most + i] = lay_out(plans[square][i]);
        }
        for (std::size_t i = plans[square].size(); i < most; ++i)
            tables.lookups[square * most + i].source = occupied;
    }
}

template <int N>
void Builder<N>::add_walk(PieceTables<N>& tables, PieceRules<N>& piece) {
    tables.walked = for_walking(tables.walked.states ? tables.walked : tables.automaton);
    tables.wider = wider_states(tables.walked);
    add_landings(tables);
    piece.walk = {tables.walked.states,     tables.walked.accepting[0] != 0, {}, {}, {},
                  lattice_of(tables.walked)};
    rules_.most_states = std::max(rules_.most_states, tables.walked.states);
}

template <int N>
Lookup<N> Builder<N>::lay_out(const LookupPlan& plan) const {
    Lookup<N> lookup{};
    lookup.table = plan.table;
    lookup.content = plan.content;
    lookup.revealing = plan.revealing;
    lookup.source = plan.bits.empty() ? u8{occupied} : plan.bits.front().source;
    int first = 0;
    for (const IndexBit& bit : plan.bits) {
        const bool second = bit.source == opponent;
        add(second ? lookup.index2 : lookup.index, bit.square);
        first += !second;
    }
    for (int target : plan.targets) add(lookup.targets, target);
    int index = 0, index2 = first, target = 0;
    for (int i = 0; i < N; ++i) {
        lookup.index_shift[i] = static_cast<u8>(index);
        lookup.index2_shift[i] = static_cast<u8>(index2);
        lookup.target_shift[i] = static_cast<u8>(target);
        index += count_bits(lookup.index.word[i]);
        index2 += count_bits(lookup.index2.word[i]);
        target += count_bits(lookup.targets.word[i]);
    }
    return lookup;
}

// The costs are in table lookups, fitted to measurements of breakthrough, knightthrough and chess.
template <int N>
void Builder<N>::add_terms(PieceTables<N>& tables, PieceRules<N>& piece) {
    if (!options_.set_wise) return;
    double cost = 0;
    const Word* before = nullptr;
    const std::vector<Word> words = set_wise_words(tables.automaton);
    for (const Word& word : words) {
        Term<N> term{};
        const Step end = word.displacement;
        term.step = end.dy * rules_.width + end.dx;
        term.content = end == Step{0, 0} ? u8{own} : word.contents.at(end);
        term.joined = before && before->displacement == end;
        term.first_condition = static_cast<u32>(conditions_.size());
        for (const auto& [step, content] : word.contents) {
            if (step == end || content == anything) continue;
            conditions_.push_back({step.dy * rules_.width + step.dx, content});
            ++term.conditions;
        }
        // The word stays on the board where its extreme steps do.
        Step least{0, 0}, most{0, 0};
        for (const auto& [step, content] : word.contents) {
            least = {std::min(least.dx, step.dx), std::min(least.dy, step.dy)};
            most = {std::max(most.dx, step.dx), std::max(most.dy, step.dy)};
        }
        for (int y = -least.dy; y < rules_.height - most.dy; ++y) {
            for (int x = -least.dx; x < rules_.width - most.dx; ++x)
                add(term.origins, y * rules_.width + x);
        }
        cost += 1.0 + term.conditions;
        tables.terms.push_back(term);
        before = &word;
    }
    piece.terms = static_cast<int>(tables.terms.size());
    const double each = piece.walks ? 10.0 : 0.7 * piece.lookups + 0.3;
    piece.set_wise_from = 1 + static_cast<int>(cost / each);
}

template <int N>
void Builder<N>::add_goals(const GameData& game) {
    for (const auto& goal : game.square_goals) {
        for (int square : goal.squares) add(rules_.piece[goal.code].goal, square);
    }
    for (const auto& goal : game.count_goals) {
        // No capture leaves as many pieces as there are squares.
        if (goal.count < 0 || goal.count >= rules_.squares) continue;
        PieceRules<N>& piece = rules_.piece[goal.code];
        add(piece.fatal_counts, static_cast<int>(goal.count));
        if (piece.has_fatal_counts) continue;
        piece.has_fatal_counts = true;
        const int side = side_of(goal.code);
        rules_.counted_code[side][rules_.counted[side]++] = static_cast<u8>(goal.code);
    }
}

template <int N>
void Builder<N>::add_arrivals() {
    for (int dx = 1 - rules_.width; dx < rules_.width; ++dx) {
        Board<N>& squares = arrivals_.emplace_back(none<N>());
        for (int y = 0; y < rules_.height; ++y) {
            for (int x = std::max(dx, 0); x < rules_.width + std::min(dx, 0); ++x)
                add(squares, y * rules_.width + x);
        }
    }
}

template <int N>
void Builder<N>::add_landings(PieceTables<N>& tables) const {
    const int width = rules_.width, height = rules_.height;
    u64 columns[3][64] = {};  // by content and row, a bit per column
    for (const Transition& letter : tables.walked.transitions) {
        if (!letter.accepting) continue;
        const int count = width - std::abs(letter.dx);
        const u64 arrivals = (~0ull >> (64 - count)) << std::max<int>(letter.dx, 0);
        for (int y = std::max<int>(letter.dy, 0); y < height + std::min<int>(letter.dy, 0); ++y) {
            for (int i = 0; i < 3; ++i) {
                if (letter.content >> i & 1) columns[i][y] |= arrivals;
            }
        }
    }
    tables.landings.assign(3, none<N>());
    for (int square = 0; square < rules_.squares; ++square) {
        for (std::size_t i = 0; i < 3; ++i) {
            if (columns[i][square / width] >> (square % width) & 1) add(tables.landings[i], square);
        }
    }
}

}  // namespace

Built build(const GameData& game, const BuildOptions& options, const Interrupted& interrupted) {
    return dispatch(words_for(game.squares()), BoardWords{},
                    [&]<int N>() { return Builder<N>(game, options, interrupted).pack(); });
}

}  // namespace sbg
