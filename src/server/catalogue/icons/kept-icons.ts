// `DATA_DIR/icons.json`: the pictures that the sandbox imported, or a note that it tried.
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Icons } from './with-icons.ts'

const from = z.string()

const keptIcons = z.union([
  z.strictObject({ from, icons: z.record(z.string(), z.string().regex(/^[A-Za-z0-9_-]{1,1000}$/)) }),
  z.strictObject({ from, failed: z.string() }),
])

/** What the file holds: from where, and the pictures or why there are none. */
export type KeptIcons = z.infer<typeof keptIcons>

/** What is kept; undefined where nothing was tried yet, or where the file is broken and worth nothing. */
export async function readKept(path: string): Promise<KeptIcons | undefined> {
  try {
    return keptIcons.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** The pictures that are kept; none where there are none. */
export function iconsIn(kept: KeptIcons | undefined): Icons {
  return new Map(kept !== undefined && 'icons' in kept ? Object.entries(kept.icons) : [])
}

/** Keeps them at one stroke: whatever happens meanwhile, the file is whole or not there. */
export async function keep(path: string, kept: KeptIcons): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.draft`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(`${JSON.stringify(kept)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}
