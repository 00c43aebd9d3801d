// The main function of a worker: answers calls of entry functions until the judge hangs up. None of
// its answers can raise a score, because the judge looks at the outputs itself.
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <utility>
#include <vector>

#include "common/autotune/steps.hpp"
#include "common/base/at_end.hpp"
#include "common/judge/first_mapping.hpp"
#include "common/judge/gpu_mirrors.hpp"
#include "common/judge/pages.hpp"
#include "common/judge/protocol.hpp"
#include "common/judge/split_memory.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/memory_requests.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/stream_steps.hpp"
#include "kernelwright/runtime/traffic.hpp"
#include "kernelwright/runtime/tunings.hpp"
#include "kernelwright/testing/counting_new.hpp"

namespace {

using namespace kw::remote;

gpu_mirrors& the_mirrors() {
  static gpu_mirrors instance;
  return instance;
}

[[noreturn]] void hang_up() {
  std::fflush(stdout);
  _exit(0);
}

/// The descriptors that came with the latest request.
std::vector<int>& received_descriptors() {
  static std::vector<int> all;
  return all;
}

ssize_t read_some(void* data, std::size_t size) {
  if (!kw::cuda_linked()) {  // nothing is lent then, and the filter of system calls knows only this
    return read(kSocketDescriptor, data, size);
  }
  iovec piece{data, size};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostLent * sizeof(int))];
  msghdr header{};
  header.msg_iov = &piece;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  const ssize_t got = recvmsg(kSocketDescriptor, &header, MSG_CMSG_CLOEXEC);
  for (cmsghdr* part = got > 0 ? CMSG_FIRSTHDR(&header) : nullptr; part != nullptr;
       part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) {
      std::vector<int> some((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
      std::memcpy(some.data(), CMSG_DATA(part), some.size() * sizeof(int));
      received_descriptors().insert(received_descriptors().end(), some.begin(), some.end());
    }
  }
  return got;
}

void read_all(void* data, std::size_t size) {
  auto* to = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = read_some(to, size);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      hang_up();
    }
    to += got;
    size -= static_cast<std::size_t>(got);
  }
}

message receive() {
  std::uint32_t length = 0;
  read_all(&length, sizeof length);
  std::string bytes(length, '\0');
  read_all(bytes.data(), bytes.size());
  return message(std::move(bytes));
}

void send_all(const message& m) {
  const std::string bytes = framed(m);
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t put =
        send(kSocketDescriptor, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (put < 0 && errno != EINTR) {
      hang_up();
    }
    sent += put > 0 ? static_cast<std::size_t>(put) : 0;
  }
}

/// The data of the tests, as this worker sees them.
struct worker_memory {
  bool split = false;    ///< kernels have separate memory
  char* base = nullptr;  ///< otherwise, where they and the judge have it
  open_pieces mapped;

  /// \returns whether the addresses were free
  bool attach(std::uint64_t wanted, std::uint64_t size) {
    if (split) {
      return split_memory::instance().attach(wanted, size);
    }
    base = reserve(wanted, size, MAP_FIXED_NOREPLACE);
    return reinterpret_cast<std::uint64_t>(base) == wanted && move_first_mapping(base, size);
  }
  void prepare(const std::vector<memory_range>& ranges, message& request) {
    if (split) {
      split_memory::instance().map(ranges);
    } else {
      open_exactly(base, ranges, mapped);
    }
    take_allocations(request, false, shift());
  }
  /// How far kernels' addresses of the data are from those of the judge.
  std::ptrdiff_t shift() const { return split ? split_memory::instance().shift() : 0; }
  std::string last_writer(const void* address) const {
    return kw::last_writer(split ? split_memory::instance().as_kernels_see(address) : address);
  }
};

/// Once, or once for each copy of the arrays that the judge has lent.
void call_entry(const call_orders& orders, const message& request, message& result) {
  for (int copy = 0; copy < std::max(orders.copies, 1); ++copy) {
    the_mirrors().use_copy(copy);
    message arguments = request;
    result = {};
    entries[orders.entry].answer(arguments, result);
  }
}

/// \returns why the GPU's memory could not be taken, or nothing
message take_lent(message& request) {
  std::string problem;
  const std::vector<int> descriptors = std::exchange(received_descriptors(), {});
  try {
    the_mirrors().take_lent(request.take<std::vector<lent_array>>(), descriptors);
  } catch (const kw::error& failure) {
    problem = failure.what();
  }
  for (const int descriptor : descriptors) {
    close(descriptor);
  }
  message answer;
  answer.put(problem);
  return answer;
}

/// What the checker notes of a call. A submission that switches checks changes nothing.
void note_as_ordered(const call_orders& orders) {
  kw::runtime::count_traffic(orders.counts_traffic);
  kw::runtime::hooks().keeps_checks = false;
  kw::enable_checks(orders.checks);
  kw::runtime::hooks().keeps_checks = true;
  kw::runtime::negate_streams(orders.negates_streams);
  kw::set_tuning_effort(orders.effort);
  kw::set_fast_memory(orders.fast_memory);
}

