import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CRATE_EMBLEMS, CRATE_FORMS, CRATE_MATERIALS, type CrateArt, crate } from '../../src/art/crates.ts'
import { readDrawing } from './well-formed.ts'

const LIMIT_BYTES = 12 * 1024

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
      const file = (suffix: string): string =>
        readFileSync(new URL(`../../public/assets/img/cases/${url}${suffix}`, import.meta.url), 'utf8').trim()
      const { whole, body, lid } = crate(description)
      expect(
        file('.svg') === whole && file('.body.svg') === body && file('.lid.svg') === lid,
        `${url}: run npm run art`,
      ).toBe(true)
    }
  })
})
