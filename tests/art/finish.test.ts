import { readdirSync, readFileSync } from 'node:fs'
import { CS2_ITEMS } from '@ianlucas/cs2-lib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ITEM_RASTER_PIXELS } from '../../scripts/art/items.ts'
import { channels } from '../../src/art/colour.ts'
import { finishOf } from '../../src/art/finish/palette.ts'
import { itemPicture, itemRasterFile } from '../../src/art/finish.ts'
import { hashText, seededRandom } from '../../src/art/random.ts'
import { DRAWN_MODELS, silhouetteOf } from '../../src/art/silhouettes/silhouette-of.ts'
import { type Skin, WEAPON_CLASSES } from '../../src/game/catalogue/catalogue.ts'
import { byRun } from '../support/runner/long-run.ts'
import { readDrawing } from './well-formed.ts'

const LIMIT_BYTES = 7 * 1024
const RASTER_LIMIT_BYTES = 12 * 1024

type Pictured = Pick<Skin, 'id' | 'model' | 'weaponClass' | 'rarity' | 'name'>

const skins: readonly Pictured[] = (
  JSON.parse(readFileSync(new URL('../../data/skins.json', import.meta.url), 'utf8')) as (Omit<
    Pictured,
    'weaponClass'
  > & {
    class: Skin['weaponClass']
  })[]
).map(({ class: weaponClass, ...skin }) => ({ ...skin, weaponClass }))

const pictures = skins.map((skin) => ({ skin, svg: itemPicture(skin) }))

/** The picture without the prefix of its ids, i.e. its visible content. */
const seen = ({ skin, svg }: (typeof pictures)[number]): string =>
  svg.replaceAll(`i${hashText(skin.id).toString(36)}`, '')

describe('silhouettes', () => {
  it('include a drawing for every model of the catalogue', () => {
    const drawn = new Set(DRAWN_MODELS)
    expect([...new Set(skins.map((skin) => skin.model))].filter((model) => !drawn.has(model))).toEqual([])
  })

  it('include one for every weapon, knife and pair of gloves of the game', () => {
    const models = CS2_ITEMS.filter((item) => ['weapon', 'melee', 'glove', 'gloves'].includes(item.type))
      .map((item) => item.model ?? '')
      .filter((model) => model !== 'c4')
    expect(models.length).toBeGreaterThan(1000)
    const drawn = new Set(DRAWN_MODELS)
    expect([...new Set(models)].filter((model) => !drawn.has(model))).toEqual([])
  })

  it('fall back to the class of an unknown model', () => {
    for (const weaponClass of WEAPON_CLASSES) {
      expect(silhouetteOf('not-made-yet', weaponClass).parts.length).toBeGreaterThan(2)
    }
    expect(silhouetteOf('not-made-yet', 'sniper')).toBe(silhouetteOf('awp', 'rifle'))
  })

  it('each have a part that a finish can fill, inside the frame', () => {
    for (const model of DRAWN_MODELS) {
      const { parts } = silhouetteOf(model, 'rifle')
      expect(
        parts.some((part) => part.role === 'paint'),
        model,
      ).toBe(true)
      for (const [, x = '', y = ''] of parts.flatMap((part) => [...part.d.matchAll(/M(-?\d+) (-?\d+)/g)])) {
        expect(Number(x) >= 0 && Number(x) <= 512 && Number(y) >= 0 && Number(y) <= 384, `${model} ${x} ${y}`).toBe(
          true,
        )
      }
    }
  })
})

describe('itemPicture', () => {
  it('is well formed, self-contained and without text or script', () => {
    for (const { skin, svg } of pictures) {
      const { ids, references, elements } = readDrawing(svg)
      expect(new Set(ids).size, skin.id).toBe(ids.length)
      for (const reference of references) expect(ids, `${skin.id} ${reference}`).toContain(reference.slice(1))
      expect(elements.filter((name) => ['text', 'script', 'image', 'foreignObject', 'style'].includes(name))).toEqual(
        [],
      )
    }
  })

  it('stays within 7 KB', () => {
    const large = pictures
      .filter(({ svg }) => Buffer.byteLength(svg) > LIMIT_BYTES)
      .map(({ skin, svg }) => `${skin.id} ${svg.length}`)
    expect(large).toEqual([])
  })

  it('is deterministic', () => {
    for (const { skin, svg } of pictures) expect(itemPicture(skin)).toBe(svg)
  })

  it('differs between any two skins, apart from their ids', () => {
    expect(new Set(pictures.map(seen)).size).toBe(pictures.length)
  })

  it('has ids that are unique on a page', () => {
    const ids = pictures.flatMap(({ svg }) => readDrawing(svg).ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    ['Redline', 'lines'],
    ['Fade', 'gradient'],
    ['Doppler', 'nebula'],
    ['Crimson Web', 'web'],
    ['Case Hardened', 'patches'],
    ['Boreal Forest', 'camo'],
    ['Asiimov', 'panels'],
    ['Dragon Lore', 'knots'],
    ['Tiger Tooth', 'tiger'],
    ['Bright Water', 'waves'],
    ['Forest DDPAT', 'pixels'],
    ['Printstream', 'pearl'],
  ])('follows the name: %s is made of %s', (name, pattern) => {
    expect(finishOf(name, 'classified', seededRandom(name)).pattern).toBe(pattern)
  })

  it('takes colours from the name, and only from whole words', () => {
    const ground = (name: string): readonly [number, number, number] =>
      channels(finishOf(name, 'covert', seededRandom(name)).palette[1])
    const [red, , blueOfRed] = ground('Crimson Kimono')
    expect(red).toBeGreaterThan(blueOfRed)
    const [redOfBlue, , blue] = ground('Blue Tiger')
    expect(blue).toBeGreaterThan(redOfBlue)
    // "Vice" contains "ice", but not as a word.
    expect(finishOf('Vice', 'covert', () => 0).pattern).not.toBe(finishOf('Ice', 'covert', () => 0).pattern)
  })
})

describe('the rasters in public', () => {
  const folder = new URL('../../public/assets/img/items/', import.meta.url)

  it('are those of every skin as it is drawn now', () => {
    expect(readdirSync(folder).toSorted(), 'run npm run art').toEqual(skins.map(itemRasterFile).toSorted())
  })

  it('are as large as a small picture on a screen of two pixels per px, and small in bytes', async () => {
    for (const skin of skins.filter((_skin, place) => place % byRun(50, 1) === 0)) {
      const bytes = readFileSync(new URL(itemRasterFile(skin), folder))
      const { width, height, hasAlpha } = await sharp(bytes).metadata()
      expect({ width, height, hasAlpha }).toEqual({ width: ITEM_RASTER_PIXELS, height: 192, hasAlpha: true })
      expect(bytes.length, skin.id).toBeLessThan(RASTER_LIMIT_BYTES)
    }
  })

  it('have another name where the skin is described otherwise', () => {
    for (const skin of skins.slice(0, 5)) {
      const changed = { ...skin, rarity: skin.rarity === 'covert' ? ('consumer' as const) : ('covert' as const) }
      if (itemPicture(changed) !== itemPicture(skin)) expect(itemRasterFile(changed)).not.toBe(itemRasterFile(skin))
    }
  })
})
