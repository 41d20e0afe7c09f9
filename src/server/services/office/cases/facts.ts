// What is known of the cases in force beside their records: what was sold, what it returned, and when they changed.
import { addDays } from '../../../../game/base/site-time.ts'
import { measureReturn, sumPlayed } from '../../../../game/games/returns.ts'
import type { CaseFacts, CasesReply } from '../../../../protocol/office/cases.ts'
import type { TodayParts } from '../today.ts'
import type { CaseCatalogue } from '../withdrawals/case-page.ts'
import type { CaseChanges } from './history.ts'

/** Days whose sales are counted, today included. */
const DAYS = 30

const NOTHING = { rolls: 0, staked: 0, won: 0, expected: 0, variance: 0 }

export interface CaseFactsParts extends Pick<TodayParts, 'figures' | 'now'> {
  readonly catalogue: () => Pick<CaseCatalogue, 'catalogue'>
  readonly changes: () => Promise<CaseChanges>
}

/** Returns the facts of all cases in force. */
export async function readCaseFacts({ figures, now, catalogue, changes }: CaseFactsParts): Promise<CasesReply> {
  const today = figures.today()
  const { games } = await figures.read({ first: addDays(today, 1 - DAYS), last: today })
  const caseOf = ({ game, reference }: (typeof games)[number]): string | null => (game === 'case' ? reference : null)
  const played = sumPlayed(games, caseOf, ({ played: sums }) => sums)
  const changed = await changes()
  const cases = [...catalogue().catalogue.cases.values()].map(({ url, enabled, heldItems }): CaseFacts => {
    const sums = played.get(url) ?? NOTHING
    const { measured, promised } = measureReturn(sums)
    return {
      url,
      sold: sums.rolls,
      staked: sums.staked,
      measured,
      promised,
      changed: changed.get(url) ?? null,
      isHeld: !enabled && heldItems !== undefined,
    }
  })
  return { cases, now: now() }
}
