// The requirements for every response to an attack, and how to repeat the attacks of a run.
import fc from 'fast-check'
import { expect } from 'vitest'
import { SITE_URL } from '../sites/site.ts'

/** Text that only a stack, a database or the machine itself contains. */
const INTERNALS =
  /\bat \S+ \(|node:internal|node_modules|\.ts:\d+|\bselect .+ from |\binsert into |violates|\/(home|work|root|tmp|var|usr)\/\w/i

const BOUND_MS = 10_000

/** The seed of the attacks; the same seed repeats them. */
const seed = Number(process.env.FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31))

/**
 * Settings of a run of fast-check, whose failures name the seed; it is printed at the start too, for crashes of the
 * process.
 */
export function attacks(numRuns: number): fc.Parameters<unknown> {
  const times = Number(process.env.FUZZ_TIMES ?? 1)
  return { seed, numRuns: numRuns * times, endOnFailure: true }
}

/** Explains how to repeat the attacks. */
export function printSeed(): void {
  process.stdout.write(`attacks drawn from FUZZ_SEED=${seed}\n`)
}

export interface AttackResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Expects no fault, no internals, and no redirect to another site. */
export function expectHarmless(
  { status, headers, text }: AttackResponse,
  what: string,
  own: readonly string[] = [SITE_URL],
): void {
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(status, `${what}\n${text.slice(0, 300)}`).toBeLessThan(500)
  expect(`${JSON.stringify(headers)}\n${text}`, what).not.toMatch(INTERNALS)
  const { location } = headers
  if (location === undefined) return
  expect(String(location), what).toMatch(/^(https?:\/\/|\/(?![/\\]))[\x21-\x7e]*$/)
  expect(own, what).toContain(new URL(String(location), SITE_URL).origin)
}

/** Fails when there is no response within ten seconds. */
export async function inTime<T>(answer: Promise<T>, what: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = setTimeout(() => reject(new Error(`no answer within ${BOUND_MS} ms: ${what}`)), BOUND_MS)
  answer.then(resolve, reject)
  return promise.finally(() => clearTimeout(late))
}

/** Fragments that address parsers often mishandle. */
export const AWKWARD = [
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https://evil.example',
  '///evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  '%2f%2fevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '/@evil.example',
  '//evil.example/%2e%2e',
  '%0d%0aset-cookie:x=1',
  '\r\nlocation: https://evil.example',
  '%E5%98%8A%E5%98%8Dlocation:x',
  '..',
  '../',
  '..%2f',
  '..%252f',
  '%2e%2e/',
  '..%5c',
  '%c0%af',
  '%e0%80%af',
  '%c0%ae%c0%ae/',
  '%00',
  '%2500',
  '%',
  '%zz',
  '%ff',
  '%u002f',
  ';',
  '?',
  '#',
  '&',
  '=',
  'etc/passwd',
  'package.json',
  '.env',
  '.git/config',
  'src/server/main.ts',
  'windows/win.ini',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
  '9'.repeat(40),
  'NaN',
  '💥',
  '\u0000',
  '\ud800',
  "'",
  '"',
  '<script>',
  '#{7*7}',
  '{{7*7}}',
  'a'.repeat(3000),
] as const

/** A text of such fragments and ordinary ones. */
export const awkwardText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...AWKWARD) }, fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
