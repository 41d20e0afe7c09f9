// The job that processes withdrawals: shared by processes, and robust against their end.
import { describe, expect, it, vi } from 'vitest'
import type { Withdrawal } from '../../../src/protocol/withdrawal.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { readBacklog } from '../../../src/server/services/operations/backlog.ts'
import {
  failWithdrawal,
  retryWithdrawal,
  WithdrawalActionRefused,
} from '../../../src/server/services/withdrawal/operator.ts'
import { TradeFailed, type TradeOrder, type TradeProvider } from '../../../src/server/trade/provider.ts'
import { openWithdrawalFixture } from '../../api/withdrawal/withdrawal-fixture.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { choose, withdrawalsOf, withdrawNew } from '../../support/players/withdrawals.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(SUITE_KINDS)('the job of withdrawals on %s', (kind) => {
  const fixture = openWithdrawalFixture(kind)
  const { later } = fixture

  it('makes one offer for each on two processes in parallel', async () => {
    const asked: string[] = []
    const counting: TradeProvider = {
      ...(fixture.site.components.trade.provider as TradeProvider),
      offer: (order: TradeOrder) => {
        asked.push(order.id)
        return (fixture.site.components.trade.provider as TradeProvider).offer(order)
      },
    }
    const components = { ...fixture.site.components, trade: { provider: counting, isOpen: true } }
    const jobs = [1, 2, 3].map(() => createJobs(components, fixture.site.services).withdrawals)
    const made = await withdrawNew(fixture.player, 10)
    await Promise.all(jobs.flatMap((job) => [job.runOnce(), job.runOnce()]))
    const ids = made.map(({ id }) => id).toSorted()
    // Others may still wait for their offers.
    expect(asked.filter((id) => ids.includes(id)).toSorted()).toEqual(ids)
    expect((await withdrawalsOf(fixture.player)).every(({ state }) => state === 'sent')).toBe(true)
  })

  it('finds the offer of a process that ended before it was recorded', async () => {
    const own = fixture.site.components.trade.provider as TradeProvider
    let crashes = true
    const crashing: TradeProvider = {
      ...own,
      offer: async (order) => {
        const offered = await own.offer(order)
        if (crashes) throw new TradeFailed('the process ended')
        return offered
      },
    }
    const components = { ...fixture.site.components, trade: { provider: crashing, isOpen: true } }
    const { withdrawals } = createJobs(components, fixture.site.services)
    const [asked] = await withdrawNew(fixture.player)
    await withdrawals.runOnce()
    expect((await withdrawalsOf(fixture.player))[0]).toMatchObject({ id: asked?.id, state: 'buying' })
    crashes = false
    fixture.nowMs += HOUR_MS
    await withdrawals.runOnce()
    const [found] = await withdrawalsOf(fixture.player)
    expect(found).toMatchObject({ state: 'sent' })
    await choose(fixture.site, found as Withdrawal, 'accept')
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
  })

  it('takes over work of another process when its lease has expired', async () => {
    const [asked] = await withdrawNew(fixture.player)
    // The state that a killed process leaves between the two: claimed, and stored as being bought.
    await fixture.site.db.asOwner(`update withdrawals set due_at = now() + interval '5 minutes', state = 'buying'
        where id = '${asked?.id}'; insert into withdrawal_steps (withdrawal_id, state) values ('${asked?.id}', 'buying')`)
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'buying' })
    // It may have made the offer: a second look has to find none.
    expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'buying' })
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'sent' })
  })

  it('notices the choice of a visitor in the stand-in while it runs', async () => {
    const running = createJobs(fixture.site.components, fixture.site.services).withdrawals
    running.start()
    try {
      await withdrawNew(fixture.player)
      await expect.poll(async () => (await withdrawalsOf(fixture.player))[0]?.state).toBe('sent')
      const [offered] = await withdrawalsOf(fixture.player)
      await choose(fixture.site, offered as Withdrawal, 'decline')
      await expect.poll(async () => (await withdrawalsOf(fixture.player))[0]?.state).toBe('declined')
    } finally {
      await running.stop()
    }
  })

  describe('while an offer is being made', () => {
    /** A provider whose next offer waits until it is let go; counts the requests. */
    function openSlowProvider(changes: Partial<TradeProvider> = {}) {
      const own = fixture.site.components.trade.provider as TradeProvider
      const offering = Promise.withResolvers<void>()
      const started = Promise.withResolvers<void>()
      const asked: string[] = []
      const provider: { -readonly [Name in keyof TradeProvider]: TradeProvider[Name] } = {
        ...own,
        offer: async (order) => {
          asked.push(order.id)
          started.resolve()
          await offering.promise
          return own.offer(order)
        },
        ...changes,
      }
      const components = { ...fixture.site.components, trade: { provider, isOpen: true } }
      const openJob = () => createJobs(components, fixture.site.services).withdrawals
      return { provider, asked, openJob, started: started.promise, letGo: () => offering.resolve() }
    }

    const byHand = { reason: 'they asked for it', byHand: true } as const

    it('lets no operator give it up or process it again', async () => {
      const { provider, asked, openJob, started, letGo } = openSlowProvider()
      const parts = { db: fixture.site.db, provider, now: () => fixture.nowMs, by: OPERATOR }
      const [made] = await withdrawNew(fixture.player)
      const id = made?.id ?? ''
      const running = openJob().runOnce()
      await started
      await expect(failWithdrawal(parts, id, byHand)).rejects.toThrow(WithdrawalActionRefused)
      await expect(retryWithdrawal(parts, id)).rejects.toThrow(/is being processed/)
      await openJob().runOnce()
      letGo()
      await running
      expect(asked).toEqual([id])
      expect((await withdrawalsOf(fixture.player))[0]).toMatchObject({ id, state: 'sent' })
    })

    it('keeps its lease for as long as the call runs, also after it was reported as late', async () => {
      const { asked, openJob, started, letGo } = openSlowProvider()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      try {
        await withdrawNew(fixture.player)
        const running = openJob().runOnce()
        await started
        for (let quarter = 0; quarter < 40; quarter++) {
          fixture.nowMs += MINUTE_MS / 4
          await vi.advanceTimersByTimeAsync(MINUTE_MS / 4)
          // A renewal is a query of its own.
          await withdrawalsOf(fixture.player)
          await Promise.race([openJob().runOnce(), vi.advanceTimersByTimeAsync(0)])
        }
        expect(asked).toHaveLength(1)
        letGo()
        await running
        await expect.poll(async () => (await withdrawalsOf(fixture.player))[0]?.state).toBe('sent')
      } finally {
        vi.useRealTimers()
      }
    })

    it('cancels an offer that was made after the withdrawal had been given up, until it is cancelled', async () => {
      const own = fixture.site.components.trade.provider as TradeProvider
      let failures = 2
      const cancelled: string[] = []
      const { provider, openJob, started, letGo } = openSlowProvider({
        cancel: async (reference) => {
          if (failures-- > 0) throw new TradeFailed('no answer')
          cancelled.push(reference)
          await own.cancel(reference)
        },
      })
      const [made] = await withdrawNew(fixture.player)
      const id = made?.id ?? ''
      const running = openJob().runOnce()
      await started
      // The process was paused for longer than its lease, so that an operator could give the withdrawal up.
      fixture.nowMs += HOUR_MS
      await failWithdrawal({ db: fixture.site.db, provider, now: () => fixture.nowMs, by: OPERATOR }, id, byHand)
      letGo()
      await running
      expect((await withdrawalsOf(fixture.player))[0]).toMatchObject({ id, state: 'declined', reason: 'operator' })
      for (let round = 0; round < 4; round++) {
        fixture.nowMs += HOUR_MS
        await openJob().runOnce()
      }
      expect(cancelled).toHaveLength(1)
      expect(await own.fetchState(cancelled[0] ?? '')).toMatchObject({ kind: 'declined' })
    })

    it('is counted and logged when the player accepts the offer of a withdrawal that was given up', async () => {
      const own = fixture.site.components.trade.provider as TradeProvider
      const references: string[] = []
      const { provider, openJob, started, letGo } = openSlowProvider()
      provider.cancel = async (reference) => {
        references.push(reference)
        // The player is faster.
        await choose(fixture.site, { offer_url: own.urlOf(reference) }, 'accept')
        await own.cancel(reference)
      }
      const errors = vi.spyOn(fixture.site.components.log, 'error')
      const [made] = await withdrawNew(fixture.player)
      const id = made?.id ?? ''
      const before = await readBacklog(fixture.site.db, fixture.nowMs)
      const running = openJob().runOnce()
      await started
      fixture.nowMs += HOUR_MS
      await failWithdrawal({ db: fixture.site.db, provider, now: () => fixture.nowMs, by: OPERATOR }, id, byHand)
      letGo()
      await running
      expect((await readBacklog(fixture.site.db, fixture.nowMs)).offersToCancel).toBe(before.offersToCancel + 1)
      fixture.nowMs += MINUTE_MS
      await openJob().runOnce()
      const fields = { withdrawal: id, reference: references[0], player: fixture.player.playerId }
      expect(errors.mock.calls.filter(([logged]) => 'withdrawal' in Object(logged))).toEqual([
        [fields, expect.stringMatching(/they own the item twice$/)],
      ])
      errors.mockRestore()
      const after = await readBacklog(fixture.site.db, fixture.nowMs)
      expect(after).toMatchObject({ offersToCancel: before.offersToCancel, offersTaken: before.offersTaken + 1 })
      expect((await readBacklog(fixture.site.db, fixture.nowMs + 8 * 24 * HOUR_MS)).offersTaken).toBe(0)
    })

    it('searches for the offer of a dead process whose withdrawal was given up, and cancels it', async () => {
      const own = fixture.site.components.trade.provider as TradeProvider
      const [made] = await withdrawNew(fixture.player)
      const id = made?.id ?? ''
      const references: string[] = []
      const dying: TradeProvider = {
        ...own,
        offer: async (order) => {
          const offered = await own.offer(order)
          if (offered.kind === 'offered') references.push(offered.reference)
          throw new TradeFailed('the process ended')
        },
      }
      const components = { ...fixture.site.components, trade: { provider: dying, isOpen: true } }
      await createJobs(components, fixture.site.services).withdrawals.runOnce()
      expect((await withdrawalsOf(fixture.player))[0]).toMatchObject({ id, state: 'buying' })
      await failWithdrawal({ db: fixture.site.db, provider: own, now: () => fixture.nowMs, by: OPERATOR }, id, byHand)
      fixture.nowMs += MINUTE_MS
      await fixture.site.jobs.withdrawals.runOnce()
      expect(references).toHaveLength(1)
      expect(await own.fetchState(references[0] ?? '')).toMatchObject({ kind: 'declined' })
    })

    it('has an open offer if and only if it was not given up, however the two race', async () => {
      const provider = fixture.site.components.trade.provider as TradeProvider
      const parts = { db: fixture.site.db, provider, now: () => fixture.nowMs, by: OPERATOR }
      const made = await withdrawNew(fixture.player, 10)
      await Promise.all([
        ...[1, 2].map(() => fixture.site.jobs.withdrawals.runOnce()),
        ...made.map(({ id }) =>
          failWithdrawal(parts, id, byHand).catch((error: unknown) => {
            if (!(error instanceof WithdrawalActionRefused)) throw error
          }),
        ),
      ])
      for (let round = 0; round < 3; round++) {
        fixture.nowMs += HOUR_MS
        await fixture.site.jobs.withdrawals.runOnce()
      }
      for (const { id, state } of await withdrawalsOf(fixture.player)) {
        const reference = await provider.find({
          id,
          marketHashName: '',
          tradeLink: '',
          steamid: '',
          requestedAt: new Date(0),
        })
        const offer = reference === undefined ? undefined : await provider.fetchState(reference)
        expect([state, offer?.kind]).toEqual(state === 'sent' ? ['sent', 'waiting'] : ['declined', undefined])
      }
    })
  })
})
