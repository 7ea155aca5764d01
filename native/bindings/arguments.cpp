#include "bindings/arguments.hpp"

#include <nanobind/stl/string.h>

#include <cmath>

namespace sbg::bindings {

namespace {

// Takes the place of an exception that a conversion has raised, if it is of this type; any other
// is raised on.
bool discard(PyObject* type) {
    if (!PyErr_ExceptionMatches(type)) nb::raise_python_error();
    PyErr_Clear();
    return true;
}

nb::object index_of(nb::handle given, const char* name) {
    if (PyObject* number = PyNumber_Index(given.ptr())) return nb::steal(number);
    discard(PyExc_TypeError);
    refuse_type(std::string(name) + " is a whole number, not " + type_of(given));
}

[[noreturn]] void refuse_number(nb::handle given, const char* name, const std::string& least,
                                const std::string& most) {
    refuse_value(std::string(name) + " is a number from " + least + " to " + most + ", not " +
                 shown(given));
}

}  // namespace

std::string type_of(nb::handle given) {
    return nb::cast<std::string>(nb::str(nb::handle(given.type()).attr("__name__")));
}

std::string shown(nb::handle given) {
    const auto fallback = [&] { return "this " + type_of(given); };
    const nb::object text = nb::steal(PyObject_ASCII(given.ptr()));
    if (!text.is_valid()) {
        PyErr_Clear();  // such as a number too long to be written
        return fallback();
    }
    std::string ascii = nb::cast<std::string>(text);
    if (ascii.size() > 60) ascii = ascii.substr(0, 57) + "...";
    return ascii;
}

void refuse_type(const std::string& message) { throw nb::type_error(message.c_str()); }
void refuse_value(const std::string& message) { throw nb::value_error(message.c_str()); }

i64 whole(nb::handle given, const char* name, i64 least, i64 most) {
    const nb::object number = index_of(given, name);
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (value == -1 && !overflow && PyErr_Occurred()) nb::raise_python_error();
    if (overflow || value < least || value > most)
        refuse_number(number, name, std::to_string(least), std::to_string(most));
    return value;
}

u64 unsigned_whole(nb::handle given, const char* name, u64 most) {
    const nb::object number = index_of(given, name);
    const unsigned long long value = PyLong_AsUnsignedLongLong(number.ptr());
    const bool fails = value == static_cast<unsigned long long>(-1) && PyErr_Occurred();
    if ((fails && discard(PyExc_OverflowError)) || value > most)
        refuse_number(number, name, "0", std::to_string(most));
    return value;
}

double real(nb::handle given, const char* name) {
    const double value = PyFloat_AsDouble(given.ptr());
    if (value == -1.0 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
            PyErr_Clear();
            refuse_value(std::string(name) + " is too large: " + shown(given));
        }
        discard(PyExc_TypeError);
        refuse_type(std::string(name) + " is a number, not " + type_of(given));
    }
    if (!std::isfinite(value) || value < 0)
        refuse_value(std::string(name) + " is a number from 0 up, not " + shown(given));
    return value;
}

bool truth(nb::handle given, const char* name) {
    if (!nb::isinstance<nb::bool_>(given))
        refuse_type(std::string(name) + " is True or False, not " + type_of(given));
    return given.is(nb::handle(Py_True));
}

std::string text(nb::handle given, const char* name) {
    if (!nb::isinstance<nb::str>(given))
        refuse_type(std::string(name) + " is text, not " + type_of(given));
    std::string value;
    if (!nb::try_cast(given, value))
        refuse_value(std::string(name) + " is text that can be written");
    return value;
}

std::vector<u8> byte_values(nb::handle given, const char* name) {
    if (!nb::isinstance<nb::bytes>(given))
        refuse_type(std::string(name) + " is bytes, not " + type_of(given));
    const auto bytes = nb::borrow<nb::bytes>(given);
    const auto* begin = static_cast<const u8*>(bytes.data());
    return {begin, begin + bytes.size()};
}

std::vector<nb::object> items(nb::handle given, const char* name) {
    if (nb::isinstance<nb::str>(given) || nb::isinstance<nb::bytes>(given) ||
        !PySequence_Check(given.ptr()))
        refuse_type(std::string(name) + " is a sequence, not " + type_of(given));
    const Py_ssize_t size = PySequence_Size(given.ptr());
    if (size < 0) nb::raise_python_error();
    std::vector<nb::object> found;
    found.reserve(static_cast<std::size_t>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* item = PySequence_GetItem(given.ptr(), i);
        if (!item) nb::raise_python_error();
        found.push_back(nb::steal(item));
    }
    return found;
}

}  // namespace sbg::bindings
