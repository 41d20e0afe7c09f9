// Answers of the trade provider that would give a player their item back: one wrong answer gives nothing away.
import { describe, expect, it } from 'vitest'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { failWithdrawal } from '../../../src/server/services/withdrawal/operator.ts'
import { TradeFailed, type TradeProvider, type TradeState } from '../../../src/server/trade/provider.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { withdrawNew } from '../../support/players/withdrawals.ts'
import { openWithdrawalFixture } from './withdrawal-fixture.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DECLINED: TradeState = { kind: 'declined', reason: 'declined', note: 'declined' }
const WAITING: TradeState = { kind: 'waiting' }
const ACCEPTED: TradeState = { kind: 'accepted' }
const REVERSED: TradeState = { kind: 'reversed', note: 'reversed' }

describe.each(SUITE_KINDS)('the readings of an offer on %s', (kind) => {
  const fixture = openWithdrawalFixture(kind)
  const { later } = fixture

  /** Returns a provider whose answers about offers are these, one after another. */
  function providerThatTells(answers: readonly (TradeState | Error)[]): TradeProvider {
    const left = [...answers]
    return {
      ...(fixture.site.components.trade.provider as TradeProvider),
      cancel: async () => undefined,
      fetchState: async () => {
        const answer = left.shift()
        if (answer === undefined) throw new Error('asked too often')
        if (answer instanceof Error) throw answer
        return answer
      },
    }
  }

  /** Sends a withdrawal, whose state is then read with these answers. */
  async function checked(answers: readonly (TradeState | Error)[]) {
    await withdrawNew(fixture.player)
    const { id } = await later(0)
    fixture.nowMs += MINUTE_MS
    const components = { ...fixture.site.components, trade: { provider: providerThatTells(answers), isOpen: true } }
    await createJobs(components, fixture.site.services).withdrawals.runOnce()
    const { withdrawals } = await fixture.site.services.withdrawal.list(fixture.player.playerId, undefined)
    const found = withdrawals.find((withdrawal) => withdrawal.id === id)
    if (found === undefined) throw new Error('The withdrawal is gone')
    return found
  }

  /** Runs the job with a provider of which some calls behave otherwise. */
  async function runWith(changes: Partial<TradeProvider>, ms: number) {
    fixture.nowMs += ms
    const provider = { ...(fixture.site.components.trade.provider as TradeProvider), ...changes }
    await createJobs(
      { ...fixture.site.components, trade: { provider, isOpen: true } },
      fixture.site.services,
    ).withdrawals.runOnce()
    const { withdrawals } = await fixture.site.services.withdrawal.list(fixture.player.playerId, undefined)
    return withdrawals[0]
  }

  /** Makes offers whose answers are lost; returns the ids of the orders. */
  function losingProvider() {
    const own = fixture.site.components.trade.provider as TradeProvider
    const offers: string[] = []
    const offer: TradeProvider['offer'] = async (order) => {
      offers.push(order.id)
      await own.offer(order)
      throw new TradeFailed('no answer')
    }
    return { offers, offer }
  }

  const ownedCount = async () => ((await fixture.player.get('/api/user/items')).body.items as unknown[]).length

  it.each([
    ['accepted', [DECLINED, ACCEPTED]],
    ['open', [DECLINED, WAITING]],
    ['exchanged', [DECLINED, { kind: 'exchanged', until: new Date(4e12), isSettled: false }]],
    ['reversed', [DECLINED, REVERSED]],
    ['unknown', [DECLINED, new TradeFailed('no answer')]],
    ['accepted after a reversal', [REVERSED, ACCEPTED]],
  ] satisfies [string, (TradeState | Error)[]][])('give nothing back when the second is: %s', async (_, answers) => {
    expect(await checked(answers)).toMatchObject({ state: 'sent' })
    expect(await ownedCount()).toBe(0)
    // The next look is right.
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'sent' })
  })

  it('give the item back when both say that it was declined', async () => {
    expect(await checked([DECLINED, DECLINED])).toMatchObject({ state: 'declined', reason: 'declined' })
    expect(await ownedCount()).toBe(1)
  })

  it('stop an operator who gives a withdrawal up', async () => {
    await withdrawNew(fixture.player)
    const { id } = await later(0)
    const { db } = fixture.site
    const parts = { db, provider: providerThatTells([DECLINED, ACCEPTED]), now: () => fixture.nowMs, by: OPERATOR }
    await expect(failWithdrawal(parts, id, { reason: 'asked by mail', byHand: false })).rejects.toThrow(TradeFailed)
    expect(await ownedCount()).toBe(0)
  })

  describe('whose answer was lost', () => {
    const findsNone: TradeProvider['find'] = async () => undefined

    it('are not made again when a single list comes without them', async () => {
      const { offers, offer } = losingProvider()
      await withdrawNew(fixture.player)
      await runWith({ offer }, 0)
      expect(await runWith({ offer, find: findsNone }, MINUTE_MS)).toMatchObject({ state: 'buying' })
      expect(offers).toHaveLength(1)
      // The next list names it.
      expect(await later(HOUR_MS)).toMatchObject({ state: 'sent' })
    })

    it('are made again once two looks of the job found none', async () => {
      const { offers, offer } = losingProvider()
      await withdrawNew(fixture.player)
      await runWith({ offer }, 0)
      for (const looks of [1, 2]) {
        await runWith({ offer, find: findsNone }, HOUR_MS)
        expect(offers).toHaveLength(looks)
      }
      // The second one failed too: what was missing before it says nothing about it.
      await runWith({ offer, find: findsNone }, HOUR_MS)
      expect(offers).toHaveLength(2)
    })

    it('do not end as unavailable when a single list comes without them', async () => {
      const { offer } = losingProvider()
      await withdrawNew(fixture.player)
      await runWith({ offer }, 0)
      const soldOut: Partial<TradeProvider> = { offer: async () => ({ kind: 'unavailable' }), find: findsNone }
      expect(await runWith(soldOut, MINUTE_MS)).toMatchObject({ state: 'buying' })
      expect(await runWith(soldOut, HOUR_MS)).toMatchObject({ state: 'unavailable' })
    })

    it('are not held as if there were none when a single list comes without them', async () => {
      const { offer } = losingProvider()
      await withdrawNew(fixture.player)
      await runWith({ offer }, 0)
      await banPlayer(fixture.site.db, fixture.player.playerId, 'They sell accounts', OPERATOR)
      expect(await runWith({ find: findsNone }, MINUTE_MS)).toMatchObject({ state: 'buying' })
      expect(await runWith({ find: findsNone }, HOUR_MS)).toMatchObject({ state: 'requested', wait: { reason: 'ban' } })
    })
  })

  it('take back an offer that a list does not name, when a hold comes while it is made', async () => {
    const own = fixture.site.components.trade.provider as TradeProvider
    let reference = ''
    await withdrawNew(fixture.player)
    const offer: TradeProvider['offer'] = async (order) => {
      const offered = await own.offer(order)
      if (offered.kind === 'offered') reference = offered.reference
      await banPlayer(fixture.site.db, fixture.player.playerId, 'They sell accounts', OPERATOR)
      return offered
    }
    await runWith({ offer, find: async () => undefined }, 0)
    expect(await own.fetchState(reference)).toMatchObject({ kind: 'declined' })
  })
})
