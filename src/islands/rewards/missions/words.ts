// The texts of a mission: its goal and its progress.
import type { TFunction } from 'i18next'
import type { MissionGoal } from '../../../game/rewards/rewards.ts'
import { formatMoney } from '../../../i18n/format.ts'
import type { MissionView } from '../../../protocol/missions.ts'

/** The page where each goal is played. */
export const GOAL_PAGES: Readonly<Record<MissionGoal, string>> = {
  cases: '/',
  upgrades: '/upgrade',
  contracts: '/contracts',
  spent: '/',
}

/** Returns the goal of a mission as text, e.g. "Open 10 cases". */
export function goalWords(t: TFunction<'missions'>, { goal, count }: Pick<MissionView, 'goal' | 'count'>): string {
  return goal === 'spent' ? t('goal.spent', { amount: formatMoney(count) }) : t(`goal.${goal}`, { count })
}

/** Returns the progress of a mission as text, e.g. "7 of 10". */
export function progressWords(
  t: TFunction<'missions'>,
  { goal, count }: Pick<MissionView, 'goal' | 'count'>,
  done: number,
): string {
  const words = (value: number): string => (goal === 'spent' ? formatMoney(value) : String(value))
  return t('progress', { done: words(done), count: words(count) })
}