int running_entry = kNoEntry;

void forget_deeds() {  // made by this program, not by kernels
  (void)kw::runtime::take_largest_request();
  (void)kw::runtime::take_stream_steps();
  (void)kw::runtime::take_traffic();
  (void)kw::runtime::take_found();
  kw::runtime::hooks().launches = 0;
}

/// \param request from the arguments on
call_deeds make_call(const call_orders& orders, const std::vector<memory_range>& ranges,
                     const worker_memory& memory, const message& request, message& result) {
  if (orders.entry < kNoEntry || orders.entry >= entry_count) {
    throw kw::error("the judge asks for a function that this worker does not have");
  }
  call_deeds done;
  done.end = call_end::returned;
  if (orders.entry == kNoEntry) {
    the_mirrors().run_nothing();
    return done;
  }
  the_mirrors().begin(ranges, memory.base);
  forget_deeds();
  running_entry = orders.entry;
  call_entry(orders, request, result);
  done.asked_for = kw::runtime::take_largest_request();
  done.stream_steps = kw::runtime::take_stream_steps();
  done.moved = kw::runtime::take_traffic();
  // Autotune switches checks while it measures, so a jump out of it leaves them as they were then.
  if (kw::runtime::hooks().launches != 0 || kw::checks_enabled() != orders.checks) {
    throw kw::error("it returned, but a launch had not come to its end, so it was not checked");
  }
  the_mirrors().finish();
  return done;
}

/// The spaces that autotune has looked at since this was last asked.
std::vector<kw::tuning> new_tunings() {
  static std::size_t known = 0;
  std::vector<kw::tuning> spaces = kw::tunings();
  known = std::min(known, spaces.size());
  spaces.erase(spaces.begin(), spaces.begin() + static_cast<std::ptrdiff_t>(known));
  known += spaces.size();
  return spaces;
}

message answer_call(message& request, worker_memory& memory) {
  const auto orders = request.take<call_orders>();
  const auto ranges = request.take<std::vector<memory_range>>();
  if (!orders.prepared) {
    memory.prepare(ranges, request);
  }
  note_as_ordered(orders);
  const bool shown = orders.host_reads && memory.split;
  if (shown) {
    split_memory::instance().show();
  }
  const kw::base::at_end hidden([&] {
    if (shown) {
      split_memory::instance().hide();
    }
  });
  call_deeds done;
  std::string text;
  message result;
  try {
    done = make_call(orders, ranges, memory, request, result);
  } catch (const std::exception& problem) {
    text = problem.what();
  } catch (...) {
    text = "something other than a std::exception was thrown";
  }
  if (done.end == call_end::threw) {
    result = {};
    done.end = the_mirrors().usable() ? done.end : call_end::gpu_failed;
  }
  std::fflush(stdout);
  message answer;
  answer.put(done);
  answer.put(text);
  put_findings(answer, kw::take_findings());
  put_tunings(answer, new_tunings());
  put_allocations(answer, -memory.shift());
  answer.put_bytes(result.bytes().data(), result.bytes().size());
  return answer;
}

}  // namespace

void* kw::remote::local_address(void* data) {
  return the_mirrors().on_gpu(data);
}

void kw::remote::require_found(const tuned& told) {
  const std::vector<tuned> found = runtime::take_found();
  if (found.empty()) {
    throw error("it reports a choice without a call of autotune. Return what autotune returns");
  }
  if (std::find(found.begin(), found.end(), told) == found.end()) {
    throw error(std::string(entries[running_entry].name) +
                ": it reports a choice that autotune did not make in this call. Return what "
                "autotune returns");
  }
}

int main() {
  kw::runtime::hooks().judged = true;
  kw::runtime::hooks().always_guards = true;  // so no loop can take a kernel's place to be measured
  the_mirrors().start();
  message hello;
  hello.put(kHello);
  hello.put(entry_count);
  send_all(hello);
  message setup = receive();
  const auto base = setup.take<std::uint64_t>();
  const auto size = setup.take<std::uint64_t>();
  worker_memory memory;
  memory.split = setup.take<bool>();
  if (!memory.attach(base, size)) {
    return 3;  // the address is taken; the judge starts another worker
  }
  kw::collect_findings(true);
  while (true) {
    message request = receive();
    const auto kind = request.take<request_kind>();
    if (kind == request_kind::prepare) {
      memory.prepare(request.take<std::vector<memory_range>>(), request);
      send_all({});
    } else if (kind == request_kind::lend) {
      send_all(take_lent(request));
    } else if (kind != request_kind::last_writer) {
      send_all(answer_call(request, memory));
    } else {
      message answer;
      answer.put(memory.last_writer(reinterpret_cast<const void*>(request.take<std::uint64_t>())));
      send_all(answer);
    }
  }
}
