// data/withdrawals.json: weak reasons within their limits, refusals in three languages.
import { describe, expect, it } from 'vitest'
import shipped from '../../../data/withdrawals.json' with { type: 'json' }
import { DEFAULT_WITHDRAWAL_RULES } from '../../../src/game/withdrawal/withdrawal-rules.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder } from './catalogue-folder.ts'

interface Changes {
  readonly weak?: object
  readonly refusals?: readonly object[]
}

async function read(changes: Changes | null) {
  await using folder = await catalogueFolder()
  if (changes !== null) await folder.write('withdrawals.json', JSON.stringify({ ...shipped, ...changes }, null, 1))
  const reading = await readCatalogue(folder)
  return reading.ok
    ? { rules: reading.withdrawalRules, faults: [] }
    : { rules: null, faults: reading.faults.map((fault) => formatFault(fault).replace(`${folder.folder}/`, '')) }
}

const [first = { id: '' }, second] = shipped.refusals

describe('the rules of withdrawals', () => {
  it('are the shipped ones', async () => {
    const { rules, faults } = await read({})
    expect(faults).toEqual([])
    expect(rules).toEqual(shipped)
  })

  it('are the strictest where a folder has none: every reason waits', async () => {
    expect((await read(null)).rules).toEqual(DEFAULT_WITHDRAWAL_RULES)
    expect(DEFAULT_WITHDRAWAL_RULES.weak).toEqual({ reasons: [], dayBelow: 0 })
  })

  it.each([
    ['a strong reason', { weak: { reasons: ['shared-card'], dayBelow: 100 } }, /"weak\.reasons\.0"/],
    ['a reason twice', { weak: { reasons: ['steam-new', 'steam-new'], dayBelow: 100 } }, /"steam-new" is listed twice/],
    ['a sum above the most', { weak: { reasons: ['steam-new'], dayBelow: 5_001 } }, /"weak\.dayBelow"/],
    [
      'a text that is missing',
      { refusals: [{ ...first, text: { en: 'A sentence.', ru: 'Предложение.' } }] },
      /"refusals\.0\.text\.uk"/,
    ],
    [
      'a text without words',
      { refusals: [{ ...first, text: { en: ' ', ru: 'Предложение.', uk: 'Речення тут.' } }] },
      /"refusals\.0\.text\.en"/,
    ],
    ['an unknown kind', { refusals: [{ ...first, kind: 'ugly' }] }, /"refusals\.0\.kind"/],
    ['an id twice', { refusals: [first, { ...second, id: first.id }] }, /two refusals "identity"/],
    ['no refusal', { refusals: [] }, /"refusals"/],
  ] satisfies readonly (readonly [string, Changes, RegExp])[])('refuse %s', async (_, changes, fault) => {
    const { faults } = await read(changes)
    expect(faults.join('\n')).toMatch(fault)
    expect(faults[0]).toMatch(/withdrawals\.json:\d+: /)
  })

  it('refuse a sum above those of every review', async () => {
    await using folder = await catalogueFolder()
    await folder.replace('payments.json', '"itemAbove":50000', '"itemAbove":1000')
    await folder.write('withdrawals.json', JSON.stringify(shipped))
    const reading = await readCatalogue(folder)
    expect(reading.ok ? [] : reading.faults.map(({ message }) => message)).toEqual([
      'withdrawals: "dayBelow" is above the sums of "review" in payments.json',
    ])
  })
})
