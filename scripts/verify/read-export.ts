// Parses files: whether they are complete, and fit their schema.
import type { z } from 'zod'
import { type RollExport, rollExportSchema } from '../../src/protocol/fairness.ts'

/** A file is incomplete, or does not fit its schema; the message says why. */
export class Unreadable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unreadable'
  }
}

/** Formats a path in a file, like rolls[3].nonce. */
function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function formatFirstIssue({ issues }: z.ZodError): string {
  const [first] = issues
  const place = formatPath(first?.path ?? [])
  return `${place === '' ? 'the file' : place}: ${first?.message ?? 'cannot be read'}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Unreadable(`It is not whole: ${why}. Export it again.`, { cause })
  }
}

/** The byte order mark that editors put before UTF-8. */
const MARK = Uint8Array.of(0xef, 0xbb, 0xbf)

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/** Returns a file without the byte order mark that an editor has put before it. */
export function withoutMark(bytes: Uint8Array): Uint8Array {
  return startsWith(bytes, ...MARK) ? bytes.subarray(MARK.length) : bytes
}

/** Refuses what an editor or a disk made of a file, with what to do. */
function assertAsSaved(bytes: Uint8Array): void {
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff))
    throw new Unreadable('It is text in UTF-16. Save it as UTF-8, or export it again.')
  if (bytes.includes(0)) throw new Unreadable('It has zero bytes, so it was not saved whole. Export it again.')
  if (bytes.includes(0x0d)) throw new Unreadable('Its line breaks were changed to those of Windows. Export it again.')
}

/**
 * Parses a file as JSON.
 *
 * @throws Unreadable
 */
export function parseJsonBytes(file: Uint8Array): unknown {
  const bytes = withoutMark(file)
  assertAsSaved(bytes)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Unreadable('It is not text.', { cause })
  }
  if (text.trim() === '') throw new Unreadable('It is empty.')
  return parseJson(text)
}

/**
 * Parses the content of a file by its schema.
 *
 * @param otherwise the sentence for content that does not fit
 * @throws Unreadable
 */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  content: unknown,
  otherwise: string,
): z.infer<Schema> {
  const read = schema.safeParse(content)
  if (!read.success) throw new Unreadable(`${otherwise} ${formatFirstIssue(read.error)}`, { cause: read.error })
  return read.data
}

/**
 * Reads a file of rolls.
 *
 * @throws Unreadable
 */
export function readExport(bytes: Uint8Array): RollExport {
  return parseAs(rollExportSchema, parseJsonBytes(bytes), 'It is no exported list of rolls.')
}
