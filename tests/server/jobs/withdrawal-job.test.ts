// The job that processes withdrawals: shared by processes, and robust against their end.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { TradeFailed, type TradeOrder, type TradeProvider } from '../../../src/server/trade/provider.ts'
import { SUITE_KINDS } from '../../support/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/site.ts'
import { choose, newTrader, withdrawalsOf, withdrawNew } from '../../support/withdrawals.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(SUITE_KINDS)('the job of withdrawals on %s', (kind) => {
  let site: TestSite
  let player: Browser
  let clock = Date.now()

  beforeAll(async () => {
    site = await openTestSite(kind, { now: () => clock })
  })

  afterAll(() => site.close())

  beforeEach(async () => {
    clock = Date.now()
    player = await newTrader(site)
  })

  afterEach(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
  })

  /** Returns the player's newest withdrawal after the job has processed everything that is due. */
  async function later(ms: number): Promise<Withdrawal> {
    clock += ms
    await site.jobs.withdrawals.runOnce()
    const [withdrawal] = await withdrawalsOf(player)
    if (withdrawal === undefined) throw new Error('There is no withdrawal')
    return withdrawal
  }

  it('makes one offer for each on two processes in parallel', async () => {
    const asked: string[] = []
    const counting: TradeProvider = {
      ...(site.components.trade.provider as TradeProvider),
      offer: (order: TradeOrder) => {
        asked.push(order.id)
        return (site.components.trade.provider as TradeProvider).offer(order)
      },
    }
    const components = { ...site.components, trade: { provider: counting, isOpen: true } }
    const jobs = [1, 2, 3].map(() => createJobs(components, site.services).withdrawals)
    const made = await withdrawNew(player, 10)
    await Promise.all(jobs.flatMap((job) => [job.runOnce(), job.runOnce()]))
    const ids = made.map(({ id }) => id).toSorted()
    // Others may still wait for their offers.
    expect(asked.filter((id) => ids.includes(id)).toSorted()).toEqual(ids)
    expect((await withdrawalsOf(player)).every(({ state }) => state === 'sent')).toBe(true)
  })

  it('finds the offer of a process that ended before it was recorded', async () => {
    const own = site.components.trade.provider as TradeProvider
    let crashes = true
    const crashing: TradeProvider = {
      ...own,
      offer: async (order) => {
        const offered = await own.offer(order)
        if (crashes) throw new TradeFailed('the process ended')
        return offered
      },
    }
    const components = { ...site.components, trade: { provider: crashing, isOpen: true } }
    const { withdrawals } = createJobs(components, site.services)
    const [asked] = await withdrawNew(player)
    await withdrawals.runOnce()
    expect((await withdrawalsOf(player))[0]).toMatchObject({ id: asked?.id, state: 'buying' })
    crashes = false
    clock += HOUR_MS
    await withdrawals.runOnce()
    const [found] = await withdrawalsOf(player)
    expect(found).toMatchObject({ state: 'sent' })
    await choose(site, found as Withdrawal, 'accept')
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
  })

  it('takes over work of another process when its lease has expired', async () => {
    const [asked] = await withdrawNew(player)
    // The state that a killed process leaves between the two: claimed, and stored as being bought.
    await site.db.asOwner(`update withdrawals set due_at = now() + interval '5 minutes', state = 'buying'
        where id = '${asked?.id}'; insert into withdrawal_steps (withdrawal_id, state) values ('${asked?.id}', 'buying')`)
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'buying' })
    expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent' })
  })

  it('notices the choice of a visitor in the stand-in while it runs', async () => {
    const running = createJobs(site.components, site.services).withdrawals
    running.start()
    try {
      await withdrawNew(player)
      await expect.poll(async () => (await withdrawalsOf(player))[0]?.state).toBe('sent')
      const [offered] = await withdrawalsOf(player)
      await choose(site, offered as Withdrawal, 'decline')
      await expect.poll(async () => (await withdrawalsOf(player))[0]?.state).toBe('declined')
    } finally {
      await running.stop()
    }
  })
})
