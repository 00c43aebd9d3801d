#include "common/judge/worker_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/process_usage.hpp"

namespace kw::remote {
namespace {

constexpr std::size_t kKeptOutput = 16384;
constexpr double kLookSeconds = 0.04;
constexpr double kClockFactor = 6;  // times a call's processor time: for programs that only sleep

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string in_words(const worker_failure& failure) {
  const std::string text(sentence_about(failure.kind));
  return failure.kind == failure_kind::crashed ? text + std::to_string(failure.signal)
         : failure.kind == failure_kind::ended ? text + std::to_string(failure.exit_code)
                                               : text;
}

bool worker_process::launch() {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    throw error(std::string("cannot make a socket for the worker: ") + std::strerror(errno));
  }
  socket_ = sockets[0];
  fcntl(socket_, F_SETFL, O_NONBLOCK);
  base::start_request request;
  request.command = options_.command;
  static_assert(kSocketDescriptor == 3 && kMemoryDescriptor == 4);
  request.descriptors = {sockets[1], sees_twin_ ? memory_.twin_descriptor() : memory_.descriptor()};
  static_assert(kStartDescriptor == 5);
  request.reports_ready = true;
  try {
    process_ = base::child_process(request);
  } catch (const base::machine_error&) {  // then it does not run
  }
  close(sockets[1]);
  printed_ = 0;
  ++starts_;
  killed_before_ = base::killed_for_memory();
  return process_.running();
}

bool worker_process::start(int functions, worker_failure& why) {
  constexpr int kMostTries = 3;  // if an address is taken, the next try uses another one
  for (int tries = 0; tries < kMostTries; ++tries) {
    message hello;
    if (!launch()) {
      stop();
      why = {failure_kind::no_sandbox, 0, 0};
      return false;
    }
    if (!send_and_receive({}, options_.start_seconds, hello, why)) {
      if (options_.reports_start && !process_.reported()) {
        why = {failure_kind::no_sandbox, 0, 0};
        return false;
      }
      const bool on_its_own = why.kind == failure_kind::ended || why.kind == failure_kind::crashed;
      why.kind = on_its_own ? failure_kind::not_started : why.kind;
      return false;
    }
    try {
      if (hello.take<std::uint32_t>() == kHello && hello.take<int>() == functions) {
        message setup;
        setup.put(memory_.base());
        setup.put(memory_.size());
        setup.put(splits_memory_);
        const std::string frame = framed(setup);
        if (send(socket_, frame.data(), frame.size(), MSG_NOSIGNAL) ==
            static_cast<ssize_t>(frame.size())) {
          return true;
        }
      }
    } catch (const error&) {
      // its answer was not a greeting
    }
    stop();
  }
  why = {failure_kind::nonsense, 0, 0};
  return false;
}

bool worker_process::ask(const message& request, message& answer, worker_failure& why,
                         const std::vector<int>& descriptors) {
  to_pass_ = descriptors;
  return send_and_receive(framed(request), options_.call_seconds, answer, why);
}

bool worker_process::send_and_receive(const std::string& bytes, double seconds, message& answer,
                                      worker_failure& why) {
  const bool answered = exchange(bytes, seconds, answer, why);
  spent_seconds_ += now() - call_started_;
  return answered;
}

void worker_process::signal_family(int signal) const {
  for (const pid_t id : family_) {
    (void)::kill(id, signal);
  }
}

/// The first thread that meets the signal stops the others, which takes some microseconds, or long
/// where many processes wait for a core. One that is alone does nothing before it stops.
void worker_process::wait_until_frozen() {
  const double until = now() + 0.1;
  const std::vector<pid_t> all = base::processes_of_tree(process_.id());
  for (const pid_t id : all) {
    const bool sandbox = id == process_.id() && all.size() > 1;
    if (!sandbox && std::find(family_.begin(), family_.end(), id) == family_.end()) {
      (void)::kill(id, SIGSTOP);  // it was not there when the call began
      family_.push_back(id);
    }
    while (!sandbox && base::threads_of(id) > 1 && base::is_running(id) && now() < until) {
    }
  }
}

/// By all threads of its processes, those that have ended included.
double worker_process::computed_seconds() const {
  return std::accumulate(family_.begin(), family_.end(), 0.0,
                         [](double sum, pid_t id) { return sum + base::computed_seconds_of(id); });
}

void worker_process::find_family() {
  family_ = base::processes_of_tree(process_.id());
  // The first is the sandbox itself, whose end the judge waits for; without a sandbox, it is the
  // worker.
  if (family_.size() > 1) {
    family_.erase(family_.begin());
  }
}

bool worker_process::exchange(const std::string& bytes, double seconds, message& answer,
                              worker_failure& why) {
  if (family_.empty() && !bytes.empty()) {  // until its greeting, the sandbox may be all there is
    find_family();
  }
  call_started_ = last_look_ = now();
  cpu_at_start_.reset();
  std::string received;
  std::size_t sent = 0;
  const double computed = counts_all_threads_ ? computed_seconds() : 0;
  const double asked = now();
  signal_family(SIGCONT);  // not before: a thread that it started could work without being timed
  while (true) {
    pollfd watched[2] = {
        {socket_, static_cast<short>(POLLIN | (sent < bytes.size() ? POLLOUT : 0)), 0},
        {process_.output(), POLLIN, 0}};
    poll(watched, 2, 20);
    read_output();
    if (sent < bytes.size()) {
      send_some(bytes, sent);
    }
    bool complete = false;
    if (!read_frame(received, answer, complete)) {
      end_of_worker(why);
      return false;
    }
    if (complete && bytes.empty()) {
      return true;  // its greeting: there are no data yet
    }
    if (complete) {
      signal_family(SIGSTOP);  // or one of its threads could go on while the judge copies
      answer_seconds_ = now() - asked;
      wait_until_frozen();
      if (counts_all_threads_) {
        answer_seconds_ = std::max(answer_seconds_, computed_seconds() - computed);
      }
      read_output();
      return true;
    }
    if (over_limit(seconds, why)) {
      stop();
      return false;
    }
  }
}

/// Sends what the socket takes of the bytes from `sent` on, and with the first of them the
/// descriptors.
void worker_process::send_some(const std::string& bytes, std::size_t& sent) {
  iovec piece{const_cast<char*>(bytes.data()) + sent, bytes.size() - sent};
  msghdr header{};
  header.msg_iov = &piece;
  header.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(kMostLent * sizeof(int))] = {};
  const std::size_t passed = to_pass_.size() * sizeof(int);
  if (!to_pass_.empty()) {
    header.msg_control = control;
    header.msg_controllen = CMSG_SPACE(passed);
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(passed);
    std::memcpy(CMSG_DATA(rights), to_pass_.data(), passed);
  }
  const ssize_t put = sendmsg(socket_, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (put > 0) {
    sent += static_cast<std::size_t>(put);
    to_pass_.clear();
  }
}

// \returns false when the worker hung up. Nothing may follow a frame: it only answers requests.
bool worker_process::read_frame(std::string& buffer, message& answer, bool& complete) {
  char chunk[65536];
  while (true) {
    const ssize_t got = recv(socket_, chunk, sizeof chunk, MSG_DONTWAIT);
    if (got < 0) {
      return errno == EAGAIN || errno == EINTR;
    }
    if (got == 0) {
      return false;
    }
    buffer.append(chunk, static_cast<std::size_t>(got));
    std::uint32_t length = 0;
    if (buffer.size() < sizeof length) {
      continue;
    }
    std::memcpy(&length, buffer.data(), sizeof length);
    if (length > kLongestFrame || buffer.size() > length + sizeof length) {
      return false;
    }
    if (buffer.size() == length + sizeof length) {
      answer = message(buffer.substr(sizeof length));
      complete = true;
      return true;
    }
  }
}

void worker_process::read_output() {
  std::string piece;
  // A flood must not keep the limits from being looked at.
  for (int round = 0; round < 64 && process_.read_output(piece); ++round) {
    printed_ += piece.size();
    kept_.append(piece, 0, kKeptOutput - std::min(kKeptOutput, kept_.size()));
    piece.clear();
  }
}

bool worker_process::over_limit(double seconds, worker_failure& why) {
  if (printed_ > options_.output_bytes) {
    why = {failure_kind::output, 0, 0};
    return true;
  }
  const double time = now();
  if (time - last_look_ < kLookSeconds) {
    return false;
  }
  last_look_ = time;
  const base::process_usage usage = base::usage_of_tree(process_.id());
  const std::int64_t data = memory_.bytes_in_use();
  if (usage.resident_bytes > options_.memory_bytes + data ||
      memory_.bytes_taken() > options_.memory_bytes + 2 * data) {
    why = {failure_kind::memory, 0, 0};
    return true;
  }
  // It has as many as it may, the sandbox's own included.
  if (usage.processes >= options_.processes) {
    why = {failure_kind::processes, 0, 0};
    return true;
  }
  const double took = time - call_started_;
  // Most calls return before the first look, and looking costs more than they do. What a call uses
  // until then is not counted.
  if (usage.cpu_seconds - cpu_at_start_.value_or(usage.cpu_seconds) > seconds) {
    why = {failure_kind::hung, 0, 0};
  } else if (took > kClockFactor * seconds) {
    why = {failure_kind::waited, 0, 0};
  } else if (spent_seconds_ + took > options_.task_seconds) {
    why = {failure_kind::out_of_time, 0, 0};
  } else {
    cpu_at_start_ = cpu_at_start_.value_or(usage.cpu_seconds);
    return false;
  }
  return true;
}

// It hung up: because it ended, or while still alive, which is just as bad.
void worker_process::end_of_worker(worker_failure& why) {
  std::optional<int> ended;
  for (int wait = 0; wait < 100 && !(ended = process_.ended()); ++wait) {
    poll(nullptr, 0, 10);
    read_output();
  }
  read_output();
  stop();
  if (!ended) {
    why = {failure_kind::nonsense, 0, 0};
    return;
  }
  const int status = *ended;
  const int code = WEXITSTATUS(status);
  const int signal = WIFSIGNALED(status)             ? WTERMSIG(status)
                     : code > 128 && code < 128 + 65 ? code - 128  // as shells and sandboxes say it
                                                     : 0;
  if (signal == SIGKILL && base::killed_for_memory() > killed_before_) {
    why = {failure_kind::machine_memory, 0, 0};
  } else if (signal != 0) {
    why = {failure_kind::crashed, signal, 0};
  } else {
    why = {failure_kind::ended, 0, code};
  }
}

void worker_process::stop() {
  process_.stop();
  family_.clear();
  if (socket_ >= 0) {
    close(socket_);
    socket_ = -1;
  }
}

std::string worker_process::take_output() {
  return std::exchange(kept_, {});
}

}  // namespace kw::remote
