// What the site decides by itself, in the audit: refunds, kept payments, freezes, reviews and holds, each in its own transaction.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import events from '../../../src/i18n/locales/en/office-events.json'
import { type Database, queryRows } from '../../../src/server/db/database.ts'
import { banPlayer, unbanPlayer } from '../../../src/server/services/account/bans.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { newTrader, withdrawNew } from '../../support/players/withdrawals.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'
import { openDisputeFixture } from '../payments/dispute-fixture.ts'
import { openWithdrawalFixture } from '../withdrawal/withdrawal-fixture.ts'

const MINUTE_MS = 60_000

/** The reasons for which the office has words. */
const REASONS: readonly string[] = [...Object.keys(events.reasons), ...Object.keys(events.review)]

/** The rows about a subject, with who decided; each of their reasons is one that the office has words for. */
async function rowsOf(db: Database, subject: string | number) {
  const rows = await queryRows<{ verb: string; actor: string; before: unknown; after: unknown; reason: string | null }>(
    db.queries,
    `select verb, actor_kind || ' ' || actor as actor, before, after, reason from audit
      where subject = '${subject}' and actor_kind = 'job' order by position`,
  )
  for (const { reason } of rows) for (const code of reason?.split(', ') ?? []) expect(REASONS).toContain(code)
  return rows
}

describe.each(SUITE_KINDS)('payments in the audit on %s', (kind) => {
  const { fixture, paid } = openDisputeFixture(kind)
  const { created, sendState, newest } = fixture

  it('name what a warning of fraud froze and refunded', async () => {
    const { id } = await paid(20)
    await sendState(id, { kind: 'fraud-warning', reason: 'made_with_stolen_card' })
    const { db } = fixture.site
    expect(await rowsOf(db, id)).toMatchObject([
      {
        verb: 'orders.refund',
        actor: 'job payments',
        before: { state: 'paid' },
        after: { state: 'refunded', refundedMinor: 2_000, amount: 2_000 },
        reason: 'fraud-warning',
      },
    ])
    expect(await rowsOf(db, fixture.player.playerId)).toMatchObject([
      { verb: 'players.freeze', actor: 'job payments', after: { frozen: true, order: id }, reason: 'fraud-warning' },
    ])
  })

  it('name what was kept, and sent back', async () => {
    const id = await created({ sum: 10 })
    await banPlayer(fixture.site.db, fixture.player.playerId, 'Two accounts', OPERATOR)
    await sendState(id, PAID)
    expect(await rowsOf(fixture.site.db, id)).toMatchObject([
      { verb: 'orders.keep', actor: 'job payments', before: { kept: 0 }, after: { kept: 1_000 }, reason: 'ban' },
      { verb: 'orders.return', actor: 'job payments', before: { payment: 1_000 }, after: { state: 'refunded' } },
    ])
  })

  it('name no refund that the provider did not take', async () => {
    const { id } = await paid(20)
    fixture.provider.down = true
    await sendState(id, { kind: 'fraud-warning', reason: 'misc' })
    fixture.provider.down = false
    expect(await newest()).toMatchObject({ id, state: 'paid' })
    expect(await rowsOf(fixture.site.db, id)).toEqual([])
  })
})

describe.each(SUITE_KINDS)('held withdrawals in the audit on %s', (kind) => {
  const fixture = openWithdrawalFixture(kind)

  it('name the hold once, however often the job looks', async () => {
    const [withdrawal] = await withdrawNew(fixture.player)
    await banPlayer(fixture.site.db, fixture.player.playerId, 'Two accounts', OPERATOR)
    for (const ms of [0, 5 * MINUTE_MS, 5 * MINUTE_MS]) await fixture.later(ms)
    const row = { verb: 'withdrawals.hold', actor: 'job withdrawals', before: { state: 'requested', hold: null } }
    expect(await rowsOf(fixture.site.db, withdrawal?.id ?? '')).toMatchObject([
      { ...row, after: { hold: 'ban', until: null }, reason: 'ban' },
    ])
    await unbanPlayer(fixture.site.db, fixture.player.playerId, 'It was their brother', OPERATOR)
    expect(await fixture.later(5 * MINUTE_MS)).toMatchObject({ state: 'sent' })
    expect(await rowsOf(fixture.site.db, withdrawal?.id ?? '')).toHaveLength(1)
  })
})

describe.each(SUITE_KINDS)('reviews in the audit on %s', (kind) => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(kind, { environment: { WITHDRAWAL_CHECKS: 'on' } })
  })

  afterAll(() => site.close())

  it('name the reasons', async () => {
    const [withdrawal] = await withdrawNew(await newTrader(site))
    await site.jobs.withdrawals.runOnce()
    const [row, ...others] = await rowsOf(site.db, withdrawal?.id ?? '')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      verb: 'withdrawals.review',
      actor: 'job withdrawals',
      before: { state: 'requested' },
      after: { state: 'review', review: expect.arrayContaining(['no-deposit']) },
      reason: expect.stringContaining('no-deposit'),
    })
  })
})
