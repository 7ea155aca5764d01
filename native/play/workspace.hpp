// Memory for running calls: made once per thread at work, and kept for the next call.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "play/kernel.hpp"
#include "rules/build.hpp"

namespace sbg {

class Workspaces {
    struct Memory {
        // The groups are not touched here: most of their pages are never needed.
        Memory(u64 states, u64 words, u64 group_words)
            : walked(2 * states * words + 2 * (states / 64 + 1)),
              groups(new u64[group_words]),
              group_words(group_words),
              workspace{{walked.data(), walked.data() + states * words,
                         walked.data() + 2 * states * words,
                         walked.data() + 2 * states * words + states / 64 + 1, &pace},
                        groups.get()} {}

        std::vector<u64> walked;
        Pace pace;
        std::unique_ptr<u64[]> groups;
        u64 group_words;
        Workspace workspace;
    };

  public:
    Workspaces(const Built& built, const Kernel& kernel)
        : states_(built.states),
          words_(static_cast<u64>(kernel.words)),
          level_words_(static_cast<u64>(built.most_groups) * kernel.group_bytes / sizeof(u64) + 1) {
    }

    // A workspace for the time of one call, with room for the groups of as many levels.
    class Lease {
      public:
        explicit Lease(Workspaces& owner, int levels = 1) : owner_(owner) {
            const u64 group_words = owner.level_words_ * static_cast<u64>(levels);
            {
                const std::lock_guard lock(mutex());
                if (!owner.idle_.empty()) {
                    memory_ = std::move(owner.idle_.back());
                    owner.idle_.pop_back();
                }
            }
            if (!memory_ || memory_->group_words < group_words) {
                memory_ = std::make_unique<Memory>(owner.states_, owner.words_, group_words);
            }
            memory_->pace = Pace{};
        }
        ~Lease() {
            const std::lock_guard lock(mutex());
            owner_.idle_.push_back(std::move(memory_));
        }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        const Workspace& operator*() const { return memory_->workspace; }

      private:
        Workspaces& owner_;
        std::unique_ptr<Memory> memory_;
    };

  private:
    // One for all: a process that is forked while a thread holds it would wait for ever, so a fork
    // waits for it.
    static std::mutex& mutex();

    u64 states_, words_, level_words_;
    std::vector<std::unique_ptr<Memory>> idle_;
};

}  // namespace sbg
