// Errors that repeat are logged once a minute: fifteen jobs that each say every second that the database is away hide what else is wrong.

const AGAIN_MS = 60_000

/** Errors that are told apart; the one that was logged the longest time ago is forgotten first. */
const ENTRIES_MOST = 100

export interface ErrorLog {
  error(fields: object, message: string): void
}

interface LogEntry {
  readonly loggedAt: number
  readonly repeated: number
}

/** What makes two errors the same: the message, the error's own, and the other fields. */
function keyOf(fields: object, message: string): string {
  const { err, ...rest } = fields as { readonly err?: unknown }
  return JSON.stringify([message, err === undefined ? null : String(err), rest])
}

/** Returns a log that writes each new error at once, and one that repeats once a minute, with `repeated`: how many were left out. */
export function logRepeatedOnce(log: ErrorLog): ErrorLog {
  const entries = new Map<string, LogEntry>()
  return {
    error: (fields, message) => {
      const key = keyOf(fields, message)
      const before = entries.get(key)
      const at = performance.now()
      if (before !== undefined && at - before.loggedAt < AGAIN_MS) {
        entries.set(key, { ...before, repeated: before.repeated + 1 })
        return
      }
      entries.delete(key)
      entries.set(key, { loggedAt: at, repeated: 0 })
      const [oldest] = entries.keys()
      if (entries.size > ENTRIES_MOST && oldest !== undefined) entries.delete(oldest)
      const repeated = before?.repeated ?? 0
      log.error(repeated === 0 ? fields : { ...fields, repeated }, message)
    },
  }
}
