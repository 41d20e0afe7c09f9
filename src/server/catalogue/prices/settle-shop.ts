// Keeps a shop open at new prices: what leaves its range gets other tickets or another prize, and pauses alone where there are none.
import { applyEdits, modify } from 'jsonc-parser'
import { CASE_RETURN_PERCENT } from '../../../game/base/economy.ts'
import { cents } from '../../../game/base/money.ts'
import { isReturnInBand, returnToPlayer } from '../../../game/cases/case.ts'
import type { Case, Catalogue, Item } from '../../../game/catalogue/catalogue.ts'
import { firstAllowed, meansOf } from '../../../game/prices/held-items.ts'
import type { Rewards } from '../../../game/rewards/rewards.ts'
import { setValues, type ValueEdit } from '../json-edits.ts'
import { type CatalogueFiles, changedFiles } from '../read-catalogue.ts'
import { type PausedReward, restoreRewards, type Settlement, settleRewards } from './settle-rewards.ts'

/** A sound catalogue with its files. */
export interface ShopReading {
  readonly catalogue: Catalogue
  readonly rewards: Rewards
  readonly files: CatalogueFiles
}

export interface SettledShop {
  readonly settlements: readonly Settlement[]
  /** The files that change: with them only that is paused for which there are no tickets. */
  readonly files: CatalogueFiles
  /** The URLs of cases that are switched off. */
  readonly off: readonly string[]
  /** All cases by URL, with their prices and tickets afterwards. */
  readonly cases: ReadonlyMap<string, Case>
}

const percent = (fraction: number): string => `${(fraction * 100).toFixed(2)} %`

/** Returns the case with tickets with which it returns what it did, or as near as its range allows; undefined for none. */
function rebalanceCase(box: Case, oldReturn: number): Case | undefined {
  const entries = firstAllowed(
    box.entries,
    ({ item }) => item.priceCents,
    meansOf(box.priceCents, box.priceCents * oldReturn, CASE_RETURN_PERCENT),
    (changed) => isReturnInBand({ ...box, entries: changed }),
  )
  return entries === undefined ? undefined : { ...box, entries }
}

/** Returns the edits of cases.json that give a case, by its place, the tickets of another. */
function caseEdits(place: number, { entries, enabled }: Pick<Case, 'entries' | 'enabled'>): ValueEdit[] {
  const tickets = entries.map(({ tickets }, at): ValueEdit => [['cases', place, 'entries', at, 'tickets'], tickets])
  return [[['cases', place, 'enabled'], enabled], ...tickets]
}

interface SettledCases {
  readonly settlements: readonly Settlement[]
  readonly edits: readonly ValueEdit[]
  readonly off: readonly string[]
  readonly settled: ReadonlyMap<string, Case>
}

function settleCases(cases: readonly Case[], repriced: (box: Case) => Case): SettledCases {
  const settlements: Settlement[] = []
  const edits: ValueEdit[] = []
  const off: string[] = []
  const settled = new Map<string, Case>()
  for (const [place, old] of cases.entries()) {
    const box = repriced(old)
    settled.set(box.url, box)
    if (!box.enabled || isReturnInBand(box)) continue
    const subject = `the case "${box.url}"`
    const left = `would return ${percent(returnToPlayer(box))}`
    const changed = rebalanceCase(box, returnToPlayer(old))
    settled.set(box.url, changed ?? { ...box, enabled: false })
    if (changed === undefined) {
      off.push(box.url)
      edits.push([['cases', place, 'enabled'], false])
      settlements.push({
        subject,
        outcome: `${left}, and no tickets bring it back: it is switched off`,
        isPaused: true,
      })
    } else {
      edits.push(...caseEdits(place, changed))
      const outcome = `${left}: with new tickets it returns ${percent(returnToPlayer(changed))}`
      settlements.push({ subject, outcome, isPaused: false })
    }
  }
  return { settlements, edits, off, settled }
}

const pause = (text: string, places: readonly PausedReward[]): string => setPaused(text, places, true)

const resume = (text: string, places: readonly PausedReward[]): string => setPaused(text, places, undefined)

/** Pauses or resumes rewards in the text of rewards.json; a reward that is not paused does not have the field. */
function setPaused(text: string, places: readonly PausedReward[], isPaused: true | undefined): string {
  return places.reduce((changed, place) => {
    const path = place === 'wheel' ? ['wheel', 'paused'] : ['freeCases', place, 'paused']
    return applyEdits(changed, modify(changed, path, isPaused, {}))
  }, text)
}

export interface RestoredShop {
  readonly settlements: readonly Settlement[]
  /** The files that change: with them everything is back for which there are tickets. */
  readonly files: CatalogueFiles
  /** The URLs of cases that are off although their return is within the range: a person switched them off. */
  readonly offByHand: readonly string[]
}

/**
 * Proposes tickets for everything that is outside of its range, or pauses because it was.
 *
 * @param targetReturn what cases are to return, as a fraction
 */
export function restoreShop({ catalogue, rewards, files }: ShopReading, targetReturn: number): RestoredShop {
  const settlements: Settlement[] = []
  const edits: ValueEdit[] = []
  const offByHand: string[] = []
  for (const [place, box] of [...catalogue.cases.values()].entries()) {
    if (isReturnInBand(box)) {
      if (!box.enabled) offByHand.push(box.url)
      continue
    }
    const subject = `the case "${box.url}"`
    const now = `returns ${percent(returnToPlayer(box))} today`
    const changed = rebalanceCase(box, targetReturn)
    if (changed === undefined) {
      settlements.push({ subject, isPaused: true, outcome: `${now}, and no tickets bring it back: it stays off` })
      continue
    }
    edits.push(...caseEdits(place, { ...changed, enabled: true }))
    settlements.push({
      subject,
      isPaused: false,
      outcome: `${now}, and ${percent(returnToPlayer(changed))} with new tickets`,
    })
  }
  const restored = restoreRewards(rewards)
  const rewardsText = setValues(files['rewards.json'] ?? '', restored.edits)
  return {
    settlements: [...settlements, ...restored.settlements],
    files: changedFiles(files, {
      'cases.json': setValues(files['cases.json'] ?? '', edits),
      'rewards.json': resume(rewardsText, restored.resumed),
    }),
    offByHand,
  }
}

/**
 * Settles a shop at new prices.
 *
 * @param prices new prices in cents by item id
 * @param held the ids of items that nothing may be replaced by
 */
export function settleShop(
  { catalogue, rewards, files }: ShopReading,
  prices: ReadonlyMap<string, number>,
  held: Pick<ReadonlyMap<string, unknown>, 'has'>,
): SettledShop {
  const itemOf = (item: Item): Item => ({ ...item, priceCents: cents(prices.get(item.id) ?? item.priceCents) })
  const cases = settleCases([...catalogue.cases.values()], (box) => ({
    ...box,
    entries: box.entries.map(({ item, tickets }) => ({ item: itemOf(item), tickets })),
  }))
  const items = [...catalogue.items.values()].map(itemOf)
  const settled = settleRewards(rewards, itemOf, { items, before: catalogue.items, isHeld: (id) => held.has(id) })
  return {
    settlements: [...cases.settlements, ...settled.settlements],
    files: changedFiles(files, {
      'cases.json': setValues(files['cases.json'] ?? '', cases.edits),
      'rewards.json': pause(setValues(files['rewards.json'] ?? '', settled.edits), settled.paused),
    }),
    off: cases.off,
    cases: cases.settled,
  }
}
