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

/**
 * Parses a file as JSON.
 *
 * @throws Unreadable
 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
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
