// Errors that a person has to correct: in a setting, a file, a database or a port. They are printed without a stack.

/** An error that an operator can fix. Its message says which setting or file, what was tried, and what to do. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'OperatorError'
  }
}

/** What a code of the operating system says about a file, and what to do. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full. Free space there, then try again',
  EDQUOT: 'the quota of this user is used up. Free space there, then try again',
  EROFS: 'its file system is read-only. Mount it with write access, or choose another place',
  EACCES: 'this user has no right to it. Change its owner or its mode, or choose another place',
  EPERM: 'this user has no right to it. Change its owner or its mode, or choose another place',
  EISDIR: 'it is a directory, and a file is expected. Move it away, or name a file',
  ENOTDIR: 'it is below a file, and a directory is expected. Move the file away, or name a directory',
  EEXIST: 'it is a file, and a directory is expected. Move the file away, or name a directory',
  ENOENT: 'it does not exist',
  EMFILE: 'this process has too many files open. Raise the limit (ulimit -n, or LimitNOFILE of systemd)',
  ENFILE: 'this machine has too many files open. Raise its limit (sysctl fs.file-max)',
}

/** Returns the code of the operating system or of Node on an error; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * Returns what an error about a file means and what to do, without a full stop; undefined for any other error.
 *
 * @example fileReason(error) // 'its disk is full. Free space there, then try again'
 */
export function fileReason(error: unknown): string | undefined {
  return FILE_REASONS[codeOf(error) ?? '']
}

/** Returns the path that an error of a file names. */
function pathOf(error: Error): string | undefined {
  return 'path' in error && typeof error.path === 'string' ? error.path : undefined
}

/**
 * Returns the message for the operator of any error: its own, or that of a file or a full disk behind it.
 *
 * @returns undefined for an error that no operator can fix: a bug, which shows its stack
 */
export function operatorMessage(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  for (let at = error; at instanceof Error; at = at.cause) {
    const reason = fileReason(at)
    const path = pathOf(at)
    if (reason !== undefined && path !== undefined) return `${path} cannot be used: ${reason}.`
    if (codeOf(at) === 'ENOSPC') return 'A disk is full. Free space there, then try again.'
  }
  return undefined
}
