import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCatalogue } from '../../../scripts/ops/program.ts'
import { catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { runProgram } from '../../support/runner/command.ts'

const LIST = '../shared/data/csgo-api-collections.json'

const runCatalogue = (...args: readonly string[]) => runProgram(createCatalogue, args)

describe('catalogue check', () => {
  it('reports in one line that a folder has no faults', async () => {
    await using place = await catalogueFolder()
    const { code, out, err } = await runCatalogue('check', place.folder, place.pictures)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const line = `${place.folder}: 2 skins, 8 items, 1 cases in 1 categories, returning 90.7 % to 90.7 %: no faults\n`
    expect(out.startsWith(line)).toBe(true)
  })

  it('prints what gifts cost a player and day', async () => {
    await using place = await catalogueFolder()
    const { out } = await runCatalogue('check', place.folder, place.pictures)
    expect(out.split('\n').slice(1, -1)).toEqual([
      'GIFT                                               A PLAYER AND DAY',
      'daily missions, all completed                                 $1.25',
      'weekly missions, all completed                                $0.48',
      'calendar, claimed every day                                   $0.25',
      'wheel, the free spin                                          $0.90',
      'free cases, after $100.00 of deposits every night             $3.54',
      'all                                                           $6.42',
      'Players take out gifts only up to 40 % of the margin that they made: $16.06 of margin a day for all of them.',
      'Referrers get 10 to 20 % of the margin of who they referred, raffles and leaderboards cost at most 10 % of it.',
      'Exchange rates: RUB 1, USD 90, UAH 2.1',
    ])
  })

  it('counts the items that have no price', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"wears":["FN","MW","FT"]', '"wears":["FN","MW","FT","BS"]')
    const { code, out } = await runCatalogue('check', place.folder, place.pictures)
    expect(code).toBe(0)
    expect(out).toContain('\nItems without a price, which are not sold: 2\n')
  })

  it('prints where the item library has another rarity, and does not fail', async () => {
    await using place = await catalogueFolder()
    await place.replace('skins.json', '"rarity":"classified"', '"rarity":"restricted"')
    const { code, out, err } = await runCatalogue('check', place.folder, place.pictures)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('\nRarity of ak-47-redline: restricted, but classified in @ianlucas/cs2-lib\n')
    expect(out).not.toContain('Rarity of karambit')
  })

  it('prints of the catalogue that comes with the project known errors of lists alone, and which list is missing', async () => {
    const { code, out } = await runCatalogue('check', 'data')
    expect(code).toBe(0)
    const lines = out.split('\n').filter((line) => /^Rarit/.test(line))
    const missing = /^Rarities are not compared with .*csgo-api-collections\.json: it is not on this machine\.$/
    expect(lines[0]).toBe(
      'Rarity of usp-s-orion: classified, but restricted in @ianlucas/cs2-lib, a known error of the list',
    )
    expect(lines.slice(1)).toEqual(existsSync(LIST) ? [] : [expect.stringMatching(missing)])
  })

  it('names the line of a fault, and fails', async () => {
    await using place = await catalogueFolder()
    await place.replace('cases.json', '199800', '199801')
    expect(await runCatalogue('check', place.folder, place.pictures)).toEqual({
      code: 1,
      out: '',
      err: `${place.folder}/cases.json:14: case "orion": the tickets sum to 1000001, not to 1000000\n${place.folder}: 1 fault\n`,
    })
  })

  it('refuses shares of gifts that pay a ring of accounts, and names it', async () => {
    await using place = await catalogueFolder()
    await place.replace('rewards.json', '"ownPercent": 40', '"ownPercent": 60')
    const { code, err } = await runCatalogue('check', place.folder, place.pictures)
    expect(code).toBe(1)
    expect(err).toContain(
      'gifts.ownPercent: a bonus chaser would take out 60 % of the margin that they made, more than 40 %',
    )
    expect(err).toContain('gifts: a ring of accounts that refer each other would get back 90 % of its margin')
    expect(err).toContain('(ownPercent, the highest referrerPercent and rafflePercent together)')
    expect(err).toMatch(/rewards\.json:\d+: gifts\.ownPercent: /)
  })

  it('refuses rewards that are not bound to margin', async () => {
    await using place = await catalogueFolder()
    await place.replace('rewards.json', '"ownPercent": 40,', '')
    expect((await runCatalogue('check', place.folder, place.pictures)).err).toContain('"gifts.ownPercent" is missing')
  })

  it('prints its help without a command', async () => {
    const { code, out, err } = await runCatalogue()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^Usage: npm run catalogue -- \[options\] \[command\]\n/)
  })
})
