// What a stage has that puts a model to work on the checkout.
#pragma once

#include "stages/stage.hpp"

namespace pawl::stages {

struct Workshop {
  const Scope& scope;
  const RunSettings& settings;
  const Checkout& checkout;
  Models& models;
};

}  // namespace pawl::stages
