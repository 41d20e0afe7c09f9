// What every answer to an attack has to be, and how the attackers of a run are repeated.
import fc from 'fast-check'
import { expect } from 'vitest'
import { SITE_URL } from './site.ts'

/** Text that only a stack, a database or the machine itself would say. */
const INSIDES =
  /\bat \S+ \(|node:internal|node_modules|\.ts:\d+|\bselect .+ from |\binsert into |violates|\/(home|work|root|tmp|var|usr)\/\w/i

const BOUND_MS = 10_000

/** What an attack is drawn from; the same number brings the same attacks again. */
const seed = Number(process.env.FUZZ_SEED ?? Math.trunc(Math.random() * 2 ** 31))

/** Settings of a run of fast-check, whose failures name the seed; said at the start too, for what ends the process. */
export function attacks(numRuns: number): fc.Parameters<unknown> {
  const times = Number(process.env.FUZZ_TIMES ?? 1)
  return { seed, numRuns: numRuns * times, endOnFailure: true }
}

/** Says how to have the same attacks again. */
export function saySeed(): void {
  process.stdout.write(`attacks drawn from FUZZ_SEED=${seed}\n`)
}

export interface Met {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** No fault of ours, nothing of our insides, and no way to another site. */
export function expectTame({ status, headers, text }: Met, what: string, own: readonly string[] = [SITE_URL]): void {
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(status, `${what}\n${text.slice(0, 300)}`).toBeLessThan(500)
  expect(`${JSON.stringify(headers)}\n${text}`, what).not.toMatch(INSIDES)
  const { location } = headers
  if (location === undefined) return
  expect(String(location), what).toMatch(/^(https?:\/\/|\/(?![/\\]))[\x21-\x7e]*$/)
  expect(own, what).toContain(new URL(String(location), SITE_URL).origin)
}

/** Fails what has not answered in ten seconds. */
export async function inTime<T>(answer: Promise<T>, what: string): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const late = setTimeout(() => reject(new Error(`no answer within ${BOUND_MS} ms: ${what}`)), BOUND_MS)
  answer.then(resolve, reject)
  return promise.finally(() => clearTimeout(late))
}

/** Pieces that parsers of addresses have stumbled over. */
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

/** A text of awkward pieces and ordinary ones. */
export const awkwardText: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...AWKWARD) }, fc.string({ maxLength: 12 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
