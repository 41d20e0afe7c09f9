// The server is killed again and again under load. Afterwards the books are right, and everything that was acknowledged is there,
// checked by its id: a sum alone can add up and still have lost.
import { setTimeout as pass } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { referenceOf, sandboxKeys } from '../../src/server/payments/sandbox/payment.ts'
import { SIGNATURE_HEADER, signBody } from '../../src/server/payments/sandbox/signature.ts'
import { DATABASE_KINDS } from '../support/databases.ts'
import { type Acknowledged, LastingPlayer } from '../support/lasting-player.ts'
import { MORTAL_SECRET, type MortalSite, openMortalSite } from '../support/mortal-site.ts'
import type { ServerProcess } from '../support/server-process.ts'

/** 120 make it ten minutes. */
const KILLS = Number(process.env.FAULT_KILLS ?? 10)
const PLAYERS = 20
/** How long the load runs between a start and the next kill. */
const CALM_MS = { least: 1_000, most: 4_000 } as const
const REPEATED_AT_MOST = 800
const TIMEOUT_MS = 600_000 + KILLS * 20_000

const CASES = [
  { url: 'first-step', price: 50 },
  { url: 'loose-change', price: 60 },
  { url: 'stardust', price: 75 },
] as const

interface Drop {
  readonly id: string
  readonly price: number
  readonly roll: number
}

/** A pick that differs from call to call, the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 7919 + 1
  return (sides) => {
    state = (state * 48_271) % 0x7fffffff
    return state % sides
  }
}

const KEYS = sandboxKeys(MORTAL_SECRET)
const DEPOSIT = { dollars: 10, cents: 1_000 } as const

/** The provider's side of a deposit: tells that an order was paid until that is taken, and at times once more. */
async function payOrder(server: ServerProcess, orderId: string, times: number): Promise<void> {
  const state = { kind: 'paid', paid: { currency: 'USD', minor: DEPOSIT.cents } }
  const notice = { id: `evt_${orderId}`, reference: referenceOf(orderId, KEYS), order_id: orderId, state }
  const body = Buffer.from(JSON.stringify(notice))
  for (let taken = 0; taken < times; ) {
    try {
      const answer = await fetch(`${await server.address()}/api/payment/webhook/sandbox`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [SIGNATURE_HEADER]: signBody(body, { key: KEYS.notice, now: Date.now() }),
        },
        body,
      })
      expect(answer.status, await answer.text()).toBe(200)
      taken++
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
}

/** Makes an order and has it paid; undefined when a crash came between the order and its payment page, which opens nothing. */
async function deposit(server: ServerProcess, player: LastingPlayer, times: number): Promise<string | undefined> {
  const body = { method_name: 'sandbox-card', sum: DEPOSIT.dollars, promocode: '', user_id: player.playerId }
  const call = await player.post('/api/payment/create/sandbox?currency=USD', JSON.stringify(body))
  if (call.status === 409) return undefined
  const { success, order, code } = JSON.parse(call.text)
  // The payment page is the site's own: it may have been killed while it was asked to open one.
  if (!success) expect(code).toBe('provider-down')
  if (!success) return undefined
  await payOrder(server, order.id, times)
  return order.id
}

/** Plays until told to stop, one call after the other, and checks each answer against what the player must own by then. */
async function play(
  server: ServerProcess,
  player: LastingPlayer,
  isOver: () => boolean,
  note: (call: Acknowledged) => void,
  notePaid: (orderId: string) => void,
): Promise<void> {
  const throwDice = dice(player.playerId)
  const owned: Drop[] = []
  let balance: number | undefined
  const keep = (call: Acknowledged, change: number): Record<string, unknown> => {
    note(call)
    const answer = JSON.parse(call.text)
    expect(answer, `${call.path} ${call.body}, sent ${call.sent} times`).toMatchObject({ success: true })
    if (balance !== undefined) expect(answer.balance).toBe(balance + change)
    balance = answer.balance
    return answer
  }
  while (!isOver()) {
    if (throwDice(8) === 0) {
      const paid = await deposit(server, player, 1 + throwDice(2))
      if (paid === undefined) continue
      notePaid(paid)
      if (balance !== undefined) balance += DEPOSIT.cents
    } else if (owned.length > 20 || (owned.length > 0 && throwDice(3) === 0)) {
      const sold = owned.splice(0, 1 + throwDice(10))
      const body = JSON.stringify({ ids: sold.map(({ id }) => id), isAll: false })
      keep(
        await player.post('/api/user/items/sell', body),
        sold.reduce((sum, { price }) => sum + price, 0),
      )
    } else {
      const box = CASES[throwDice(CASES.length)] ?? CASES[0]
      const count = 1 + throwDice(10)
      const call = await player.post(`/api/case/${box.url}/open`, JSON.stringify({ count }))
      owned.push(...(keep(call, -count * box.price).drops as Drop[]))
    }
  }
}

