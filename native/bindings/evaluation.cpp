#include "bindings/evaluation.hpp"

#include <nanobind/stl/string.h>

#include "bindings/arguments.hpp"

namespace sbg::bindings {

namespace {

constexpr const char* per_names[] = {"square", "code", "side", "game"};

// The numbers of a term: a tuple, or one number where there is only one.
nb::object numbers(const Weights& weights, EvalTerm term) {
    const std::span<const i32> own = weights[term];
    if (shape(term).per == Per::game) return nb::int_(own.front());
    nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(own.size())));
    if (!tuple.is_valid()) nb::raise_python_error();
    for (std::size_t i = 0; i < own.size(); ++i)
        PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), nb::int_(own[i]).release().ptr());
    return tuple;
}

void set_numbers(Weights& weights, nb::handle given_name, nb::handle given) {
    const std::string name = text(given_name, "the name of a term");
    for (int i = 0; i < term_count; ++i) {
        if (name != term_shapes[i].name) continue;
        const std::span<i32> own = weights[static_cast<EvalTerm>(i)];
        const char* what = term_shapes[i].name;
        constexpr int most = std::numeric_limits<i32>::max();
        if (term_shapes[i].per == Per::game) {
            own.front() = small(given, what, -most, most);
            return;
        }
        const std::vector<nb::object> values = items(given, what);
        if (values.size() != own.size())
            refuse_value("`" + name + "` is a list of " + std::to_string(own.size()) +
                         " numbers, not of " + std::to_string(values.size()));
        for (std::size_t k = 0; k < own.size(); ++k) own[k] = small(values[k], what, -most, most);
        return;
    }
    refuse_type("there is no term `" + name + "` in the evaluation");
}

void make_weights(Weights* self, nb::handle codes, nb::handle squares, const nb::kwargs& given) {
    Weights weights(small(codes, "codes", 1, 53), small(squares, "squares", 1, 64 * 64));
    for (const auto& [name, values] : given) set_numbers(weights, name, values);
    new (self) Weights(std::move(weights));
}

nb::dict all_numbers(const Weights& self) {
    nb::dict found;
    for (int i = 0; i < term_count; ++i)
        found[term_shapes[i].name] = numbers(self, static_cast<EvalTerm>(i));
    return found;
}

bool same_weights(const Weights& self, nb::handle other) {
    Weights* weights = nullptr;
    return nb::try_cast<Weights*>(other, weights, false) && weights && self == *weights;
}

void bind_term(nb::module_& m) {
    nb::class_<TermShape>(m, "TermShape", "A term of the evaluation.")
        .def_ro("name", &TermShape::name)
        .def_prop_ro(
            "per", [](const TermShape& self) { return per_names[static_cast<int>(self.per)]; },
            "What has numbers of its own: a `square` (of each code), a `code`, a `side`, the "
            "`game`.")
        .def_ro("rows", &TermShape::rows, "Each of them has a table of rows and columns.")
        .def_ro("columns", &TermShape::columns)
        .def_ro("about", &TermShape::about, "What its numbers mean.")
        .def(
            "size",
            [](const TermShape& self, nb::handle codes, nb::handle squares) {
                return self.size(small(codes, "codes", 1, 53),
                                 small(squares, "squares", 1, 64 * 64));
            },
            any("codes"), any("squares"),
            nb::sig("def size(self, codes: int, squares: int) -> int"),
            "How many numbers it has in a game.");
    m.def(
        "terms",
        [] {
            nb::list terms;
            for (const TermShape& term : term_shapes) terms.append(nb::cast(term));
            return nb::tuple(terms);
        },
        nb::sig("def terms() -> tuple[TermShape, ...]"),
        "The terms of the evaluation, in the order of their numbers.");
}

template <class Names>
nb::tuple name_tuple(const Names& names) {
    nb::list list;
    for (const std::string_view name : names) list.append(nb::str(name.data(), name.size()));
    return nb::tuple(list);
}

}  // namespace

nb::dict feature_dict(const std::vector<u16>& features, int codes) {
    nb::dict found;
    const auto add = [&](std::string_view name, auto which, int owners) {
        nb::list values;
        for (int owner = 0; owner < owners; ++owner)
            values.append(features[static_cast<std::size_t>(feature(which, codes, owner))]);
        found[nb::str(name.data(), name.size())] = values;
    };
    for (int i = 0; i < code_feature_count; ++i)
        add(code_features[i], static_cast<CodeFeature>(i), codes);
    for (int i = 0; i < side_feature_count; ++i)
        add(side_features[i], static_cast<SideFeature>(i), 2);
    return found;
}

void bind_evaluation(nb::module_& m) {
    bind_term(m);
    nb::class_<Weights> weights(
        m, "Weights",
        "The numbers of an evaluation, a value. Terms that are not given are 0.\n\n"
        "Codes are odd for white's pieces and even for black's, from 1 on.");
    weights.def("__init__", &make_weights, any("codes"), any("squares"), nb::arg("numbers"),
                nb::sig("def __init__(self, codes: int, squares: int, **numbers: "
                        "collections.abc.Sequence[int] | int) -> None"));
    weights.def_prop_ro("codes", &Weights::codes).def_prop_ro("squares", &Weights::squares);
    for (int i = 0; i < term_count; ++i) {
        const TermShape& term = term_shapes[i];
        const std::string type = term.per == Per::game ? "int" : "tuple[int, ...]";
        const std::string signature = "def " + std::string(term.name) + "(self) -> " + type;
        weights.def_prop_ro(
            term.name, [i](const Weights& self) { return numbers(self, static_cast<EvalTerm>(i)); },
            nb::sig(signature.c_str()), term.about);
    }
    weights
        .def("numbers", &all_numbers,
             nb::sig("def numbers(self) -> dict[str, tuple[int, ...] | int]"),
             "Those of all terms, by name.")
        .def(
            "replace",
            [](const Weights& self, const nb::kwargs& given) {
                Weights changed = self;
                for (const auto& [name, values] : given) set_numbers(changed, name, values);
                return changed;
            },
            nb::sig("def replace(self, **numbers: collections.abc.Sequence[int] | int) -> Weights"),
            "The same with other numbers for some terms.")
        .def("__eq__", &same_weights, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def(
            "__getstate__",
            [](const Weights& self) {
                return nb::make_tuple(self.codes(), self.squares(), all_numbers(self));
            },
            nb::sig("def __getstate__(self) -> tuple[object, ...]"))
        .def(
            "__setstate__",
            [](Weights& self, nb::handle state) {
                const std::vector<nb::object> parts = items(state, "the state of Weights");
                if (parts.size() != 3 || !nb::isinstance<nb::dict>(parts[2]))
                    refuse_value("this is not the state of Weights");
                make_weights(&self, parts[0], parts[1], nb::borrow<nb::kwargs>(parts[2]));
            },
            nb::arg().none(), nb::sig("def __setstate__(self, state: object, /) -> None"));
    m.def(
        "code_features", [] { return name_tuple(code_features); },
        nb::sig("def code_features() -> tuple[str, ...]"),
        "What the evaluation sees of each code, in order.");
    m.def(
        "side_features", [] { return name_tuple(side_features); },
        nb::sig("def side_features() -> tuple[str, ...]"),
        "What the evaluation sees of each side, in order.");
    m.attr("LAST_CAPTURE_DANGER") = last_capture_danger;
}

}  // namespace sbg::bindings
