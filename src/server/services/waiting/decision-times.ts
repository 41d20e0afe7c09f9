// How long the decisions of people take, measured over 30 days: what players read of what waits for one.

import { type Decisions, PERSON_QUEUES, type PersonQueue, usualTime } from '../../../game/base/decision-times.ts'
import { DAY_MS } from '../../../game/payments/limits.ts'
import type { PaymentRules } from '../../../game/payments/payment-rules.ts'
import type { UsualTimes } from '../../../protocol/waiting.ts'
import type { Database } from '../../db/database.ts'

const MEASURED_MS = 30 * DAY_MS

/** How long a measurement is used: a median of a month hardly moves in an hour. */
const KEPT_MS = 3_600_000

/** Steps of withdrawals are looked through from the newest, this many at most, so that a long history costs no more. */
const STEPS_MOST = 20_000

/** $1 is the time from which decisions count. Prices have no history of their holds, and most bans never end: those stay as promised. */
const DURATIONS = {
  name: 'decision-times',
  text: `
with steps as (
  select id, withdrawal_id, state, at from withdrawal_steps order by id desc limit ${STEPS_MOST}
), decided as (
  select 'withdrawals' as queue, next.at - review.at as took
  from steps review join lateral (
    select at from withdrawal_steps later
    where later.withdrawal_id = review.withdrawal_id and later.id > review.id order by later.id limit 1
  ) next on true
  where review.state = 'review' and next.at >= $1::timestamptz
  union all
  select 'payments', ended_at - at from kept_payments where ended_at >= $1::timestamptz
  union all
  select 'deposits', lifted_at - at from withdrawal_freezes where reason = 'fraud-warning' and lifted_at >= $1::timestamptz
)
select queue, count(*)::int as count,
  extract(epoch from percentile_cont(0.5) within group (order by took)) * 1000 as median
from decided group by queue`,
}

interface DurationRow {
  readonly queue: PersonQueue
  readonly count: number
  readonly median: string | number
}

export interface DecisionTimes {
  /** Returns how long decisions usually take; measured at most once an hour. */
  read(): Promise<UsualTimes>
  /** Returns what was read last, and before that what is promised. */
  latest(): UsualTimes
}

export interface DecisionTimesParts {
  readonly db: Database
  readonly catalogue: () => { readonly payments: Pick<PaymentRules, 'decisionHours'> }
  readonly now: () => number
}

/** Makes the measurement over a database. */
export function createDecisionTimes({ db, catalogue, now }: DecisionTimesParts): DecisionTimes {
  let measured: { readonly atMs: number; readonly decisions: Promise<ReadonlyMap<string, Decisions>> } | undefined

  async function measure(): Promise<ReadonlyMap<string, Decisions>> {
    const rows = await db.run<DurationRow>(DURATIONS, [new Date(now() - MEASURED_MS).toISOString()])
    return new Map(rows.map(({ queue, count, median }) => [queue, { count, medianMs: Number(median) }]))
  }

  function decisions(): Promise<ReadonlyMap<string, Decisions>> {
    if (measured !== undefined && now() - measured.atMs < KEPT_MS) return measured.decisions
    const reading = { atMs: now(), decisions: measure() }
    measured = reading
    reading.decisions.catch(() => {
      if (measured === reading) measured = undefined
    })
    return reading.decisions
  }

  let latest: ReadonlyMap<string, Decisions> = new Map()

  function timesOf(known: ReadonlyMap<string, Decisions>): UsualTimes {
    const { decisionHours } = catalogue().payments
    return Object.fromEntries(
      PERSON_QUEUES.map((queue) => [queue, usualTime(known.get(queue) ?? null, decisionHours[queue])]),
    ) as UsualTimes
  }

  return {
    read: async () => {
      latest = await decisions()
      return timesOf(latest)
    },
    latest: () => timesOf(latest),
  }
}
