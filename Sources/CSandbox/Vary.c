/* What differs between two builds of the same sources and only a process inside can set. */
#include "Private.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The next process ID of the namespace is one more (proc_sys_kernel(5), ns_last_pid). Where it
   cannot be set, the observation shows that it was not. */
static void set_last_process(int number) {
  char text[12];
  size_t start = sizeof text;
  do text[--start] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  int descriptor = open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ssize_t ignored = write(descriptor, text + start, sizeof text - start);
  (void)ignored;
  close(descriptor);
}

int csandbox_vary_namespaces(const struct csandbox_plan *plan) {
  if (plan->hostname != NULL && sethostname(plan->hostname, strlen(plan->hostname)) != 0)
    return -errno;
  if (plan->domain != NULL && setdomainname(plan->domain, strlen(plan->domain)) != 0)
    return -errno;
  for (size_t i = 0; plan->bound_targets[i] != NULL; i++)
    if (
      mount(plan->bound_sources[i], plan->bound_targets[i], NULL, MS_BIND, NULL) == 0 &&
      plan->observation != NULL)
      plan->observation->bound_files++;
  if (plan->last_process > 0) set_last_process(plan->last_process);
  return 0;
}

/* The set for sched_setaffinity(2), for up to 8192 processors. */
struct processors {
  unsigned char bits[1024];
};

static int count_processors(struct processors *set) {
  memset(set, 0, sizeof *set);
  if (sched_getaffinity(0, sizeof *set, (cpu_set_t *)(void *)set) != 0) return 0;
  int count = 0;
  for (size_t i = 0; i < sizeof set->bits; i++) count += __builtin_popcount(set->bits[i]);
  return count;
}

int csandbox_processor_count(void) {
  struct processors set;
  return count_processors(&set);
}

/* Takes processors out of the set, the last first, until `wanted` are left. */
static void limit_processors(int wanted) {
  struct processors set;
  int count = count_processors(&set);
  for (size_t bit = sizeof set.bits * 8; bit-- > 0 && count > wanted;) {
    unsigned char mask = (unsigned char)(1U << bit % 8);
    if ((set.bits[bit / 8] & mask) == 0) continue;
    set.bits[bit / 8] &= (unsigned char)~mask;
    count--;
  }
  sched_setaffinity(0, sizeof set, (const cpu_set_t *)(const void *)&set);
}

static void observe(struct csandbox_observation *observation) {
  struct processors set;
  observation->process = getpid();
  observation->user = (int32_t)getuid();
  observation->processors = count_processors(&set);
  mode_t mask = umask(0);
  umask(mask);
  observation->file_creation_mask = (int32_t)mask;
  observation->personality = (uint32_t)personality(0xffffffff);
  struct utsname names;
  if (uname(&names) == 0) {
    memcpy(observation->hostname, names.nodename, sizeof observation->hostname);
    memcpy(observation->domain, names.domainname, sizeof observation->domain);
    memcpy(observation->release, names.release, sizeof observation->release);
  }
  observation->is_made = 1;
}

void csandbox_vary_process(const struct csandbox_plan *plan) {
  if (plan->file_creation_mask >= 0) umask((mode_t)plan->file_creation_mask);
  if (plan->processors > 0) limit_processors(plan->processors);
  if (plan->personality != 0) personality((unsigned long)personality(0xffffffff) | plan->personality);
  if (plan->observation != NULL) observe(plan->observation);
}
#endif
