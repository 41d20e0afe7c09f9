// A deposit goes back while prices are held: nothing is sold at a price that nobody believes.
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { heldItems, items } from '../../../src/server/db/schema.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { win } from '../../support/players/games.ts'
import { openDisputeFixture } from './dispute-fixture.ts'

describe.each(SUITE_KINDS)('a refund while the price of an item is held, on %s', (kind) => {
  const { fixture, frozen, paid, spend, account, owned } = openDisputeFixture(kind)

  async function hold(ids: readonly string[]): Promise<void> {
    const values = ids.map((itemId) => ({ itemId, seen: cents(100), since: new Date(fixture.nowMs) }))
    await fixture.site.db.queries.insert(heldItems).values(values).onConflictDoNothing()
  }

  afterEach(async () => {
    await fixture.site.db.queries.delete(heldItems)
  })

  const kindsOwned = async () => {
    const rows = await fixture.site.db.queries
      .select({ itemId: items.itemId })
      .from(items)
      .where(eq(items.playerId, fixture.player.playerId))
    return [...new Set(rows.map(({ itemId }) => itemId))]
  }

  /** A player without money, with items and a deposit of $50. */
  async function spentDeposit() {
    const { id, report } = await paid(50)
    await win(fixture.player, 3, 'zero-gravity')
    await spend((await account()).balance)
    return { id, report, before: await owned() }
  }

  it('leaves the item, and the rest is a debt', async () => {
    const { id, before } = await spentDeposit()
    await hold(await kindsOwned())
    await fixture.sendState(id, { kind: 'refunded' })
    expect(await owned()).toEqual(before)
    expect(await account()).toMatchObject({ balance: 0, debt: 5_000, items: before.length })
    expect(await frozen()).toEqual(['debt'])
  })

  it('sells the others', async () => {
    const { id } = await spentDeposit()
    const [kept] = await fixture.site.db.queries
      .select({ id: items.id, itemId: items.itemId })
      .from(items)
      .where(eq(items.playerId, fixture.player.playerId))
    await hold([kept?.itemId ?? ''])
    const worth = (await account()).worth
    await fixture.sendState(id, { kind: 'refunded' })
    const left = await owned()
    expect(left.map((item) => item.id)).toContain(kept?.id)
    const after = await account()
    expect(after.debt).toBe(5_000 - (worth - left.reduce((sum, { price }) => sum + price, 0)))
  })

  it('leaves it after a lost dispute too', async () => {
    const { report, before } = await spentDeposit()
    await hold(await kindsOwned())
    await report('open')
    await report('lost')
    expect(await owned()).toEqual(before)
    expect(await account()).toMatchObject({ balance: 0, debt: 5_000 })
  })
})
