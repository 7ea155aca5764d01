#include "search/knowledge.hpp"

#include <algorithm>

namespace sbg {

Knowledge::Knowledge(const Game& given, const Interrupted& interrupted)
    : game(given),
      weights(derive_weights(given, interrupted)),
      danger(derive_danger(given)),
      royal_code{sbg::royal_code(given, 0), sbg::royal_code(given, 1)},
      common_code{sbg::common_code(given, 0), sbg::common_code(given, 1)},
      null_moves(passing_is_sound(given)),
      follow_captures(has_goals(given)) {
    const auto& start = game.data().start;
    const auto pieces = static_cast<u64>(start.size()) -
                        static_cast<u64>(std::count(start.begin(), start.end(), 0));
    for (u64 count = 0; count <= start.size(); ++count)
        fullness.push_back(
            static_cast<u16>(256 * std::min(count, pieces) / std::max<u64>(pieces, 1)));
}

const Runners& Knowledge::runners() const {
    const std::lock_guard lock(mutex_);
    if (!runners_)
        runners_ = std::make_unique<const Runners>(game, [&] { return game.interrupted(); });
    return *runners_;
}

}  // namespace sbg
