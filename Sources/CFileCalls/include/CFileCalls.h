#ifndef CFILECALLS_H
#define CFILECALLS_H

// System calls that Swift does not see: on Linux they hide behind _GNU_SOURCE or have no wrapper.
// Each returns what the call returns and leaves errno, ENOSYS or ENOTSUP where there is no such
// call. Nothing here decides anything.

/// Opens `path` below `directory` and fails with ELOOP if any component is a symbolic link, in one
/// call. ENOSYS where the system cannot; then the caller walks the components.
int file_calls_open_beneath(int directory, const char *path, int flags, unsigned mode);

/// Renames and fails with EEXIST if the new name is taken.
int file_calls_rename_exclusively(int from, const char *old_name, int to, const char *new_name);

/// Gives each of two names what the other had, as one step.
int file_calls_exchange(int a, const char *a_name, int b, const char *b_name);

/// Opens a file that has no name and vanishes with its last descriptor.
int file_calls_open_unnamed(int directory, unsigned mode);

/// Gives a name to a file from `file_calls_open_unnamed`; EEXIST if the name is taken.
int file_calls_link_unnamed(int file, int directory, const char *name);

/// Gives one open folder the mode, owner, times and extended attributes of another.
int file_calls_copy_attributes(int from, int to);

/// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT, where nobody else handles them, first remove the
/// files "1" to "count" in `directory`, and it itself, which has this name in `parent`. One folder at
/// a time.
void file_calls_interrupt_remove(int directory, int parent, const char *name, int count);

/// Ends that for this folder.
void file_calls_interrupt_forget(int directory);

/// A handler that notes the signal and sends every child SIGTERM; SIGKILL when one was noted before.
void file_calls_note_interrupt(int number);

/// The last signal that was noted, 0 for none.
int file_calls_noted_interrupt(void);

/// Raises the last signal that was noted, if there is one, in this thread; none is noted afterwards.
void file_calls_raise_noted_interrupt(void);

/// From now on the handler passes signals on to this process, or to the group of this negated number.
/// Its place, for the removal; -1 when all are taken.
int file_calls_add_child(int child);

/// Ends that.
void file_calls_remove_child(int slot);

/// Whether the signal is ignored now.
int file_calls_ignores(int number);

/// Flushes the file system of the folder to the disk, where there is such a call.
void file_calls_flush_file_system(int directory);

#endif
