#pragma once
#include <jsc/jsc.h>
