// What code under test logs as errors and warnings. Each test takes what it expects; a line that no test takes fails it, so that the output
// of the tests has faults only.
import { format } from 'node:util'

/** Shared by all copies of this module: test files reload their modules. */
const LINES = Symbol.for('spacedrop.logged-lines')
const METHODS = ['error', 'warn'] as const

const found: unknown = Reflect.get(globalThis, LINES)
const lines: string[] = Array.isArray(found) ? found : []

/** Collects errors and warnings of this process instead of printing them. */
export function collectLines(): void {
  Reflect.set(globalThis, LINES, lines)
  for (const method of METHODS) console[method] = (...values: unknown[]) => void lines.push(format(...values))
}

/** Returns the lines that were logged since the last call. */
export function takeLoggedLines(): string[] {
  return lines.splice(0)
}
