#pragma once
/// What is said of input that is refused: the helper of all tests.

#include "schedules/tests/refusal.h"
