#pragma once
namespace kw::cuda { template <int NumWarps, class... A> void launch(const A&...) {} }
