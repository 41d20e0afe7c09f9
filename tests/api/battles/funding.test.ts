// What a player may pass on by paying for the seats of others: what they may take out, when the battle is made and when the seat is taken.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { partOfPrice } from '../../../src/game/battles/battle.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { banPlayer, unbanPlayer } from '../../../src/server/services/account/bans.ts'
import { freezeWithdrawals, liftFreezes } from '../../../src/server/services/account/freezes.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { PAID } from '../../support/outside/payment-provider.ts'
import { createBattle } from '../../support/players/battles.ts'
import type { Browser } from '../../support/sites/site.ts'
import { openPaymentFixture } from '../payments/payment-fixture.ts'

const DAY_MS = 86_400_000

describe.each(SUITE_KINDS)('seats of others on %s', (kind) => {
  const fixture = openPaymentFixture(kind, { WITHDRAWAL_CHECKS: 'on' })
  const { created, sendState, balance } = fixture

  const box = () => {
    const cases = [...fixture.site.catalogue.current.catalogue.cases.values()].filter(({ enabled }) => enabled)
    const [cheapest] = cases.sort((a, b) => a.priceCents - b.priceCents)
    if (cheapest === undefined) throw new Error('There is no case')
    return cheapest
  }
  const terms = { format: '1v1v1', isPrivate: true } as const
  const body = (fund: number) => {
    const { url, priceCents: price } = box()
    return {
      ...{
        ...terms,
        mode: 'normal',
        crazy: false,
        fast: true,
        rounds: [url],
        percent: 100,
        fund,
        price,
        seed: 'creator',
      },
    }
  }
  const createWith = (fund: number) => fixture.player.post('/api/battles', body(fund))
  const join = (who: Browser, { id, price, fund }: BattleView) => {
    const pays = partOfPrice(cents(price), 100) - partOfPrice(cents(price), fund)
    return who.post(`/api/battles/${id}/join`, { slot: 2, percent: 100, pays, seed: 'joiner' })
  }
  const freeze = () =>
    fixture.site.db.transaction((tx) =>
      freezeWithdrawals(
        tx,
        { playerId: fixture.player.playerId, reason: 'fraud-warning', orderId: randomUUID() },
        new Date(fixture.nowMs),
      ),
    )
  const lift = () =>
    fixture.site.db.transaction((tx) =>
      liftFreezes(
        tx,
        { playerId: fixture.player.playerId, reason: 'fraud-warning' },
        new Date(fixture.nowMs),
        OPERATOR,
      ),
    )
  const deposit = async () => sendState(await created({ sum: 5 }), PAID)
  const passDays = async (): Promise<void> => {
    fixture.nowMs += 4 * DAY_MS
  }
  const sqlOf = (text: string) => fixture.site.db.asOwner(text.replaceAll('$player', String(fixture.player.playerId)))

  /** What stops a player, with what ends it: a word of what they read. */
  const HOLDS: readonly (readonly [string, () => Promise<unknown>, (() => Promise<unknown>) | null, string])[] = [
    ['a deposit waits for its hold', deposit, passDays, 'deposit'],
    ['a bank warned of fraud', freeze, lift, 'withdrawals'],
    [
      'a dispute is open',
      // The freeze alone: the report itself ends the battles.
      () =>
        sqlOf(
          `insert into withdrawal_freezes (player_id, reason, reference) values ($player, 'dispute', '${randomUUID()}')`,
        ),
      () => sqlOf(`update withdrawal_freezes set lifted_at = now() where player_id = $player`),
      'withdrawals',
    ],
    [
      'they owe money',
      () => sqlOf('update accounts set debt = 1 where id = $player'),
      () => sqlOf('update accounts set debt = 0 where id = $player'),
      'withdrawals',
    ],
  ]

  it.each(HOLDS)('are paid by nobody while %s', async (_, begin, end, word) => {
    await begin()
    const refused = await createWith(50)
    expect(refused.body).toMatchObject({ success: false, code: 'battle-fund' })
    expect(refused.body.message).toContain(word)
    await end?.()
    expect((await createWith(50)).body).toMatchObject({ success: true })
  })

  it.each(HOLDS)('that were promised before are not taken while %s', async (_, begin, end) => {
    const battle = await createBattle(fixture.player, box(), { ...terms, fund: 50 })
    await begin()
    const before = await balance()
    const other = await fixture.site.newPlayer()
    const refused = await join(other, battle)
    expect(refused.body).toMatchObject({ success: false, code: 'battle-fund' })
    expect(await balance(other)).toBe(10_000)
    expect(await balance()).toBe(before)
    await end?.()
    // Days have passed for one of them: the battle may be over.
    const again = await join(other, battle)
    expect([true, 'battle-closed']).toContain(again.body.success || again.body.code)
  })

  it('that were promised before are not taken from an excluded or banned player', async () => {
    const battle = await createBattle(fixture.player, box(), { ...terms, fund: 50 })
    const other = await fixture.site.newPlayer()
    await banPlayer(fixture.site.db, fixture.player.playerId, 'Two accounts', OPERATOR)
    expect((await join(other, battle)).body).toMatchObject({ code: 'battle-fund' })
    await unbanPlayer(fixture.site.db, fixture.player.playerId, 'One account', OPERATOR)
    await sqlOf(`insert into exclusions (player_id, kind, until) values ($player, 'time-out', '2100-01-01')`)
    expect((await join(other, battle)).body).toMatchObject({ code: 'battle-fund' })
  })

  it('that their players pay themselves are taken all the same', async () => {
    const battle = await createBattle(fixture.player, box(), { ...terms, fund: 0 })
    await deposit()
    await freeze()
    expect((await join(await fixture.site.newPlayer(), battle)).body).toMatchObject({ success: true })
    await lift()
  })

  it('are not paid by a player who is excluded between the check of the call and the battle', async () => {
    await sqlOf(`insert into exclusions (player_id, kind, until) values ($player, 'time-out', '2100-01-01')`)
    expect((await createWith(50)).body).toMatchObject({ success: false, code: 'excluded' })
  })
})
