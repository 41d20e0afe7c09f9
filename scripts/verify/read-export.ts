// Reads a file as far as its form goes: is it whole, and is everything in it what it has to be?
import type { z } from 'zod'
import { type RollExport, rollExportSchema } from '../../src/contract/fairness.ts'

/** The file is no list of rolls, or not a whole one; the message says why. */
export class Unreadable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Unreadable'
  }
}

/** A place in the file as people write it: rolls[3].nonce. */
function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

function faultOf({ issues }: z.ZodError): string {
  const [first] = issues
  const place = placeOf(first?.path ?? [])
  return `${place === '' ? 'the file' : place}: ${first?.message ?? 'cannot be read'}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Unreadable(`It is not whole: ${why}. Export it again.`, { cause })
  }
}

/**
 * Reads the JSON of a file.
 *
 * @throws Unreadable
 */
export function parsedText(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Unreadable('It is not text.', { cause })
  }
  if (text.trim() === '') throw new Unreadable('It is empty.')
  return parsed(text)
}

/**
 * Reads what a file holds by its schema.
 *
 * @param otherwise the sentence for what is something else
 * @throws Unreadable
 */
export function readAs<Schema extends z.ZodType>(schema: Schema, content: unknown, otherwise: string): z.infer<Schema> {
  const read = schema.safeParse(content)
  if (!read.success) throw new Unreadable(`${otherwise} ${faultOf(read.error)}`, { cause: read.error })
  return read.data
}

/**
 * Reads a file of rolls.
 *
 * @throws Unreadable
 */
export function readExport(bytes: Uint8Array): RollExport {
  return readAs(rollExportSchema, parsedText(bytes), 'It is no exported list of rolls.')
}
