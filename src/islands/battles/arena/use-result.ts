// How a battle ended, in words: first what the page's own player gets or has lost, for the line below the cases and for screen readers.
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import type { Arena } from '../parts/arena.ts'
import { useNames } from '../parts/use-names.ts'

interface ResultWords {
  readonly main: string
  /** Who won, where the main words are about the page's player. */
  readonly hint?: string
  /** That a draw decided a tie. */
  readonly tie?: string
}

/** The places of sides that lost, of six at most. */
const LOST_PLACES = [2, 3, 4, 5, 6] as const

/** Says what a player has lost, and where there are more than two sides which place theirs took. */
function lossWords(t: TFunction<'battle'>, price: string, rank: number | null, sides: number): string {
  const place = sides > 2 ? LOST_PLACES.find((lost) => lost === rank) : undefined
  return place === undefined ? t('result.youLost', { price }) : t(`result.place.${place}`, { price, sides })
}

/** Returns the function that says who gets what of a decided battle. */
export function useResult(): (battle: Pick<BattleCard, 'mode'>, arena: Arena, potCents: number) => ResultWords {
  const { t } = useTranslation('battle')
  const { sideName } = useNames()
  return ({ mode }, { sides }, potCents) => {
    const price = formatMoney(potCents)
    const winner = sides.find(({ outcome }) => outcome === 'won')
    const ownSide = sides.find(({ seats }) => seats.some(({ seat }) => seat?.own))
    const gets = ownSide?.seats.find(({ seat }) => seat?.own)?.gets
    const own = gets?.cents ?? 0
    if (mode === 'share' || winner === undefined) {
      const shared = t('result.shared', { price })
      return own === 0 ? { main: shared } : { main: t('result.yours', { price: formatMoney(own) }), hint: shared }
    }
    const isTeam = winner.seats.length > 1
    // A player with a part of a seat gets that part of the pot only.
    const part = formatMoney(winner.seats[0]?.gets?.cents ?? potCents)
    const wins = isTeam
      ? t('result.team', { number: winner.place + 1, price })
      : t('result.wins', { name: sideName(winner), price: part })
    const isTie = mode !== 'jackpot' && sides.filter(({ isAhead }) => isAhead).length > 1
    const tie = isTie ? { tie: t('result.tie') } : {}
    if (own > 0)
      return { main: t('result.you', { price: formatMoney(own) }), ...(isTeam ? { hint: wins } : {}), ...tie }
    if (gets == null) return { main: wins, ...tie }
    return { main: lossWords(t, formatMoney(gets.paidCents), ownSide?.rank ?? null, sides.length), hint: wins, ...tie }
  }
}
