// A shop on a database of its own for the runs of commands, and what they find there: players, orders, withdrawals, a raffle, files and lists.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { ShopFiles } from '../../../src/content/shop-files.ts'
import type { KeptReason } from '../../../src/game/withdrawal/kept-reasons.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { items } from '../../../src/server/db/schema.ts'
import { staff } from '../../../src/server/db/schema-office.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { keepPayment } from '../../../src/server/services/payments/kept.ts'
import { lockOrders } from '../../../src/server/services/payments/orders.ts'
import { createSettlement } from '../../../src/server/services/payments/settlement.ts'
import { createRaffleLifecycle } from '../../../src/server/services/raffle/lifecycle.ts'
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { insertOrder, UNPRICED } from '../../support/players/deposits.ts'
import { type CommandDatabase, openCommandDatabase } from '../../support/runner/command.ts'
import { openTestShop } from '../../support/shop/shop.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const HOUR_MS = 3_600_000
export const REDLINE = 'AK-47 | Redline (Field-Tested)'

const CONSENT = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }

/** A shop that commands change. */
export interface CommandScene {
  readonly database: CommandDatabase
  readonly shop: ActiveShop
  /** Whose the orders and withdrawals are. */
  readonly playerId: number
  /** What ends with it. */
  readonly closing: (() => Promise<unknown>)[]
}

export async function openCommandScene(): Promise<CommandScene> {
  const database = await openCommandDatabase(DEFAULT_KIND)
  const shop = await openTestShop(database.db)
  const playerId = await newPlayer({ database })
  await database.db.queries.execute(
    `insert into catalogue_items values ('redline', '{"market_hash_name": "AK-47 | Redline (Field-Tested)", "name": {"en": "x"}}')`,
  )
  return { database, shop, playerId, closing: [] }
}

export async function closeCommandScene({ database, closing }: CommandScene): Promise<void> {
  for (const close of closing) await close()
  await database.remove()
}

/** How many players there are: each has another account at Steam. */
let players = 0

export function newPlayer({ database }: Pick<CommandScene, 'database'>): Promise<number> {
  const { upsertPlayer } = createPlayers({
    switches: ALL_ON,
    db: database.db,
    events: createEvents(),
    playMoney: true,
  })
  const steamid = `7656119796026${String(5_000 + players++)}`
  return upsertPlayer({ steamid, name: 'Nova', avatar: '/x.svg', level: 10 }, CONSENT)
}

export async function paidOrder({ database, playerId }: CommandScene): Promise<string> {
  const id = await insertOrder(database.db.queries, { playerId, amount: 500 })
  const settlement = createSettlement({
    db: database.db,
    providers: [],
    events: createEvents(),
    now: Date.now,
    timeZone: 'UTC',
    rewards: () => ({ freeCases: [], gifts: GIFTS }),
    priced: () => UNPRICED,
    rules: () => undefined,
    followers: [],
    announceRefunds: () => undefined,
    hashCard: (provider, card) => `${provider} ${card}`,
    log: pino({ level: 'silent' }),
  })
  await settlement.apply(id, { kind: 'paid', paid: undefined })
  return id
}

export async function keptOrder({ database, playerId }: CommandScene, reason: KeptReason): Promise<string> {
  const id = await insertOrder(database.db.queries, { playerId, amount: 700 })
  await database.db.transaction(async (tx) => {
    const [row] = await lockOrders(tx, [id])
    if (row !== undefined) await keepPayment(tx, row, reason, new Date())
  })
  return id
}

export async function withdrawalIn(
  { database, playerId }: CommandScene,
  state: 'review' | 'unavailable' | 'requested',
): Promise<string> {
  const [id, itemId] = [newId(), newId()]
  const { queries } = database.db
  const item = { id: itemId, playerId, itemId: 'redline', price: 1250, source: 'raffle', reference: '' } as const
  await queries.insert(items).values({ ...item, state: 'withdrawing' })
  const at = new Date()
  const times = { requestedAt: at, changedAt: at, dueAt: at }
  const tradeLink = 'https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcdEFGH'
  const review = state === 'review' ? (['value'] as const) : null
  await queries.insert(withdrawals).values({
    id,
    playerId,
    itemId,
    state,
    provider: 'sandbox',
    tradeLink,
    review: review?.slice() ?? null,
    ...times,
  })
  return id
}

export async function member({ database }: CommandScene, name: string): Promise<string> {
  await database.db.queries.insert(staff).values({ id: newId(), name, role: 'owner' })
  return name
}

export async function raffleAhead({ database, shop }: CommandScene): Promise<void> {
  const { db } = database
  const { catalogue } = shop
  const now = (): number => Date.now() + 2 * HOUR_MS
  const parts = { db, catalogue: () => catalogue.current, events: createEvents(), now, timeZone: 'UTC', beacon: null }
  await createRaffleLifecycle(parts).open('hourly')
}

/** A folder for files. */
export async function newFolder({ closing }: CommandScene): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-recorded-'))
  closing.push(() => rm(folder, { recursive: true }))
  return folder
}

/** The sold item of a name, at another price than now. */
export function repriced({ shop }: CommandScene, name: string): number {
  const items = [...shop.catalogue.current.catalogue.items.values()]
  const item = items.find(({ marketHashName }) => marketHashName === name)
  if (item === undefined) throw new Error(`${name} is not sold`)
  return item.priceCents + 1
}

export const publish = ({ shop }: CommandScene, files: ShopFiles) =>
  shop.publish({ files, base: shop.current.edition, by: OPERATOR, act: { verb: 'editions.publish' } })

/** Serves a list with another price of an item. Returns its address. */
export async function priceList(scene: CommandScene): Promise<string> {
  const answer = JSON.stringify([
    { market_hash_name: REDLINE, currency: 'USD', suggested_price: repriced(scene, REDLINE) / 100, min_price: 1 },
  ])
  const server = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scene.closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`
}
