// Chooses the code for a processor.
#include "solve/tables.hpp"

#include <stdexcept>

namespace sbg {

namespace {

void validate(const GameData& game, const SpaceData& data) {
    const auto refuse = [](const char* message) { throw std::invalid_argument(message); };
    const auto on_board = [&](int square) { return square >= 0 && square < game.squares(); };
    const auto is_code = [&](int code) { return code > 0 && code < game.codes(); };
    if (data.kinds.empty() || data.kinds.size() > max_kinds) refuse("there are 1 to 64 kinds");
    for (const SpaceData::Kind& kind : data.kinds) {
        if (!is_code(kind.code)) refuse("a kind has the code of a piece");
        for (const int square : kind.squares)
            if (!on_board(square)) refuse("the squares of a kind are on the board");
    }
    if (data.classes.empty()) refuse("there is at least one class");
    if (data.by_squares && data.classes.size() != 3) refuse("by squares there are three classes");
    for (const std::vector<int>& men : data.classes) {
        if (men.size() != data.kinds.size()) refuse("a class has a number of men for each kind");
        const bool of_letters = data.by_squares && &men == &data.classes[2];
        for (std::size_t i = 0; i < men.size() && !of_letters; ++i) {
            if (men[i] < 0 || men[i] > max_kinds ||
                static_cast<std::size_t>(men[i]) > data.kinds[i].squares.size())
                refuse("there are more men of a kind than squares for them");
        }
    }
    for (const SpaceData::Pair& pair : data.pairs)
        if (!is_code(pair.code) || !on_board(pair.origin) || !on_board(pair.target))
            refuse("a pair has a code and two squares");
    for (const SpaceData::Place& place : data.loud)
        if (!is_code(place.code) || !on_board(place.square))
            refuse("a loud man has a code and a square");
    if (!data.loud.empty() && (!data.by_squares || data.hashed || !data.flips))
        refuse("men are loud where positions are numbered by squares and colours are swapped");
    if (data.depth < 1 || data.depth > 100'000) refuse("the depth is a number from 1 to 100000");
}

}  // namespace

std::unique_ptr<Tables> make_tables(const Game& game, const SpaceData& data) {
    validate(game.data(), data);
    std::unique_ptr<Tables> tables;
    if (game.uses_bmi2()) tables = bmi2::make_tables(game, data);
    if (!tables) tables = portable::make_tables(game, data);
    if (!tables) throw std::invalid_argument("tables are for boards of at most 128 squares");
    return tables;
}

}  // namespace sbg
