// Holds: what stops withdrawals that were not sent yet, until it ends.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Withdrawal } from '../../src/protocol/withdrawal.ts'
import { createJobs } from '../../src/server/jobs/jobs.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { banPlayer, keepWithdrawals, unbanPlayer } from '../../src/server/services/account/bans.ts'
import { freezeWithdrawals, liftFreezes } from '../../src/server/services/account/freezes.ts'
import { lockPlayer } from '../../src/server/services/kernel/player.ts'
import { TradeFailed, type TradeProvider } from '../../src/server/trade/provider.ts'
import { SUITE_KINDS } from '../support/databases.ts'
import { type Browser, openTestSite, type TestSite } from '../support/site.ts'
import { choose, newTrader, withdrawNew } from '../support/withdrawals.ts'

const MINUTE_MS = 60_000

describe.each(SUITE_KINDS)('held withdrawals on %s', (kind) => {
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
    // A banned player cannot ask.
    const [withdrawal] = (await site.services.withdrawal.list(player.playerId, undefined)).withdrawals
    if (withdrawal === undefined) throw new Error('There is no withdrawal')
    return withdrawal
  }

  const ban = (keeps = false) => banPlayer(site.db, player.playerId, 'Two accounts', keeps)

  it('wait during a ban, and go on when it is lifted', async () => {
    await withdrawNew(player)
    await ban()
    expect(await later(0)).toMatchObject({ state: 'requested', held: { reason: 'ban', until: null } })
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'requested', held: { reason: 'ban', until: null } })
    await unbanPlayer(site.db, player.playerId, 'It was their brother')
    expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent', held: null })
  })

  it('go on during a ban that keeps them, also if it does so later', async () => {
    await withdrawNew(player)
    await ban(true)
    expect(await later(0)).toMatchObject({ state: 'sent' })
    player = await newTrader(site)
    await withdrawNew(player)
    await ban()
    expect(await later(0)).toMatchObject({ state: 'requested' })
    expect(await keepWithdrawals(site.db, player.playerId)).toBe(true)
    expect(await keepWithdrawals(site.db, player.playerId)).toBe(false)
    expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent' })
  })

  it('stay valid when their offer was sent before', async () => {
    await withdrawNew(player)
    const sent = await later(0)
    await ban()
    await choose(site, sent, 'accept')
    expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
  })

  describe('of a player whose deposit is suspicious', () => {
    const orderId = randomUUID()
    const freeze = () =>
      site.db.transaction(async (tx) => {
        await lockPlayer(tx, player.playerId)
        await freezeWithdrawals(tx, { playerId: player.playerId, reason: 'fraud-warning', orderId }, new Date(clock))
      })
    const lift = () =>
      site.db.transaction((tx) =>
        liftFreezes(tx, { playerId: player.playerId, reason: 'fraud-warning' }, new Date(clock)),
      )

    it('wait, and go on when the freeze is lifted', async () => {
      await withdrawNew(player)
      await freeze()
      expect(await later(0)).toMatchObject({ state: 'requested', held: { reason: 'fraud-warning', until: null } })
      expect(await lift()).toBe(1)
      expect(await later(5 * MINUTE_MS)).toMatchObject({ state: 'sent', held: null })
    })

    it('take back an offer that was sent, at once', async () => {
      await withdrawNew(player)
      expect(await later(0)).toMatchObject({ state: 'sent' })
      await freeze()
      expect(await later(0)).toMatchObject({ state: 'declined', reason: 'frozen' })
      expect((await player.get('/api/user/items')).body.items).toHaveLength(1)
    })

    it('stay with the player when they accepted the offer before', async () => {
      await withdrawNew(player)
      await choose(site, await later(0), 'accept')
      await freeze()
      expect(await later(0)).toMatchObject({ state: 'protected' })
    })
  })

  describe('whose offer may have been made', () => {
    /** Leaves a withdrawal in 'buying' whose offer was made, but whose answer was lost. */
    async function loseAnswer(): Promise<string> {
      const own = site.components.trade.provider as TradeProvider
      let reference = ''
      const losing: TradeProvider = {
        ...own,
        offer: async (order) => {
          const offered = await own.offer(order)
          if (offered.kind === 'offered') reference = offered.reference
          throw new TradeFailed('no answer')
        },
      }
      await withdrawNew(player)
      const components = { ...site.components, trade: { provider: losing, isOpen: true } }
      await createJobs(components, site.services).withdrawals.runOnce()
      return reference
    }

    it('are taken back, and offered anew after the hold', async () => {
      const reference = await loseAnswer()
      await ban()
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'requested', held: { reason: 'ban' } })
      const provider = site.components.trade.provider as TradeProvider
      expect(await provider.fetchState(reference)).toMatchObject({ kind: 'declined' })
      await unbanPlayer(site.db, player.playerId, 'It was their brother')
      const sent = await later(5 * MINUTE_MS)
      expect(sent).toMatchObject({ state: 'sent', held: null })
      await choose(site, sent, 'accept')
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
    })

    it('are sent when the player has accepted it already', async () => {
      const reference = await loseAnswer()
      const provider = site.components.trade.provider as TradeProvider
      await choose(site, { offer_url: provider.urlOf(reference) }, 'accept')
      await ban()
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'sent', held: null })
      expect(await later(MINUTE_MS)).toMatchObject({ state: 'protected' })
    })
  })
})
