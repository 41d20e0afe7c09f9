// Money that is in open battles when a deposit goes back: it is out of them first, so that it is there to be taken.
import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { battlePayouts, battles } from '../../../src/server/db/schema-battles.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import type { PaymentState } from '../../../src/server/payments/provider.ts'
import { payPlayer } from '../../../src/server/services/money/pay.ts'
import { refundOrder } from '../../../src/server/services/payments/refunds.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { createBattle, joinBattle, settleBattles } from '../../support/players/battles.ts'
import { newTrader, turnOver } from '../../support/players/withdrawals.ts'
import type { Browser } from '../../support/sites/site.ts'
import { openDisputeFixture, START } from '../payments/dispute-fixture.ts'

describe.each(SUITE_KINDS)('battles of a player whose deposit goes back on %s', (kind) => {
  const { fixture, frozen, paid, spend, account, notices } = openDisputeFixture(kind)
  const { sendState, balance } = fixture

  /** A case that costs at most so many cents. */
  function boxUpTo(most: number) {
    const cases = [...fixture.site.catalogue.current.catalogue.cases.values()]
    const [box] = cases
      .filter(({ enabled, priceCents }) => enabled && priceCents <= most)
      .sort((a, b) => b.priceCents - a.priceCents)
    if (box === undefined) throw new Error('There is no such case')
    return box
  }
  const rowOf = async ({ id }: Pick<BattleView, 'id'>) => {
    const [row] = await fixture.site.db.queries.select().from(battles).where(eq(battles.id, id))
    if (row === undefined) throw new Error('The battle is gone')
    return row
  }
  const stateOf = async (battle: Pick<BattleView, 'id'>) => (await rowOf(battle)).state
  const payoutOf = async ({ id }: Pick<BattleView, 'id'>): Promise<number> => {
    const ofPlayer = and(eq(battlePayouts.battleId, id), eq(battlePayouts.playerId, fixture.player.playerId))
    const [row] = await fixture.site.db.queries.select().from(battlePayouts).where(ofPlayer)
    return row?.amount ?? 0
  }
  /** Puts what the player has into three own battles, but for less than the price of one. */
  async function staked(who: Browser = fixture.player): Promise<BattleView[]> {
    const made: BattleView[] = []
    for (let count = 0; count < 3; count++)
      made.push(await createBattle(who, boxUpTo(Math.floor((await balance(who)) / (3 - count)))))
    return made
  }

  it.each([
    ['a lost dispute', 'lost'],
    ['a refund at the provider', 'refunded'],
  ] as const)('are cancelled by %s, which takes their stakes', async (_, cause) => {
    const { id, report } = await paid(200)
    const own = await staked()
    const before = await balance()
    expect(before).toBeLessThan(20_000)
    await (cause === 'lost' ? report('lost') : sendState(id, { kind: 'refunded' }))
    expect(await Promise.all(own.map(stateOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await account()).toMatchObject({ balance: START, debt: 0 })
    expect(await frozen()).toEqual([])
    expect((await notices()).filter((title) => title === 'The battle was cancelled')).toHaveLength(3)
  })

  it.each([
    ['a dispute that is opened', 'open'],
    ['a warning of fraud', 'fraud'],
  ] as const)('are cancelled by %s', async (_, cause) => {
    const { id, report } = await paid(200)
    const own = await staked()
    fixture.provider.down = cause === 'fraud'
    await (cause === 'open' ? report('open') : sendState(id, { kind: 'fraud-warning', reason: 'fraudulent' }))
    expect(await Promise.all(own.map(stateOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await balance()).toBe(START + 20_000)
    expect(await frozen()).toEqual([cause === 'open' ? 'dispute' : 'fraud-warning'])
  })

  it.each<[string, PaymentState, number]>([
    ['a refund whose amount is not known', { kind: 'unclear', concerns: 'refund', what: 're_1' }, 20_000],
    ['a refund of a part', { kind: 'partly-refunded', refunded: { currency: 'USD', minor: 5_000 } }, 15_000],
  ])('are cancelled by %s', async (_, state, left) => {
    const { id } = await paid(200)
    const own = await staked()
    await sendState(id, state)
    expect(await Promise.all(own.map(stateOf))).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await balance()).toBe(START + left)
  })

  it('are announced when the staff refund, before the balance that is left', async () => {
    const { id } = await paid(200)
    const own = await staked()
    const { db, services, components } = fixture.site
    const { events, payments } = components
    const announcements: unknown[] = []
    const onBalance = ({ playerId, balance: left }: { playerId: number; balance: number }) =>
      void (playerId === fixture.player.playerId && announcements.push(left))
    const onOrder = ({ order }: { order: { id: string } }) => void announcements.push(order.id)
    events.on('balance', onBalance).on('order', onOrder)
    const rules = () => {
      const loaded = fixture.site.catalogue.current
      const { freeCases, gifts } = loaded.rewards
      return { timeZone: 'UTC', freeCases, loaded, gifts }
    }
    const before = await balance()
    const parts = { db, providers: payments.providers, now: components.now, rules, by: OPERATOR }
    const { refunded } = await refundOrder(parts, id, { byHand: true })
    expect(refunded.left.battleIds.toSorted()).toEqual(own.map((battle) => battle.id).toSorted())
    expect(announcements).toEqual([])
    services.settlement.announceRefund(refunded)
    const stakes = own.reduce((sum, { price }) => sum + price, before)
    expect(announcements).toEqual([stakes, await balance(), id])
    events.off('balance', onBalance).off('order', onOrder)
  })

  it('give everyone in them their stake back', async () => {
    const { report } = await paid(20)
    const other = await fixture.site.newPlayer()
    const battle = await createBattle(fixture.player, boxUpTo(1_000), { format: '1v1v1' })
    await joinBattle(other, battle, 2)
    await report('lost')
    expect(await stateOf(battle)).toBe('cancelled')
    expect(await balance(other)).toBe(START)
    expect(await account()).toMatchObject({ balance: START, debt: 0 })
  })

  it('of others go on without them', async () => {
    const { report } = await paid(20)
    const other = await fixture.site.newPlayer()
    const battle = await createBattle(other, boxUpTo(1_000), { format: '1v1v1' })
    await joinBattle(fixture.player, battle, 2)
    await report('open')
    expect(await rowOf(battle)).toMatchObject({ state: 'open', filled: 1 })
    expect(await balance()).toBe(START + 2_000)
    expect(await notices()).toContain('You’re out of the battle')
    await joinBattle(await fixture.site.newPlayer(), battle, 2)
    expect(await rowOf(battle)).toMatchObject({ state: 'open', filled: 2 })
  })

  it('that pay for the seats of others return that too', async () => {
    const { report } = await paid(20)
    const terms = { format: '1v1v1', isPrivate: true, fund: 100 } as const
    const battle = await createBattle(fixture.player, boxUpTo(1_000), terms)
    await joinBattle(await fixture.site.newPlayer(), battle, 2)
    await report('lost')
    expect(await stateOf(battle)).toBe('cancelled')
    expect(await account()).toMatchObject({ balance: START, debt: 0 })
  })

  it('that are locked play on, and what they return pays the debt', async () => {
    const { report } = await paid(20)
    const other = await fixture.site.newPlayer()
    const box = boxUpTo(1_000)
    const battle = await joinBattle(other, await createBattle(fixture.player, box, { mode: 'share' }), 2)
    expect(battle.state).toBe('locked')
    await spend(await balance())
    await report('lost')
    expect(await account()).toEqual({ balance: 0, debt: 2_000, items: 0, worth: 0 })
    await settleBattles(fixture.site)
    expect(await stateOf(battle)).toBe('settled')
    const won = await payoutOf(battle)
    expect(won).toBeGreaterThan(0)
    expect(await account()).toMatchObject({ balance: Math.max(0, won - 2_000), debt: Math.max(0, 2_000 - won) })
    expect((await notices())[0]).toBeDefined()
  })

  it('are not ended by a report that was known, or that gives the money again', async () => {
    const { report } = await paid(20)
    await report('open')
    const battle = await createBattle(fixture.player, boxUpTo(1_000))
    await report('open')
    expect(await stateOf(battle)).toBe('open')
    await report('won')
    expect(await stateOf(battle)).toBe('open')
  })

  it('that a person joins just before leave no money that the player may spend', async () => {
    const { report } = await paid(20)
    await spend(START)
    const other = await fixture.site.newPlayer()
    const box = boxUpTo(1_000)
    const battle = await createBattle(other, box, { format: '1v1v1' })
    const [, joined] = await Promise.all([
      report('lost'),
      fixture.player.post(`/api/battles/${battle.id}/join`, {
        ...{ slot: 2, percent: 100, pays: box.priceCents, seed: 'joiner' },
      }),
    ])
    if (joined.body.success === true) await fixture.player.post(`/api/battles/${battle.id}/leave`)
    expect(await account()).toMatchObject({ balance: 0, debt: 0 })
  })

  it('leave a debt that a sale of items pays first that come back from an offer', async () => {
    fixture.player = await newTrader(fixture.site)
    const { report } = await paid(5)
    await turnOver(fixture.player)
    await fixture.player.post('/api/case/first-step/open', { count: 5 })
    const { items } = (await fixture.player.get('/api/user/items')).body
    const ids = items.map(({ id }: { id: string }) => id)
    await fixture.player.post('/api/user/items/withdraw', { ids })
    await fixture.site.jobs.withdrawals.runOnce()
    await spend(await balance())
    await report('lost')
    const { debt } = await account()
    expect(debt).toBe(500)
    await fixture.site.jobs.withdrawals.runOnce()
    const { worth } = await account()
    expect(worth).toBeGreaterThan(0)
    const { body } = await fixture.player.post('/api/user/items/sell', { ids: [], isAll: true })
    const left = Math.max(0, worth - debt)
    expect(body).toMatchObject({ success: true, balance: left })
    expect(await account()).toEqual({ balance: left, debt: Math.max(0, debt - worth), items: 0, worth: 0 })
    expect(await frozen()).toEqual(worth >= debt ? [] : ['debt'])
    expect((await notices())[0]).toBe('Debt paid')
  })

  it('leave a debt that a payment pays first, and then frees withdrawals', async () => {
    const { report } = await paid(20)
    // Its dearest item costs less than the deposit: no drop covers the debt.
    const opened = await fixture.player.post('/api/case/zero-gravity/open', { count: 1 })
    expect(opened.body.success).toBe(true)
    await spend(await balance())
    await report('lost')
    const { debt, items } = await account()
    expect(items).toBe(0)
    expect(debt).toBeGreaterThan(0)
    expect(await frozen()).toEqual(['debt'])
    const { playerId } = fixture.player
    const grant = { playerId, from: HOUSE_ACCOUNTS.sandbox, kind: 'grant', reference: 'x', locked: cents(0) } as const
    await fixture.site.db.transaction((tx) => payPlayer(tx, { ...grant, amount: cents(debt + 5) }))
    expect(await account()).toMatchObject({ balance: 5, debt: 0 })
    expect(await frozen()).toEqual([])
  })
})
