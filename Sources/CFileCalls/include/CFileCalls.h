#ifndef CFILECALLS_H
#define CFILECALLS_H

// System calls that Swift cannot import: on Linux they need _GNU_SOURCE or have no wrapper.
// Each returns what the call returns and sets errno; ENOSYS or ENOTSUP where there is no such call.

/// Opens `path` below `directory` and fails with ELOOP if any component is a symbolic link, in one
/// call. ENOSYS where the system lacks that call; the caller then opens one component at a time.
int file_calls_open_beneath(int directory, const char *path, int flags, unsigned mode);

/// Renames and fails with EEXIST if the new name is taken.
int file_calls_rename_exclusively(int from, const char *old_name, int to, const char *new_name);

/// Exchanges two names atomically.
int file_calls_exchange(int a, const char *a_name, int b, const char *b_name);

/// Opens a file that has no name and vanishes with its last descriptor.
int file_calls_open_unnamed(int directory, unsigned mode);

/// Gives a name to a file from `file_calls_open_unnamed`; EEXIST if the name is taken.
int file_calls_link_unnamed(int file, int directory, const char *name);

/// Gives one open folder the mode, owner, times and extended attributes of another.
int file_calls_copy_attributes(int from, int to);

/// Makes SIGINT, SIGTERM, SIGHUP and SIGQUIT, unless they are handled otherwise, first remove the
/// files "1" to "count" in `directory`, and then the directory itself, which has this name in
/// `parent`. One directory at a time.
void file_calls_interrupt_remove(int directory, int parent, const char *name, int count);

/// Undoes that for this directory.
void file_calls_interrupt_forget(int directory);

/// A handler that notes the signal and sends every child SIGTERM, or SIGKILL from the second on.
void file_calls_note_interrupt(int number);

/// The last signal that was noted, 0 for none.
int file_calls_noted_interrupt(void);

/// Raises the last signal that was noted, if any, in this thread, and clears it.
void file_calls_raise_noted_interrupt(void);

/// Makes the handler pass signals on to this process, or to the group of this negated number.
/// Returns its slot, for the removal; -1 when all are taken.
int file_calls_add_child(int child);

/// Frees the slot.
void file_calls_remove_child(int slot);

/// Whether the signal is ignored now.
int file_calls_ignores(int number);

/// Flushes the file system of the folder to the disk. Returns 1 where everything that was written since
/// the folder was opened is there, 0 where that is not known, -1 where it is not.
int file_calls_flush_file_system(int directory);

/// Whether the folder is on a file system of this machine that gives a file another time of its last
/// change (st_ctime) at every change: no network file system, no FUSE, no FAT.
int file_calls_has_change_times(int directory);

#endif
