// The author of a change of the shop's data, which is stored and logged with it.
import { hostname, userInfo } from 'node:os'

/** Returns the user of this process and its machine: `anna@shop1`. A user without a name has its number. */
export function osUser(): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return `${process.getuid?.() ?? 'unknown'}@${hostname()}`
  }
}

/** Returns the author of a change that a running site found in its files. */
export function fileChange(): string {
  return `file change at ${hostname()}`
}

/** Returns the author of a change that a site found in its files when it started. */
export function siteStart(): string {
  return `start at ${hostname()}`
}
