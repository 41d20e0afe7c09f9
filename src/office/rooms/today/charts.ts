// What the charts of a period show: its hours or its days, each beside the same one of the period before.
import { HOUR_FIGURES, type HourFigures, sumHours } from '../../../game/office/figures.ts'
import type { TodayReply } from '../../../protocol/office/today.ts'

/** A step of a chart: an hour, or a day. */
export interface Step {
  readonly key: string
  readonly day: string
  /** The first moment of an hour; null for a day. */
  readonly at: number | null
  readonly figures: HourFigures
  readonly before: HourFigures | undefined
}

/** Returns the steps of the charts. */
export function stepsOf(reply: TodayReply, by: 'hour' | 'day'): readonly Step[] {
  if (by === 'hour') {
    return reply.hours.map((figures, index) => {
      return { key: String(figures.at), day: figures.day, at: figures.at, figures, before: reply.hoursBefore[index] }
    })
  }
  return reply.days.map((figures, index) => {
    return { key: figures.day, day: figures.day, at: null, figures, before: reply.daysBefore[index] }
  })
}

/**
 * Returns what a period is compared with: the whole period before it, or, while its last day runs, the same hours of it. Different players
 * are compared once the day is over.
 */
export function comparedWith(reply: TodayReply): Partial<NonNullable<TodayReply['totalBefore']>> {
  const { totalBefore, period, today, hours, hoursBefore } = reply
  if (totalBefore === null) return {}
  if (period.last !== today) return totalBefore
  if (hours.length === 0) {
    // A long period: one hour more or less of it is nothing.
    return Object.fromEntries(HOUR_FIGURES.map((name) => [name, totalBefore[name]]))
  }
  return sumHours(hoursBefore.slice(0, hours.length))
}
