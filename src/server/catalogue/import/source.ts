// Where an import reads from: a file, or an address that cannot hang, lead elsewhere or fill the memory.
import { readFile, stat } from 'node:fs/promises'
import type { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../../http/bounded-request.ts'

/** The largest file of the public list, all wears of all skins in one language, has about a third of this. */
const BYTES_MAX = 96 * 1024 * 1024
const TIME_MAX_MS = 60_000

/** A place could not be read, or what is there is not what it should be. The message names the place, and where in it. */
export class ImportFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ImportFailed'
  }
}

/** True for an address rather than a file. */
function isAddress(place: string): boolean {
  return /^[a-z]+:\/\//i.test(place)
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether nobody can change what an address answers on its way: https, or http to this machine alone. */
export function isSafe(place: string): boolean {
  const url = URL.canParse(place) ? new URL(place) : undefined
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/** Throws ImportFailed for an address that is not safe. */
export function assertSafe(place: string): void {
  if (isSafe(place)) return
  throw new ImportFailed(
    `${place} is no https address: only those are asked, because others can be changed on their way.`,
  )
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
 * Reads a place as text.
 *
 * @param fetch `globalThis.fetch` fits
 * @param timeMs within which an address has to have answered
 * @throws ImportFailed naming the place and what is wrong with it
 */
export function readText(place: string, fetch: Fetch, timeMs = TIME_MAX_MS): Promise<string> {
  return isAddress(place) ? fromAddress(place, fetch, timeMs) : fromFile(place)
}

/** Line and column of the end of a text. */
function endOf(text: string): string {
  const lines = text.split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

function parse(place: string, text: string): unknown {
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
 * Reads a place as JSON of a shape.
 *
 * @param fetch `globalThis.fetch` fits
 * @param timeMs within which an address has to have answered
 * @throws ImportFailed naming the place, and the line and column or the path where it is wrong
 */
export async function readSource<Shape extends z.ZodType>(
  place: string,
  shape: Shape,
  fetch: Fetch,
  timeMs = TIME_MAX_MS,
): Promise<z.infer<Shape>> {
  const result = shape.safeParse(parse(place, await readText(place, fetch, timeMs)))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = `/${issue?.path.map(String).join('/') ?? ''}`
  throw new ImportFailed(`${place} has another shape than it should at ${path}: ${issue?.message ?? 'unknown'}.`)
}
