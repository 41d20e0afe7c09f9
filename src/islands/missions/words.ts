// What a mission asks for, in words.
import type { TFunction } from 'i18next'
import type { MissionView } from '../../contract/missions.ts'
import type { MissionGoal } from '../../game/rewards.ts'
import { formatMoney } from '../../i18n/format.ts'

/** Where each goal is played. */
export const PLACES: Readonly<Record<MissionGoal, string>> = {
  cases: '/',
  upgrades: '/upgrade',
  contracts: '/contracts',
  spent: '/',
}

/** What a mission asks for, e.g. "Open 10 cases". */
export function goalWords(t: TFunction<'missions'>, { goal, count }: Pick<MissionView, 'goal' | 'count'>): string {
  return goal === 'spent' ? t('goal.spent', { amount: formatMoney(count) }) : t(`goal.${goal}`, { count })
}

/** How far one has come, e.g. "7 of 10". */
export function progressWords(
  t: TFunction<'missions'>,
  { goal, count }: Pick<MissionView, 'goal' | 'count'>,
  done: number,
): string {
  const words = (value: number): string => (goal === 'spent' ? formatMoney(value) : String(value))
  return t('progress', { done: words(done), count: words(count) })
}
