// npm run catalogue -- build: skins.json and cases.json from the item library, at the prices of prices.json.
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalogue } from '../../../scripts/ops/program.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { collectSkins, gameApiFile } from '../../../src/server/catalogue/import/game-api.ts'
import { mergeSkins } from '../../../src/server/catalogue/import/merge-skins.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { runProgram } from '../../support/runner/command.ts'
import { inLongRun } from '../../support/runner/long-run.ts'

const read = async (...path: readonly string[]) => JSON.parse(await readFile(join(...path), 'utf8'))

inLongRun(() => {
  describe('catalogue build', () => {
    let folder: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'spacedrop-build-'))
    })

    afterAll(() => rm(folder, { recursive: true }))

    it('makes the skins and cases that come with the project, and leaves their prices alone', async () => {
      await copyFile('data/prices.json', join(folder, 'prices.json'))
      const { code, out } = await runProgram(createCatalogue, ['build', folder])
      expect(code).toBe(0)
      expect(out).toMatch(/skins and \d+ cases written, with the prices of \d+ items\n$/)
      for (const file of ['skins.json', 'cases.json', 'prices.json']) {
        expect(await read(folder, file), file).toEqual(await read('data', file))
      }
    })

    it('puts no item without a price into a case', async () => {
      const { cases } = await read('data', 'cases.json')
      const taken: string = cases[0].entries[1].item
      const { [taken]: _price, ...prices } = await read('data', 'prices.json')
      await writeFile(join(folder, 'prices.json'), JSON.stringify(prices))
      expect((await runProgram(createCatalogue, ['build', folder])).code).toBe(0)
      expect(await readFile(join(folder, 'cases.json'), 'utf8')).not.toContain(`"${taken}"`)
    })
  })
})

// Others' lists, which are not ours to hand on: they lie beside the repository where somebody has put them.
const shared = (name: string): string => new URL(`../../../../shared/data/${name}`, import.meta.url).pathname
const COLLECTIONS = shared('csgo-api-collections.json')
const MARKET = shared('market-prices-2026-08-08.json')

describe('the catalogue that comes with the project', () => {
  it.skipIf(!existsSync(MARKET))('sells every item at the price of the market', async () => {
    const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
    if (!reading.ok) throw new Error(reading.faults.map(formatFault).join('\n'))
    const { prices } = await read(MARKET)
    const others = [...reading.catalogue.items.values()].filter(
      (item) => prices[item.marketHashName] !== item.priceCents,
    )
    expect(others.map(({ id }) => id)).toEqual([])
  })

  it.skipIf(!existsSync(COLLECTIONS))('has the rarities of the list of collections', async () => {
    const listed = collectSkins([{ language: 'en', file: gameApiFile.parse(await read(COLLECTIONS)) }])
    const { changes, unlisted, skins } = mergeSkins(await read('data', 'skins.json'), listed)
    expect(skins.length - unlisted.length).toBeGreaterThan(600)
    expect(changes.filter(({ field }) => field === 'rarity')).toEqual([])
  })
})