/** Every acknowledged result against the rows that have to be there. */
async function expectKept(db: Database, calls: readonly Acknowledged[]): Promise<{ drops: number; sold: number }> {
  const kept = new Map<string, Record<string, unknown>>()
  const rows = await db.run<Record<string, unknown>>(
    {
      name: 'everything-kept',
      text: `select items.id, items.player_id, items.price::int, items.state, rolls.roll, rolls.nonce,
          item_ends.item_id is not null as ended, seeds.player_id as seed_owner
        from items join rolls on rolls.id = items.id and rolls.id = items.roll_id join seeds on seeds.id = rolls.seed_id
        left join item_ends on item_ends.item_id = items.id`,
    },
    [],
  )
  for (const row of rows) kept.set(String(row.id), row)
  let [drops, sold] = [0, 0]
  for (const { playerId, path, body, text } of calls) {
    if (path.endsWith('/open')) {
      const answer = JSON.parse(text) as { drops: Drop[]; rolls: { nonce: number }[] }
      for (const [place, { id, price, roll }] of answer.drops.entries()) {
        const nonce = answer.rolls[place]?.nonce
        expect(kept.get(id)).toMatchObject({ player_id: playerId, seed_owner: playerId, price, roll, nonce })
        drops++
      }
    } else {
      for (const id of JSON.parse(body).ids) {
        expect(kept.get(id)).toMatchObject({ player_id: playerId, state: 'sold', ended: true })
        sold++
      }
    }
  }
  expect(rows.filter((row) => row.state === 'sold')).toHaveLength(sold)
  expect(rows).toHaveLength(drops)
  return { drops, sold }
}

/** Every deposit that was told and taken, against its order and its one transfer. */
async function expectPaid(db: Database, paid: readonly string[]): Promise<void> {
  const rows = await db.run<{ id: string }>(
    {
      name: 'everything-paid',
      text: `select orders.id from orders join transfers on transfers.kind = 'deposit'
        and transfers.reference = orders.id::text and transfers.amount = orders.amount where orders.state = 'paid'`,
    },
    [],
  )
  expect(rows.map(({ id }) => id).sort()).toEqual(paid.toSorted())
  expect(paid.length).toBeGreaterThan(0)
}

/** All that were sent more than once, and of the others as many as there is time for. */
function chosenToRepeat(calls: readonly Acknowledged[]): Acknowledged[] {
  const step = Math.max(1, Math.ceil(calls.length / REPEATED_AT_MOST))
  return calls.filter(({ sent }, index) => sent > 1 || index % step === 0)
}

describe.each(DATABASE_KINDS)('a server on %s that is killed under load', (kind) => {
  let site: MortalSite

  beforeAll(async () => {
    site = await openMortalSite(kind)
  })

  afterAll(async () => {
    await site.close()
  })

  it(
    'loses and doubles nothing, and answers every key as it did the first time',
    async () => {
      const { server } = site
      const codes = await server.start(PLAYERS)
      const players = new Map<number, LastingPlayer>()
      for (const code of codes) players.set(code.playerId, await LastingPlayer.signIn(server, code))

      const calls: Acknowledged[] = []
      const paid: string[] = []
      let isOver = false
      const playing = Promise.all(
        [...players.values()].map((player) =>
          play(
            server,
            player,
            () => isOver,
            (call) => calls.push(call),
            (orderId) => paid.push(orderId),
          ),
        ),
      )
      const throwDice = dice(1)
      const killing = (async () => {
        for (let kill = 0; kill < KILLS; kill++) {
          await pass(CALM_MS.least + throwDice(CALM_MS.most - CALM_MS.least))
          await server.killAndRestart()
        }
        await pass(CALM_MS.least)
      })()
      try {
        await Promise.race([killing, playing])
        isOver = true
        await Promise.all([killing, playing])
      } finally {
        isOver = true
      }
      const interrupted = calls.filter(({ sent }) => sent > 1)
      expect(interrupted.length).toBeGreaterThan(KILLS)

      await server.killAndRestart()
      const repeated = chosenToRepeat(calls)
      const queue = [...repeated]
      const repeat = async (): Promise<void> => {
        for (let call = queue.pop(); call !== undefined; call = queue.pop()) {
          const again = await players.get(call.playerId)?.post(call.path, call.body, call.key)
          expect(again).toMatchObject({ status: call.status, text: call.text })
        }
      }
      await Promise.all(Array.from({ length: 10 }, repeat))
      expect(server.log.filter((line) => line.includes('40P01'))).toEqual([])

      await server.kill()
      const db = await site.openDatabase()
      try {
        const { drops, sold } = await expectKept(db, calls)
        await expectPaid(db, paid)
        const report = await checkLedger(db)
        expect(report.difference).toBeUndefined()
        expect(report.transfers).toBe(calls.length + paid.length + 2 * PLAYERS)
        console.info(
          `${kind}: ${KILLS} kills, ${calls.length} calls acknowledged (${interrupted.length} after a crash), ` +
            `${drops} drops, ${sold} sold, ${paid.length} deposits, ${repeated.length} keys repeated`,
        )
      } finally {
        await db.close()
      }
    },
    TIMEOUT_MS,
  )
})
