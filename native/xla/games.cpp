#include "xla/games.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "xla/call.hpp"

namespace sbg {

namespace {

struct Registry {
    std::mutex mutex;
    std::multimap<std::string, XlaGame*, std::less<>> games;
};

// Never destroyed: programs may run until the process ends.
Registry& registry() {
    static auto& found = *new Registry;
    return found;
}

}  // namespace

XlaGame::XlaGame(std::string key, const Batcher& batcher, const BatchRules& rules, int threads)
    : key_(std::move(key)), batcher_(batcher), rules_(rules), threads_(threads) {
    const std::lock_guard lock(registry().mutex);
    registry().games.emplace(key_, this);
}

XlaGame::~XlaGame() {
    std::unique_lock lock(registry().mutex);
    auto& games = registry().games;
    const auto [begin, end] = games.equal_range(key_);
    games.erase(std::find_if(begin, end, [&](const auto& item) { return item.second == this; }));
    ended_.wait(lock, [&] { return running_ == 0; });
}

// One call of a program: its game, kept until the call ends, and its arrays.
class XlaCall {
  public:
    XlaCall(const xla::Call& call, i64 arguments) : call_(call), arguments_(arguments) {
        const std::string key = xla::game_key(call);
        const std::lock_guard lock(registry().mutex);
        const auto found = registry().games.find(key);
        if (found == registry().games.end()) xla::refuse_unknown_game();
        game_ = found->second;
        ++game_->running_;
    }
    ~XlaCall() {
        const std::lock_guard lock(registry().mutex);
        if (--game_->running_ == 0) game_->ended_.notify_all();
    }
    XlaCall(const XlaCall&) = delete;
    XlaCall& operator=(const XlaCall&) = delete;

    const BatchRules& rules() const { return game_->rules_; }
    const BatchKernel& kernel() const { return game_->batcher_.kernel(); }
    int views() const { return game_->batcher_.views(); }

    // The records, and how many there are from then on.
    const u32* records() {
        const xla::Buffer& found = xla::buffer(call_.arguments, 0, arguments_, "records");
        const auto words = static_cast<i64>(rules().packing.words);
        if (found.type != xla::uint32 || found.rank < 1 ||
            found.dimensions[found.rank - 1] != words)
            xla::refuse("records are uint32 with a last axis of " + std::to_string(words));
        count_ = xla::count(found, found.rank - 1);
        return static_cast<const u32*>(found.data);
    }
    ActionNumbers actions() const {
        const xla::Buffer& found = xla::buffer(call_.arguments, 1, arguments_, "actions");
        if ((found.type != xla::int32 && found.type != xla::int64) ||
            xla::count(found, found.rank) != count_)
            xla::refuse("actions are one int32 or int64 for each record");
        return {found.data, found.type == xla::int64};
    }
    template <class T>
    T* result(xla::Type type, int each) const {
        const xla::Buffer& found = xla::buffer(call_.results, 0, 1, "result");
        if (found.type != type || xla::count(found, found.rank) != count_ * static_cast<u64>(each))
            xla::refuse("the result has " + std::to_string(each) + " items for each record");
        return static_cast<T*>(found.data);
    }

    // Calls work(first, last, workspace, stop) on threads, for records that are valid. It returns
    // the first of them that it refuses, or `last`.
    template <class Work>
    void run(const u32* records, const char* refusal, const Work& work) const {
        std::atomic<u64> invalid{count_}, refused{count_};
        const auto note = [](std::atomic<u64>& least, u64 slot) {
            u64 before = least;
            while (slot < before && !least.compare_exchange_weak(before, slot)) {
            }
        };
        game_->batcher_.run(count_, 1, game_->threads_, {},
                            [&](u64 first, u64 last, const Workspace& space, Stop stop) {
                                const u64 bad = kernel().check(rules(), records, first, last);
                                if (bad < last) return note(invalid, bad);
                                const u64 wrong = work(first, last, space, stop);
                                if (wrong < last) note(refused, wrong);
                            });
        if (invalid < count_)
            xla::refuse("record " + std::to_string(invalid.load()) +
                        " is not of a position of this game");
        if (refused < count_) xla::refuse(refusal + std::to_string(refused.load()));
    }

  private:
    const xla::Call& call_;
    i64 arguments_;
    XlaGame* game_ = nullptr;
    u64 count_ = 0;
};

namespace {

template <class Work>
xla::Error* answer(xla::Call* call, i64 arguments, const Work& work) {
    return xla::answer(call, [&](const xla::Call& given) {
        XlaCall found(given, arguments);
        work(found);
    });
}

xla::Error* step(xla::Call* given) {
    return answer(given, 2, [](XlaCall& call) {
        const u32* from = call.records();
        const ActionNumbers actions = call.actions();
        u32* to = call.result<u32>(xla::uint32, call.rules().packing.words);
        call.run(from, "illegal action in record ",
                 [&](u64 first, u64 last, const Workspace& space, Stop stop) {
                     return call.kernel().step(call.rules(), from, to, first, last, actions,
                                               nullptr, space, stop);
                 });
    });
}

xla::Error* mask(xla::Call* given) {
    return answer(given, 1, [](XlaCall& call) {
        const u32* from = call.records();
        u8* to = call.result<u8>(xla::boolean, call.rules().actions->size);
        call.run(from, "", [&](u64 first, u64 last, const Workspace& space, Stop stop) {
            call.kernel().mask(call.rules(), from, first, last, to, 1, space, stop);
            return last;
        });
    });
}

xla::Error* observe(xla::Call* given) {
    return answer(given, 1, [](XlaCall& call) {
        const u32* from = call.records();
        float* to = call.result<float>(xla::float32, call.rules().actions->squares * call.views());
        call.run(from, "", [&](u64 first, u64 last, const Workspace&, Stop) {
            call.kernel().observe(call.rules(), from, first, last, to, Scalar::single);
            return last;
        });
    });
}

}  // namespace

const XlaGame::Target XlaGame::targets[3] = {
    {"sbg_step", step}, {"sbg_mask", mask}, {"sbg_observe", observe}};

}  // namespace sbg
