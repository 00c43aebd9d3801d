/// \file
/// The functions of earlier lessons that elective 11 calls: their contracts. The tests link ours,
/// so any mistake is in your C function; the library for PyTorch links yours.
#pragma once
#include "../05_softmax/softmax.hpp"
#include "../06_layernorm/layernorm.hpp"
#include "../08_flash_attention/flash_attention.hpp"
