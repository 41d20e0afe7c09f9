import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CRATE_RASTER_PIXELS, drawRaster, SMALL_CRATE_PIXELS } from '../../scripts/art/crates.ts'
import { CRATE_EMBLEMS, CRATE_FORMS, CRATE_MATERIALS, type CrateArt, crate } from '../../src/art/crates.ts'
import { byRun } from '../support/runner/long-run.ts'
import { readDrawing } from './well-formed.ts'

const LIMIT_BYTES = 12 * 1024
/** Body and lid of a crate as rasters. */
const RASTERS_LIMIT_BYTES = 24 * 1024
/** Compression makes up to 1.2, the raster of another crate 3 to 20. */
const RASTER_DIFFERENCE = 2

const art = fc.record({
  form: fc.constantFrom(...CRATE_FORMS),
  material: fc.constantFrom(...CRATE_MATERIALS),
  hue1: fc.integer({ min: 0, max: 359 }),
  hue2: fc.integer({ min: 0, max: 359 }),
  emblem: fc.constantFrom(...CRATE_EMBLEMS),
  wear: fc.double({ min: 0, max: 1, noNaN: true }),
})

const shop: readonly { url: string; art: CrateArt }[] = JSON.parse(
  readFileSync(new URL('../../data/cases.json', import.meta.url), 'utf8'),
).cases

const fileOf = (name: string): Buffer => readFileSync(new URL(`../../public/assets/img/cases/${name}`, import.meta.url))

/** Returns the mean difference between a raster and its drawing, at a quarter of their size and on grey, of 255. */
async function differenceOf(raster: Buffer, drawing: string, side = CRATE_RASTER_PIXELS): Promise<number> {
  const pictures = [sharp(raster), sharp(await drawRaster(drawing, side).png({ compressionLevel: 0 }).toBuffer())]
  const [one, other] = await Promise.all(
    pictures.map((picture) =>
      picture.resize(74, null, { fastShrinkOnLoad: false }).flatten({ background: '#808080' }).raw().toBuffer(),
    ),
  )
  if (one === undefined || one.length !== other?.length) throw new Error('The pictures differ in size')
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
}

describe('crate', () => {
  it('is well formed and self-contained, whole, body and lid', () => {
    fc.assert(
      fc.property(art, (description) => {
        for (const svg of Object.values(crate(description))) {
          const { ids, references, elements } = readDrawing(svg)
          expect(new Set(ids).size).toBe(ids.length)
          for (const reference of references) expect(ids).toContain(reference.slice(1))
          expect(elements).not.toContain('text')
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is smaller than 12 KB in every form, material and emblem, with any wear', () => {
    for (const form of CRATE_FORMS) {
      for (const material of CRATE_MATERIALS) {
        for (const emblem of CRATE_EMBLEMS) {
          const { whole } = crate({ form, material, emblem, hue1: 123, hue2: 321, wear: 1 })
          expect(Buffer.byteLength(whole), `${form} ${material} ${emblem}`).toBeLessThan(LIMIT_BYTES)
        }
      }
    }
  })

  it('is deterministic', () => {
    fc.assert(
      fc.property(art, (description) => {
        expect(crate({ ...description })).toEqual(crate(description))
      }),
    )
  })

  it('is layered: the whole is the body with the lid on top', () => {
    fc.assert(
      fc.property(art, (description) => {
        const { whole, body, lid } = crate(description)
        const content = (svg: string): string => svg.replace(/^.*?<\/defs>/s, '').replace(/<\/svg>$/, '')
        expect(content(whole)).toBe(content(body) + content(lid))
      }),
    )
  })

  it('differs for every case of the shop', () => {
    expect(shop.length).toBeGreaterThanOrEqual(36)
    expect(new Set(shop.map(({ art: description }) => crate(description).whole)).size).toBe(shop.length)
  })

  it('matches the file in public for each case of the shop', () => {
    for (const { url, art: description } of shop) {
      const file = (suffix: string): string => fileOf(`${url}${suffix}`).toString().trim()
      const { whole, body, lid } = crate(description)
      expect(
        file('.svg') === whole && file('.body.svg') === body && file('.lid.svg') === lid,
        `${url}: run npm run art`,
      ).toBe(true)
    }
  })
})

/** Drawing two rasters takes half a second: the short form compares every eighth case. */
const compared = shop.filter((_case, place) => place % byRun(8, 1) === 0)

describe('the rasters in public', () => {
  it('are those of every case of the shop', () => {
    for (const { url } of shop) {
      for (const part of ['body', 'lid', 'small']) expect(fileOf(`${url}.${part}.webp`).length, url).toBeGreaterThan(0)
    }
  })

  it.each(compared)('of $url show its body and its lid', async ({ url, art: description }) => {
    const { whole, body, lid } = crate(description)
    const rasters = {
      body: fileOf(`${url}.body.webp`),
      lid: fileOf(`${url}.lid.webp`),
      small: fileOf(`${url}.small.webp`),
    }
    expect(rasters.body.length + rasters.lid.length).toBeLessThan(RASTERS_LIMIT_BYTES)
    expect((await sharp(rasters.body).metadata()).width).toBe(CRATE_RASTER_PIXELS)
    expect((await sharp(rasters.small).metadata()).width).toBe(SMALL_CRATE_PIXELS)
    const differences = [
      await differenceOf(rasters.body, body),
      await differenceOf(rasters.lid, lid),
      await differenceOf(rasters.small, whole, SMALL_CRATE_PIXELS),
    ]
    expect(Math.max(...differences), 'run npm run art').toBeLessThan(RASTER_DIFFERENCE)
  })
})
