// Holds: what stops withdrawals that were not sent yet, until it ends.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { heldItems, items } from '../../../src/server/db/schema.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { createJobs } from '../../../src/server/jobs/jobs.ts'
import { banPlayer, keepWithdrawals, unbanPlayer } from '../../../src/server/services/account/bans.ts'
import { freezeWithdrawals, liftFreezes } from '../../../src/server/services/account/freezes.ts'
import { lockPlayer } from '../../../src/server/services/calls/player.ts'
import { orderOf } from '../../../src/server/services/withdrawal/trade-order.ts'
import type { WithdrawalRow } from '../../../src/server/services/withdrawal/transitions.ts'
import { TradeFailed, type TradeProvider } from '../../../src/server/trade/provider.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { choose, newTrader, withdrawNew } from '../../support/players/withdrawals.ts'
import { openWithdrawalFixture } from './withdrawal-fixture.ts'

const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('held withdrawals on %s', (kind) => {
  const fixture = openWithdrawalFixture(kind)
  const { later } = fixture

  /** Returns the player's newest withdrawal as it is. */
  const latest = async () =>
    (await fixture.site.services.withdrawal.list(fixture.player.playerId, undefined)).withdrawals[0]
  const ban = (keeps = false) => banPlayer(fixture.site.db, fixture.player.playerId, 'Two accounts', OPERATOR, keeps)

  const orderId = randomUUID()
  const freeze = () =>
    fixture.site.db.transaction(async (tx) => {
      await lockPlayer(tx, fixture.player.playerId)
      await freezeWithdrawals(
        tx,
        { playerId: fixture.player.playerId, reason: 'fraud-warning', orderId },
        new Date(fixture.nowMs),
      )
    })
  const lift = () =>
    fixture.site.db.transaction((tx) =>
      liftFreezes(
        tx,
        { playerId: fixture.player.playerId, reason: 'fraud-warning' },
        new Date(fixture.nowMs),
        OPERATOR,
      ),
    )

  it('wait during a ban, and go on when it is lifted', async () => {
    await withdrawNew(fixture.player)
    await ban()
    expect(await later(0)).toMatchObject({
      state: 'requested',
      wait: { reason: 'ban', decided: { by: 'person', queue: 'accounts' } },
    })
    expect(await later(MINUTE_MS)).toMatchObject({
      state: 'requested',
      wait: { reason: 'ban', decided: { by: 'person', queue: 'accounts' } },
    })
    await unbanPlayer(fixture.site.db, fixture.player.playerId, 'It was their brother', OPERATOR)
    expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
  })

  it('go on during a ban that keeps them, also if it does so later', async () => {
    await withdrawNew(fixture.player)
    await ban(true)
    expect(await later(0)).toMatchObject({ state: 'sent' })
    fixture.player = await newTrader(fixture.site)
    await withdrawNew(fixture.player)
    await ban()
    expect(await later(0)).toMatchObject({ state: 'requested' })
    expect(await keepWithdrawals(fixture.site.db, fixture.player.playerId, OPERATOR)).toBe(true)
    expect(await keepWithdrawals(fixture.site.db, fixture.player.playerId, OPERATOR)).toBe(false)
    expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent' })
  })

  it('stay valid when their offer was sent before', async () => {
    await withdrawNew(fixture.player)
    const sent = await later(0)
    await ban()
    await choose(fixture.site, sent, 'accept')
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
  })

  describe('of a player whose deposit is suspicious', () => {
    it('wait, and go on when the freeze is lifted', async () => {
      await withdrawNew(fixture.player)
      await freeze()
      expect(await later(0)).toMatchObject({
        state: 'requested',
        wait: { reason: 'fraud-warning', decided: { by: 'person', queue: 'deposits' } },
      })
      expect(await lift()).toBe(1)
      expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
    })

    it('take back an offer that was sent, at once', async () => {
      await withdrawNew(fixture.player)
      expect(await later(0)).toMatchObject({ state: 'sent' })
      await freeze()
      expect(await later(0)).toMatchObject({ state: 'declined', reason: 'frozen' })
      expect((await fixture.player.get('/api/user/items')).body.items).toHaveLength(1)
    })

    it('stay with the player when they accepted the offer before', async () => {
      await withdrawNew(fixture.player)
      await choose(fixture.site, await later(0), 'accept')
      await freeze()
      expect(await later(0)).toMatchObject({ state: 'protected' })
    })
  })

  describe('whose offer may have been made', () => {
    /** Leaves a withdrawal in 'buying' whose offer was made, but whose answer was lost. */
    async function loseAnswer(): Promise<string> {
      const own = fixture.site.components.trade.provider as TradeProvider
      let reference = ''
      const losing: TradeProvider = {
        ...own,
        offer: async (order) => {
          const offered = await own.offer(order)
          if (offered.kind === 'offered') reference = offered.reference
          throw new TradeFailed('no answer')
        },
      }
      await withdrawNew(fixture.player)
      const components = { ...fixture.site.components, trade: { provider: losing, isOpen: true } }
      await createJobs(components, fixture.site.services).withdrawals.runOnce()
      return reference
    }

    it('are taken back, and offered anew after the hold', async () => {
      const reference = await loseAnswer()
      await ban()
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'requested', wait: { reason: 'ban' } })
      const provider = fixture.site.components.trade.provider as TradeProvider
      expect(await provider.fetchState(reference)).toMatchObject({ kind: 'declined' })
      await unbanPlayer(fixture.site.db, fixture.player.playerId, 'It was their brother', OPERATOR)
      const sent = await later(5 * MINUTE_MS)
      expect(sent).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
      await choose(fixture.site, sent, 'accept')
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
    })

    it('are sent when the player has accepted it already', async () => {
      const reference = await loseAnswer()
      const provider = fixture.site.components.trade.provider as TradeProvider
      await choose(fixture.site, { offer_url: provider.urlOf(reference) }, 'accept')
      await ban()
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
    })
  })

  describe('whose hold comes while the offer is made', () => {
    const kindOf = async (id: string): Promise<string> => {
      const [row] = await fixture.site.db.queries.select({ itemId: items.itemId }).from(items).where(eq(items.id, id))
      return row?.itemId ?? ''
    }
    const holds = {
      ban: {
        begin: () => ban(),
        end: () => unbanPlayer(fixture.site.db, fixture.player.playerId, 'It was their brother', OPERATOR),
      },
      'fraud-warning': {
        begin: freeze,
        end: lift,
      },
      price: {
        begin: async (itemId: string) => {
          const held = { itemId: await kindOf(itemId), seen: cents(100), since: new Date(fixture.nowMs) }
          await fixture.site.db.queries.insert(heldItems).values(held)
        },
        end: () => fixture.site.db.queries.delete(heldItems),
      },
    }

    /** Makes an offer during which something happens; returns its reference. */
    async function offerDuring(happens: () => Promise<unknown>): Promise<string> {
      const own = fixture.site.components.trade.provider as TradeProvider
      let reference = ''
      const slow: TradeProvider = {
        ...own,
        offer: async (order) => {
          const offered = await own.offer(order)
          if (offered.kind === 'offered') reference = offered.reference
          await happens()
          return offered
        },
      }
      const components = { ...fixture.site.components, trade: { provider: slow, isOpen: true } }
      await createJobs(components, fixture.site.services).withdrawals.runOnce()
      return reference
    }

    it.each(['ban', 'fraud-warning', 'price'] as const)('are taken back at once, by %s', async (reason) => {
      const [requested] = await withdrawNew(fixture.player)
      const reference = await offerDuring(() => holds[reason].begin(requested?.item_id ?? ''))
      expect(await latest()).toMatchObject({ state: 'requested', wait: { reason } })
      const provider = fixture.site.components.trade.provider as TradeProvider
      expect(await provider.fetchState(reference)).toMatchObject({ kind: 'declined' })
      await holds[reason].end()
      expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent', wait: { reason: 'accept' } })
    })

    it('are sent when the player has accepted the offer meanwhile', async () => {
      await withdrawNew(fixture.player)
      const provider = fixture.site.components.trade.provider as TradeProvider
      await offerDuring(async () => {
        const [order] = await fixture.site.db.queries
          .select()
          .from(withdrawals)
          .where(eq(withdrawals.playerId, fixture.player.playerId))
        const reference = (await provider.find(await orderOf(fixture.site.db.queries, order as WithdrawalRow))) ?? ''
        await choose(fixture.site, { offer_url: provider.urlOf(reference) }, 'accept')
        await ban()
      })
      expect(await latest()).toMatchObject({ state: 'sent' })
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
    })
  })
})
