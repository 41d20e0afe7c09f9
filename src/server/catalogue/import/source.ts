// Reads the source of an import: a file, or an address with limits of time and size and without redirects.
import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../../network/bounded-request.ts'
import { isSafeAddress } from '../../network/safe-address.ts'

/** The largest file of the public list, all wears of all skins in one language, is about a third of it. */
const BYTES_MAX = 96 * 1024 * 1024
const TIME_MAX_MS = 60_000

/** A source could not be read, or does not fit its schema. The message names the source, and the place in it. */
export class ImportFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportFailed'
  }
}

/** Returns true for an address, false for a file. */
function isAddress(place: string): boolean {
  return /^[a-z]+:\/\//i.test(place)
}

/** @throws ImportFailed for an address whose response could be changed in transit */
export function assertSafe(place: string): void {
  if (isSafeAddress(place)) return
  throw new ImportFailed(`${place} is no https address: responses of others can be changed in transit.`)
}

async function fromAddress(place: string, fetch: Fetch, timeMs: number): Promise<string> {
  assertSafe(place)
  try {
    const limits = { deadline: AbortSignal.timeout(timeMs), bytesMax: BYTES_MAX }
    const { status, location, text } = await requestText(
      fetch,
      place,
      { headers: { accept: 'application/json' } },
      limits,
    )
    if (location !== null)
      throw new ImportFailed(`${place} leads elsewhere, to ${location}: give that address if you trust it.`)
    if (status !== 200) throw new ImportFailed(`${place} answered ${status}.`)
    return text
  } catch (error) {
    if (error instanceof RequestFailed && error.cause instanceof ImportFailed) throw error.cause
    if (!(error instanceof RequestFailed)) throw error
    throw new ImportFailed(`${place} could not be read: ${error.message}.`)
  }
}

async function fromFile(place: string): Promise<string> {
  try {
    const { size } = await stat(place)
    if (size > BYTES_MAX) throw new ImportFailed(`${place} is longer than ${BYTES_MAX} bytes.`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(place))
  } catch (error) {
    if (error instanceof ImportFailed || !(error instanceof Error && 'code' in error)) throw error
    const reason = error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : String(error.code)
    throw new ImportFailed(`${place} could not be read: ${reason === 'ENOENT' ? 'there is no such file' : reason}.`)
  }
}

/**
 * Reads a source as text.
 *
 * @param fetch `globalThis.fetch` fits
 * @param timeMs the limit for the response of an address
 * @throws ImportFailed naming the source and what is wrong with it
 */
export function readText(place: string, fetch: Fetch, timeMs = TIME_MAX_MS): Promise<string> {
  return isAddress(place) ? fromAddress(place, fetch, timeMs) : fromFile(place)
}

/** Returns the line and column of the end of a text. */
function endOf(text: string): string {
  const lines = text.split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/**
 * Parses a source as JSON.
 *
 * @throws ImportFailed naming the source, and the line and column where it breaks off
 */
export function parseText(place: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const at = /line (\d+) column (\d+)/.exec(error.message)
    const where = at === null ? endOf(text) : `line ${at[1]}, column ${at[2]}`
    throw new ImportFailed(`${place} breaks off or is no JSON at ${where}: ${error.message.split(' in JSON')[0]}.`)
  }
}

/**
 * Reads a source as JSON, and parses it by a schema.
 *
 * @param fetch `globalThis.fetch` fits
 * @param timeMs the limit for the response of an address
 * @throws ImportFailed naming the source, and the line and column or the path of the mistake
 */
export async function readSource<Shape extends z.ZodType>(
  place: string,
  shape: Shape,
  fetch: Fetch,
  timeMs = TIME_MAX_MS,
): Promise<z.infer<Shape>> {
  const result = shape.safeParse(parseText(place, await readText(place, fetch, timeMs)))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = `/${issue?.path.map(String).join('/') ?? ''}`
  throw new ImportFailed(`${place} has another shape than it should at ${path}: ${issue?.message ?? 'unknown'}.`)
}
