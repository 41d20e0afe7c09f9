// Tells screen readers what happens in a battle: who takes a seat, the items of each round, and the result.
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { BattleCard } from '../../../protocol/battle.ts'
import { type Arena, isDecided, type Shown } from '../parts/arena.ts'
import { useNames } from '../parts/use-names.ts'
import { useResult } from './use-result.ts'

interface AnnouncerProps {
  readonly battle: BattleCard
  readonly arena: Arena
  readonly shown: Shown | null
  /** Whether the same battle was made again. */
  readonly hasRematch: boolean
}

/** Returns what is told of the moment; empty where there is nothing new. */
function useWords({ battle, arena, shown }: Omit<AnnouncerProps, 'hasRematch'>): string {
  const { t, i18n } = useTranslation('battle')
  const { nameOf, sideName } = useNames()
  const result = useResult()
  const language = i18n.language as Language
  const moment = shown?.moment
  if (shown === null || moment === undefined) return battle.state === 'locked' ? t('said.locked') : ''
  if (moment.step === 'items') {
    const drops = arena.sides
      .flatMap((side) => side.seats)
      .flatMap(({ seat, drops: drawn }) => {
        const entry = drawn.at(-1)?.entry
        if (entry === undefined) return []
        const words = {
          name: nameOf(seat),
          item: itemName(entry.item, language),
          price: formatMoney(entry.priceCents),
        }
        return t('said.drop', words)
      })
    const ahead = arena.sides.filter(({ isAhead }) => isAhead)
    const [leader] = ahead
    const lead = ahead.length === 1 && leader !== undefined ? ` ${t('said.lead', { name: sideName(leader) })}` : ''
    return t('said.round', { round: moment.round, rounds: battle.rounds.length, drops: drops.join('; ') }) + lead
  }
  if (!isDecided(moment)) return ''
  const { main, hint, tie } = result(battle, arena, shown.drawn.result.potCents)
  return [main, hint, tie].filter((words) => words !== undefined).join('. ')
}

/** Returns who has taken a seat since the page was opened. */
function useJoined({ battle }: Pick<AnnouncerProps, 'battle'>): string {
  const { t } = useTranslation('battle')
  const { nameOf } = useNames()
  const known = useRef<ReadonlySet<string> | null>(null)
  const [joined, setJoined] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the seats
  useEffect(() => {
    const before = known.current
    known.current = new Set(battle.seats.map(({ seed }) => seed))
    const seat = before === null ? undefined : battle.seats.find(({ seed, own }) => !own && !before.has(seed))
    if (seat !== undefined) setJoined(t('said.seat', { name: nameOf(seat), slot: seat.slot }))
  }, [battle.seats])
  return joined
}

export function Announcer({ hasRematch, ...props }: AnnouncerProps): ReactElement {
  const { t } = useTranslation('battle')
  const words = useWords(props)
  const joined = useJoined(props)
  return (
    <>
      <p className="unseen" aria-live="polite">
        {props.battle.state === 'open' ? joined : ''}
      </p>
      <p className="unseen" aria-live="polite">
        {words}
      </p>
      <p className="unseen" aria-live="polite">
        {hasRematch ? t('rematchMade') : ''}
      </p>
    </>
  )
}
