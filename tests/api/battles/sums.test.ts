// What battles charge and pay, to the cent: parts of seats beside what a creator pays for others, bots and gifts, in every mode and format.
import { describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import {
  BATTLE_FORMATS,
  BATTLE_MODES,
  type BattleFormat,
  partOfPrice,
  partOfShare,
} from '../../../src/game/battles/battle.ts'
import type { Queries } from '../../../src/server/db/database.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { chargePlayer, payPlayer } from '../../../src/server/services/money/pay.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { untilBlocked } from '../../support/databases/until-blocked.ts'
import { giftAccountOf } from '../../support/players/gifts.ts'
import type { Browser } from '../../support/sites/site.ts'
import { computed, moved, openBattleFixture } from './fixture.ts'

const PARTS = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
const FORMATS = Object.keys(BATTLE_FORMATS) as BattleFormat[]
/** The balance of a new player. */
const START = cents(10_000)

/** Takes one of a list, again from its start where it ends. */
const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T

describe.each(SUITE_KINDS)('the money of a battle on %s', (kind) => {
  const fixture = openBattleFixture(kind)

  /** Replaces the $100 of a new player by a gift, all of it locked. */
  async function lockStart(tx: Queries, { playerId }: Browser): Promise<void> {
    const common = { playerId, amount: START, kind: 'grant', reference: 'test' } as const
    await chargePlayer(tx, { ...common, to: HOUSE_ACCOUNTS.sandbox }, 'refund')
    await payPlayer(tx, { ...common, from: HOUSE_ACCOUNTS.sandbox, locked: START })
  }

  /** A player of whose $100 everything is locked. */
  async function gifted(): Promise<Browser> {
    const who = await fixture.site.newPlayer()
    await fixture.site.db.transaction((tx) => lockStart(tx, who))
    return who
  }

  /** What a player has, in money and items, and how much of it is locked. */
  async function ownedBy({ playerId }: Browser): Promise<{ worth: number; locked: number; items: number }> {
    const { balanceCents, lockedCents } = await giftAccountOf(fixture.site, playerId)
    const text = `select price, locked from items where player_id = ${playerId}`
    const items = await fixture.rows<{ price: string; locked: string }>(text)
    const sum = (of: 'price' | 'locked'): number => items.reduce((all, item) => all + Number(item[of]), 0)
    return { worth: balanceCents + sum('price'), locked: lockedCents + sum('locked'), items: items.length }
  }

  it('is paid by what a transaction that the seat waits for leaves', async () => {
    const [creator, who] = [await fixture.site.newPlayer(), await fixture.site.newPlayer()]
    const { battle } = await fixture.create(creator)
    const [gate, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const giving = fixture.site.db.transaction(async (tx) => {
      await lockStart(tx, who)
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    const joining = fixture.join(who, battle, 2)
    await untilBlocked(fixture.site.db)
    gate.resolve()
    await giving
    await joining
    const left = START - battle.price
    expect(await ownedBy(who)).toEqual({ worth: left, locked: left, items: 0 })
  })

  it.each(PARTS.map((percent, place) => ({ percent, place })))(
    'with a seat of $percent percent',
    async ({ percent, place }) => {
      const [format, mode, fund] = [at(FORMATS, place), at(BATTLE_MODES, place), at(PARTS, place * 3)]
      const { seats } = BATTLE_FORMATS[format]
      const creator = await fixture.site.newPlayer()
      const { battle } = await fixture.create(creator, { format, mode, isPrivate: true, percent, fund })
      const others: { who: Browser; slot: number; part: number }[] = []
      for (let slot = 2; slot < seats; slot++) others.push({ who: await gifted(), slot, part: at(PARTS, place + slot) })
      for (const { who, slot, part } of others) await fixture.join(who, battle, slot, { percent: part })
      moved(await creator.post(`/api/battles/${battle.id}/bot`, { slot: seats }))
      const drawn = await fixture.draw(battle.id)
      const { result } = await computed(drawn, fixture.secretOf(drawn))
      await fixture.settle(drawn)
      expect(await fixture.heldBy(battle)).toBe(0)

      const price = cents(battle.price)
      const wonBy = (slot: number, part: number): number => partOfShare(result.shareCents[slot - 1] ?? cents(0), part)
      let funded = 0
      for (const { who, slot, part } of others) {
        const [cost, given] = [partOfPrice(price, part), partOfPrice(price, Math.min(fund, part))]
        funded += given
        const [paid, won, owned] = [cost - given, wonBy(slot, part), await ownedBy(who)]
        expect(owned.worth).toBe(START - paid + won)
        // As much of what was won is locked as of what the seat cost; each item is rounded up.
        const locked = owned.locked - (START - paid)
        expect(locked).toBeGreaterThanOrEqual(Math.ceil((won * paid) / cost))
        expect(locked).toBeLessThanOrEqual(Math.ceil((won * paid) / cost) + owned.items)
      }
      const left = START - partOfPrice(price, percent) - funded + wonBy(1, percent)
      expect(await ownedBy(creator)).toMatchObject({ worth: left, locked: 0 })
    },
  )
})
