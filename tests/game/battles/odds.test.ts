// Twenty thousand battles of the cases of data/: the short form of `npm run bench -- battle-odds`.
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { CaseOdds } from '../../../src/game/cases/case.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { isHeld } from '../../load/odds/battle-odds.ts'
import { simulateBattles } from './odds.ts'
import { ALL_TERMS, nameOf } from './outcomes.ts'

/**
 * Items of at most so many prices of their case: of a dearer one a few hundred battles see none or one, which standard errors do not
 * describe. The long form has all cases.
 */
const MOST_PRICES = 100

describe('simulated battles', () => {
  it('return to every seat what their cases return, in every format and mode', async () => {
    const reading = await readCatalogue({ folder: 'data', pictures: 'public/assets/img/cases' })
    if (!reading.ok) throw new Error('The catalogue is wrong')
    const cases = [...reading.catalogue.cases.values()].filter(({ priceCents, entries }) =>
      entries.every(({ item }) => item.priceCents <= MOST_PRICES * priceCents),
    )
    expect(cases.length).toBeGreaterThan(20)
    const simulated = [...simulateBattles(cases, { battles: 20_000, seed: 21 })]
    expect(simulated).toHaveLength(ALL_TERMS.length)
    expect(simulated.filter((one) => !isHeld(one))).toEqual([])
  })

  it('would show a rule that gives ties and leftover cents to the first seats', () => {
    const box: CaseOdds = {
      url: 'sample',
      priceCents: cents(100),
      entries: [
        { item: { id: 'a', priceCents: cents(61) }, tickets: 500_000 },
        { item: { id: 'b', priceCents: cents(120) }, tickets: 500_000 },
      ],
    }
    const zeros = new Uint8Array(32)
    const simulated = [...simulateBattles([box], { battles: 50_000, seed: 21, blocks: () => zeros })]
    expect(simulated.filter(isHeld).map(({ terms }) => nameOf(terms))).toEqual([])
  })
})
