// What this binary is and what the machine it runs on can do, for `sbg --version` and bug reports.
#pragma once

namespace sbg {

// The package's version at the time of compilation; the tests compare it with the installed
// metadata.
const char* version() noexcept;

// Name and version of the compiler, for example "gcc 12.2.0".
const char* compiler() noexcept;

// Whether this processor has the PEXT and PDEP instructions. Always false off x86-64.
bool has_bmi2() noexcept;

}  // namespace sbg
