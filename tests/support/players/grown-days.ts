// A site that was played on for two days: deposits, refunds, games, gifts, withdrawals, and a bot.
import { expect } from 'vitest'
import { createJobLease } from '../../../src/server/db/job-lease.ts'
import { withdrawals as withdrawalsTable } from '../../../src/server/db/schema-withdrawals.ts'
import { createNightlyJob } from '../../../src/server/jobs/nightly.ts'
import { createMetrics, type Metrics } from '../../../src/server/metrics/metrics.ts'
import type { DatabaseKind } from '../databases/databases.ts'
import { PAID, TestProvider } from '../outside/payment-provider.ts'
import { openTestSite, type TestSite, type TestSiteOptions } from '../sites/site.ts'
import { signContract, spinWheel, upgradeTwice, win, winForContract } from './games.ts'
import { depositPaid } from './gifts.ts'
import { choose, newTrader, turnOver, withdrawalsOf, withdrawNew } from './withdrawals.ts'

const GROWN_ZONE = 'Europe/Kyiv'

export interface GrownSite {
  readonly site: TestSite
  /** Moves the clock to a moment. */
  moveTo(moment: string): void
  now(): number
}

/** Opens a site on the noon before its first day ends, with a clock that stands still. */
export async function openDatedSite(kind: DatabaseKind, options: TestSiteOptions = {}): Promise<GrownSite> {
  let nowMs = Date.parse('2027-03-22T12:00:00Z')
  const now = (): number => nowMs
  const site = await openTestSite(kind, {
    payments: { providers: [new TestProvider()], standIn: undefined },
    environment: { TIME_ZONE: GROWN_ZONE },
    now,
    idClock: now,
    ...options,
  })
  const moveTo = (moment: string): void => {
    nowMs = Date.parse(moment)
  }
  return { site, now, moveTo }
}

/** Runs the nightly job; returns what it logged, and its metrics. */
export async function runNight(
  { site, now }: GrownSite,
  checksLedger = true,
): Promise<{
  readonly lines: readonly { readonly fields: object; readonly message: string }[]
  readonly metrics: Metrics
}> {
  const lines: { readonly fields: object; readonly message: string }[] = []
  const log = (fields: object, message: string): void => void lines.push({ fields, message })
  const metrics = createMetrics({ process: false })
  await createNightlyJob({
    db: site.db,
    publishing: site.services.publishing,
    lease: createJobLease({ db: site.db, now }),
    ...{ metrics, now, checksLedger },
    timeZone: GROWN_ZONE,
    log: { info: log, error: log },
  }).runOnce()
  return { lines, metrics }
}

/** Plays two days, 2027-03-22 and 23, and ends on the 24th at half past four. */
export async function playTwoDays(grown: GrownSite): Promise<void> {
  const { site, moveTo } = grown
  const player = await newTrader(site)
  for (let times = 0; times < 5; times++) await depositPaid(site, player, 5)
  for (let times = 0; times < 5; times++) await turnOver(player)
  const withdrawals = await withdrawNew(player, 3)
  moveTo('2027-03-22T13:30:00Z')
  await site.jobs.withdrawals.runOnce()
  const [accepted, declined] = (await withdrawalsOf(player)).filter(({ state }) => state === 'sent')
  if (accepted === undefined || declined === undefined) throw new Error(`Nothing was sent of ${withdrawals.length}`)
  await choose(site, accepted, 'accept')
  await choose(site, declined, 'decline')
  await site.db.queries.update(withdrawalsTable).set({ dueAt: new Date(0) })
  await site.jobs.withdrawals.runOnce()
  expect((await upgradeTwice(player, await win(player, 1), 10)).body.success).toBe(true)
  expect((await signContract(player, await winForContract(player, 3))).body.success).toBe(true)
  expect((await spinWheel(player, true)).body.success).toBe(true)
  moveTo('2027-03-23T10:00:00Z')
  const other = await site.newPlayer()
  await depositPaid(site, other, 20, [PAID, { kind: 'refunded' }])
  await win(other, 10)
  expect((await spinWheel(other)).body.success).toBe(true)
  const bot = await site.newPlayer()
  await site.db.asOwner(`update players set house = true where id = ${bot.playerId}`)
  await win(bot, 5)
  moveTo('2027-03-24T02:30:00Z')
}
