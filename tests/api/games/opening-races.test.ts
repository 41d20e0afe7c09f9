// Openings of one player in two processes, and openings that wait for a row that another transaction changes.
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cents } from '../../../src/game/base/money.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { HOUSE_ACCOUNTS } from '../../../src/server/ledger/accounts.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { idempotencyKeyOf } from '../../../src/server/services/calls/idempotency.ts'
import type { Opening } from '../../../src/server/services/games/opening.ts'
import { chargePlayer } from '../../../src/server/services/money/pay.ts'
import { createServices } from '../../../src/server/services/services.ts'
import { raceRounds, SUITE_KINDS } from '../../support/databases/databases.ts'
import { untilBlocked } from '../../support/databases/until-blocked.ts'
import { type Browser, openTestSite, type TestSite } from '../../support/sites/site.ts'

const CASE = 'orion'
const OPENINGS = 20

describe.each(SUITE_KINDS)('openings of one player on %s', (kind) => {
  let site: TestSite
  let price: number

  beforeAll(async () => {
    site = await openTestSite(kind)
    price = site.services.shop.caseAt(CASE)?.price ?? 0
  })

  afterAll(async () => {
    expect((await checkLedger(site.db)).difference).toBeUndefined()
    expect(site.retries.filter((code) => code === '40P01')).toEqual([])
    await site.close()
  })

  const open = (opening: Opening, { playerId }: Browser) =>
    opening.open(
      { id: playerId, username: '', avatar: '' },
      { url: CASE, count: 1, price: undefined, idempotencyKey: idempotencyKeyOf(playerId, randomUUID(), CASE, {}) },
    )

  it('in two processes use every nonce once, beside openings of others', async () => {
    const another = await createServices({ ...site.components, events: createEvents() })
    for (let round = 0; round < raceRounds(kind, 20); round++) {
      const players = await Promise.all(Array.from({ length: 4 }, () => site.newPlayer()))
      const outcomes = await Promise.allSettled(
        Array.from({ length: OPENINGS }, (_, place) =>
          players.map((player) => open((place % 2 === 0 ? site.services : another).opening, player)),
        ).flat(),
      )
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      // Each attempt that another process overtakes is made again, five times at most.
      expect(refused.filter(({ code }) => code !== 'seed-in-use')).toEqual([])
      const ids = players.map(({ playerId }) => playerId)
      const rows = await queryRows<{ player_id: number; count: string; least: number; greatest: number }>(
        site.db.queries,
        `select player_id, count(*) as count, min(nonce) as least, max(nonce) as greatest from rolls
          where player_id in (${ids}) group by player_id`,
      )
      expect(rows).toHaveLength(players.length)
      for (const { count, least, greatest } of rows) expect([least, greatest]).toEqual([1, Number(count)])
      expect(rows.reduce((sum, { count }) => sum + Number(count), 0)).toBe(outcomes.length - refused.length)
    }
  })

  it.each([
    ['takes the money', () => 10_000 - price, () => price - 1, 'balance'],
    ['leaves just enough', () => 10_000 - price, () => price, undefined],
    ['brings just enough', () => price - 1, () => price, undefined],
  ])('decide by the balance that a transaction they wait for leaves, when it %s', async (_what, had, left, refusal) => {
    const player = await site.newPlayer()
    await open(site.services.opening, player)
    const gate = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const balance = 10_000 - price
    const change = (to: number) => sql`update accounts set balance = ${to} where id = ${player.playerId}`
    await site.db.queries.execute(change(had()))
    const taking = site.db.transaction(async (tx) => {
      await tx.execute(change(left()))
      locked.resolve()
      await gate.promise
    })
    await locked.promise
    const opening = open(site.services.opening, player).then(
      ({ balance: after }) => ({ after }),
      ({ code }) => ({ code }),
    )
    await untilBlocked(site.db)
    gate.resolve()
    await taking
    expect(await opening).toEqual(refusal === undefined ? { after: 0 } : { code: refusal })
    const opened = refusal === undefined ? 1 : 0
    // Back to what the ledger says.
    await site.db.queries.execute(change(balance - opened * price))
    const [{ rolls } = { rolls: 0 }] = await queryRows<{ rolls: string }>(
      site.db.queries,
      `select count(*) as rolls from rolls where player_id = ${player.playerId}`,
    )
    expect(Number(rolls)).toBe(1 + opened)
  })

  it('meet sales of the same player at a balance just below the price, and open or are refused', async () => {
    const outcomes: unknown[] = []
    for (let round = 0; round < raceRounds(kind, 30); round++) {
      const player = await site.newPlayer()
      const first = await open(site.services.opening, player)
      const isGift = { playerId: player.playerId, locked: cents(0), reference: '' }
      await site.db.transaction(async (tx) => {
        const charge = { ...isGift, to: HOUSE_ACCOUNTS.sandbox, kind: 'grant' } as const
        await chargePlayer(tx, { ...charge, amount: cents(Number(first.balance) - price + 1) }, 'refund')
      })
      const ids = first.drops.flatMap(({ id }) => (id === null ? [] : [id]))
      const sale = site.services.selling.sell(
        player.playerId,
        { kind: 'named', ids },
        idempotencyKeyOf(player.playerId, randomUUID(), 'sell', {}),
      )
      outcomes.push(...(await Promise.allSettled([open(site.services.opening, player), sale])))
    }
    const refused = outcomes.flatMap((outcome) =>
      (outcome as PromiseSettledResult<unknown>).status === 'rejected'
        ? [(outcome as PromiseRejectedResult).reason]
        : [],
    )
    expect(refused.filter(({ code }) => code !== 'balance')).toEqual([])
  })
})
