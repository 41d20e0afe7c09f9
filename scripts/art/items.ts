// Draws the items of the catalogue into a folder, as small rasters: lists, lanes and live drops show dozens of them at once.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { itemPictureWithoutShadow, itemRasterFile, type PicturedSkin } from '../../src/art/finish.ts'

/** As wide as a small picture is laid out (islands/ui/items/item-picture.module.css): twice its largest size on the screen. */
export const ITEM_RASTER_PIXELS = 256

const WEBP = { quality: 75, alphaQuality: 80, effort: 6 } as const

/** Returns the raster of a skin as WebP. */
function drawItem(skin: PicturedSkin): Promise<Buffer> {
  return sharp(Buffer.from(itemPictureWithoutShadow(skin)))
    .resize(ITEM_RASTER_PIXELS)
    .webp(WEBP)
    .toBuffer()
}

/** Draws the items that have no raster yet, and removes the rasters that show none. Returns what was done in one line. */
export async function drawItems(folder: string, skins: readonly PicturedSkin[]): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const files = new Map(skins.map((skin) => [itemRasterFile(skin), skin]))
  const missing = [...files].filter(([file]) => !existsSync(join(folder, file)))
  // One processor a picture: as many at once as there are.
  sharp.concurrency(1)
  const waiting = missing.values()
  const work = async (): Promise<void> => {
    for (const [file, skin] of waiting) await writeFile(join(folder, file), await drawItem(skin))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  const stale = readdirSync(folder).filter((file) => !files.has(file))
  for (const file of stale) rmSync(join(folder, file))
  return `${files.size} items, ${missing.length} of them drawn, ${stale.length} stale removed`
}
