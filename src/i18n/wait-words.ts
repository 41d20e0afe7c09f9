// The words of what waits: one text for lists, items, withdrawals and notifications.
import type { TFunction } from 'i18next'
import type { PersonQueue, UsualTime } from '../game/base/decision-times.ts'
import { cents } from '../game/base/money.ts'
import { ACTION_OF, type Wait } from '../game/withdrawal/waiting.ts'
import { formatDateTime, formatMoney } from './format.ts'

/** How long decisions of people usually take. */
export type UsualTimesOfQueues = Readonly<Record<PersonQueue, UsualTime>>

export interface WaitWordsParts {
  readonly t: TFunction<'waiting'>
  /** Null while it is unknown: then no time is named. */
  readonly usual: UsualTimesOfQueues | null
}

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Returns a span in minutes, hours from an hour and a half on, or days from two on, as '5 hours'. */
export function spanWords(minutes: number, t: TFunction<'waiting'>): string {
  if (minutes < 1.5 * HOUR_MINUTES) return t('span.minutes', { count: minutes })
  if (minutes < 2 * DAY_MINUTES) return t('span.hours', { count: Math.round(minutes / HOUR_MINUTES) })
  return t('span.days', { count: Math.round(minutes / DAY_MINUTES) })
}

/**
 * Returns why something waits, in a sentence or two.
 *
 * @param next the limit from then on, in cents, where one is to rise; null for none
 */
export function waitReasonWords(
  { subject, reason, grounds = [] }: Wait,
  { t }: Pick<WaitWordsParts, 't'>,
  next: number | null = null,
): string {
  // Of all gifts together, not of one item.
  const isPlural = subject === 'gifts' && reason === 'gift'
  const why = t(isPlural ? 'why.gifts' : `why.${reason}`, { next: next === null ? t('noLimit') : formatMoney(next) })
  if (grounds.length === 0) return why
  const list = grounds.map((ground) => t(`grounds.${ground}`)).join(', ')
  return `${why} ${t('grounds.label', { list })}`
}

/** Returns who decides, and by when, in a sentence. */
export function waitDecisionWords({ decided, subject, reason }: Wait, { t, usual }: WaitWordsParts): string {
  switch (decided.by) {
    case 'time':
      return t(subject === 'payment' ? 'decided.refund' : 'decided.time', { at: formatDateTime(decided.at) })
    case 'person': {
      if (usual === null) return t('decided.person')
      const { minutes, measured } = usual[decided.queue]
      return t(measured ? 'decided.measured' : 'decided.promised', { time: spanWords(minutes, t) })
    }
    case 'player':
      if (reason === 'debt') return t('decided.debt')
      return decided.until === null
        ? t('decided.player')
        : t('decided.playerUntil', { at: formatDateTime(decided.until) })
    case 'steam':
      return decided.until === null
        ? t('decided.steam')
        : t('decided.steamUntil', { at: formatDateTime(decided.until) })
    default:
      return t(`decided.${decided.by}`)
  }
}

/** Returns a wait as one text, for what has no place of its own for each part: why, who decides, and what its player can do. */
export function waitText(wait: Wait, parts: WaitWordsParts): string {
  const action = ACTION_OF[wait.reason]
  const can = action === null ? [] : [parts.t(`action.${action}`)]
  return [waitReasonWords(wait, parts), waitDecisionWords(wait, parts), ...can].map(asSentence).join(' ')
}

const asSentence = (text: string): string => (/[.?]$/.test(text) ? text : `${text}.`)

/** Returns the numbers that a wait rests on, as '$1.00 of $2.00 played'; null for none. */
export function waitRestsWords({ reason, amounts }: Wait, t: TFunction<'waiting'>): string | null {
  if (amounts === undefined) return null
  const need = formatMoney(cents(amounts.need))
  if (amounts.have !== null) {
    const have = formatMoney(cents(amounts.have))
    if (reason === 'turnover' || reason === 'gift' || reason === 'new-card') return t(`rests.${reason}`, { have, need })
    return null
  }
  if (reason === 'debt' || reason === 'raise') return t(`rests.${reason}`, { need })
  return t('rests.kept', { need })
}
