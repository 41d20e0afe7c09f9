// The cache of imported pictures, `DATA_DIR/icons.json`: the pictures, or the reason why the import failed.
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Icons } from './apply-icons.ts'

const from = z.string()

const cachedIcons = z.union([
  z.strictObject({ from, icons: z.record(z.string(), z.string().regex(/^[A-Za-z0-9_-]{1,1000}$/)) }),
  z.strictObject({ from, failed: z.string() }),
])

/** The content of the file: the address of the list, and its pictures or why there are none. */
export type CachedIcons = z.infer<typeof cachedIcons>

/** Reads the cache; returns undefined before the first import, and for a broken file. */
export async function readCachedIcons(path: string): Promise<CachedIcons | undefined> {
  try {
    return cachedIcons.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

/** Returns the cached pictures; none after a failed import. */
export function iconsIn(cached: CachedIcons | undefined): Icons {
  return new Map(cached !== undefined && 'icons' in cached ? Object.entries(cached.icons) : [])
}

/** Writes the cache atomically. */
export async function writeCachedIcons(path: string, cached: CachedIcons): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.draft`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(`${JSON.stringify(cached)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}
