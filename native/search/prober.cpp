#include "search/prober.hpp"

namespace sbg {

using portable::steps;

const SearchKernel& search_kernel(const Game& game) {
    const int words = game.kernel().words;
    return *(game.uses_bmi2() ? bmi2::search_kernel(words) : portable::search_kernel(words));
}

Prober::Prober(const Game& game, Work& work)
    : game_(game),
      work_(work),
      kernel_(search_kernel(game)),
      space_(game.workspaces()),
      pace_(*(*space_).scratch.pace),
      out_(static_cast<std::size_t>(game.data().squares())) {
    pace_.ask = &ask;
    pace_.data = this;
}

std::span<const u16> Prober::operator()(const std::vector<u8>& at, int code, int square) {
    if (work_.gone()) return {};
    pace_.cut = false;
    begun_ = steps(pace_);
    const u64 found =
        kernel_.reach(game_.rules(), at.data(), code, square, *space_, out_.data(), out_.size());
    if (interrupted_) throw Interruption();
    work_.spend(static_cast<long>(100 + out_.size()) + (steps(pace_) - begun_));
    return {out_.data(), found};
}

// One walk alone may take all that is left.
bool Prober::ask(void* data) {
    auto& self = *static_cast<Prober*>(data);
    if (self.work_.interrupted()) return self.interrupted_ = true;
    return steps(self.pace_) - self.begun_ >= self.work_.left();
}

}  // namespace sbg
