// How a battle ended, in words: first what the page's own player gets, for the line below the cases and for screen readers.
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import type { Arena } from './arena.ts'
import { useNames } from './use-names.ts'

interface ResultWords {
  readonly main: string
  /** What all get together, where the main words name the own part of it. */
  readonly hint?: string
}

/** Returns the function that says who gets what of a decided battle. */
export function useResult(): (battle: Pick<BattleCard, 'mode'>, arena: Arena, potCents: number) => ResultWords {
  const { t } = useTranslation('battle')
  const { sideName } = useNames()
  return ({ mode }, { sides }, potCents) => {
    const price = formatMoney(potCents)
    const winner = sides.find(({ outcome }) => outcome === 'won')
    const own = sides.flatMap(({ seats }) => seats).find(({ seat }) => seat?.own)?.gets?.cents ?? 0
    if (mode === 'share' || winner === undefined) {
      const shared = t('result.shared', { price })
      return own === 0 ? { main: shared } : { main: t('result.yours', { price: formatMoney(own) }), hint: shared }
    }
    const isTeam = winner.seats.length > 1
    const team = t('result.team', { number: winner.place + 1, price })
    if (own > 0) {
      const main = t('result.you', { price: formatMoney(own) })
      return isTeam ? { main, hint: team } : { main }
    }
    if (isTeam) return { main: team }
    // A player with a part of a seat gets that part of the pot only.
    const part = winner.seats[0]?.gets?.cents ?? potCents
    return { main: t('result.wins', { name: sideName(winner), price: formatMoney(part) }) }
  }
}
