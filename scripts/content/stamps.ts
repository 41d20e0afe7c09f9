// Stamps of the English texts: the day and the digest of each, so that a changed text with its old day is found, also where there is no git.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Page } from '../../src/content/read-pages.ts'
import type { FileFault } from '../../src/content/shop-files.ts'

const STAMPS_FILE = 'stamps.json'

const stampsSchema = z.record(z.string(), z.strictObject({ updated: z.string(), digest: z.string() }))

/** The day and the digest of each page's English text when it was last stamped. */
export type Stamps = z.infer<typeof stampsSchema>

/** Reads the stamps of a folder; undefined where it has none. */
export async function readStamps(folder: string): Promise<Stamps | undefined> {
  const text = await readFile(join(folder, STAMPS_FILE), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : stampsSchema.parse(JSON.parse(text))
}

/** Writes the stamps of a folder. */
export async function writeStamps(folder: string, stamps: Stamps): Promise<void> {
  await writeFile(join(folder, STAMPS_FILE), `${JSON.stringify(stamps, null, 2)}\n`)
}

const STAMP = 'npm run content -- stamp'

/** Returns a fault where a page's English text has changed since its stamp. */
export function stampFaults(name: string, { file, read }: Page, stamps: Stamps): FileFault[] {
  const { front, digest } = read
  if (front === undefined) return []
  const stamp = stamps[name]
  if (stamp?.digest === digest && stamp.updated === front.updated) return []
  const isSameDay = stamp !== undefined && stamp.updated === front.updated
  const fault = isSameDay
    ? `the text has changed, and "updated" still says ${front.updated}: set it to today, then ${STAMP}. For a mistake in spelling leave the day alone and run ${STAMP}`
    : `the text of ${front.updated} is not stamped: ${STAMP}`
  return [{ file, line: front.updatedLine, fault }]
}
