#include "rules/groups.hpp"

#include <algorithm>

namespace sbg {

namespace {

constexpr std::size_t most_words = 96;  // before merging
constexpr std::size_t most_length = 8;
constexpr std::size_t most_merged = 24;

class Collector {
  public:
    explicit Collector(const Automaton& automaton) : automaton_(automaton) {}

    // False when the language is too large to be worth it.
    bool collect(u32 state, const Word& word, std::size_t length) {
        if (automaton_.accepting[state]) {
            if (words.size() == most_words) return false;
            words.push_back(word);
        }
        for (u32 t = automaton_.first[state]; t < automaton_.first[state + 1]; ++t) {
            if (length == most_length) return false;
            const Transition& letter = automaton_.transitions[t];
            Word longer = word;
            longer.displacement = {word.displacement.dx + letter.dx,
                                   word.displacement.dy + letter.dy};
            if (longer.displacement == Step{0, 0}) {
                if (letter.content != own) continue;
            } else {
                u8& content =
                    longer.contents.try_emplace(longer.displacement, u8{anything}).first->second;
                content &= letter.content;
                if (!content) continue;  // one square cannot hold two things
            }
            if (++steps_ > 20 * most_words || !collect(letter.target, longer, length + 1))
                return false;
        }
        return true;
    }

    std::vector<Word> words;

  private:
    const Automaton& automaton_;
    std::size_t steps_ = 0;
};

// Unites two words that differ in the content of one square at most.
bool merge(Word& into, const Word& other) {
    if (into.displacement != other.displacement || into.contents.size() != other.contents.size())
        return false;
    u8* different = nullptr;
    u8 theirs = 0;
    auto b = other.contents.begin();
    for (auto a = into.contents.begin(); a != into.contents.end(); ++a, ++b) {
        if (a->first != b->first) return false;
        if (a->second == b->second) continue;
        if (different) return false;
        different = &a->second;
        theirs = b->second;
    }
    if (different) *different |= theirs;
    return true;
}

}  // namespace

std::vector<Word> set_wise_words(const Automaton& automaton) {
    if (!automaton.states) return {};
    Collector collector(automaton);
    if (!collector.collect(0, {{0, 0}, {}}, 0)) return {};
    std::vector<Word>& words = collector.words;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < words.size(); ++i) {
            for (std::size_t j = i + 1; j < words.size();) {
                if (merge(words[i], words[j])) {
                    words.erase(words.begin() + static_cast<std::ptrdiff_t>(j));
                    changed = true;
                } else {
                    ++j;
                }
            }
        }
    }
    if (words.size() > most_merged) return {};
    std::stable_sort(words.begin(), words.end(),
                     [](const Word& a, const Word& b) { return a.displacement < b.displacement; });
    return words;
}

}  // namespace sbg
