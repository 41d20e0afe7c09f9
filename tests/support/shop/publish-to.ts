// Publishes files of the shop of a site that runs, as an operator does.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { ShopFiles } from '../../../src/content/shop-files.ts'
import { writeShopFolder } from '../../../src/server/shop/shop-files.ts'
import { runOps } from '../runner/command.ts'

/** Imports files with the settings of a site, and waits until it has their edition. */
export async function publishTo(url: string, settings: Record<string, string>, files: ShopFiles): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-shop-'))
  try {
    await writeShopFolder(folder, files)
    const { code, out, err } = await runOps(['shop', 'import', folder], settings)
    if (code !== 0) throw new Error(err)
    const published = Number(/Edition (\d+) is published/.exec(out)?.[1] ?? 0)
    await vi.waitFor(
      async () => {
        const { edition } = await (await fetch(`${url}/ready`)).json()
        if (!(edition >= published)) throw new Error(`The site has edition ${edition}, not ${published}`)
      },
      { timeout: 20_000, interval: 100 },
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}
