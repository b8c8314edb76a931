#pragma once
/// A place for the files of a test: the helper of all tests.

#include "schedules/tests/own_directory.h"
