// Every command that changes something names the system's user in the audit, in the transaction of the act. A new command has its place here:
// among those that change something, with a run that shows its row, or among those that do not, with the reason.
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOps } from '../../../scripts/ops/program.ts'
import type { ShopFiles } from '../../../src/content/shop-files.ts'
import { cents } from '../../../src/game/base/money.ts'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import type { Verb } from '../../../src/game/office/verbs.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import type { KeptReason } from '../../../src/game/withdrawal/kept-reasons.ts'
import { osUser } from '../../../src/server/base/author.ts'
import { createEvents } from '../../../src/server/base/events.ts'
import { newId } from '../../../src/server/base/ids.ts'
import { priceStateText } from '../../../src/server/catalogue/prices/price-files.ts'
import { queryRows } from '../../../src/server/db/database.ts'
import { items } from '../../../src/server/db/schema.ts'
import { staff } from '../../../src/server/db/schema-office.ts'
import { withdrawals } from '../../../src/server/db/schema-withdrawals.ts'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { freezeWithdrawals } from '../../../src/server/services/account/freezes.ts'
import { createPlayers } from '../../../src/server/services/account/players.ts'
import { switchOffIn } from '../../../src/server/services/calls/switches.ts'
import { keepPayment } from '../../../src/server/services/payments/kept.ts'
import { lockOrders } from '../../../src/server/services/payments/orders.ts'
import { createBatchIn } from '../../../src/server/services/payments/promo-codes.ts'
import { createSettlement } from '../../../src/server/services/payments/settlement.ts'
import { createRaffleLifecycle } from '../../../src/server/services/raffle/lifecycle.ts'
import type { ActiveShop } from '../../../src/server/shop/active-shop.ts'
import { GIFTS } from '../../game/rewards/gift-rules.ts'
import { catalogueFolder } from '../../server/catalogue/catalogue-folder.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { insertOrder, makePromo, moveOrder, UNPRICED } from '../../support/players/deposits.ts'
import { type CommandDatabase, openCommandDatabase, runOps } from '../../support/runner/command.ts'
import { openTestShop } from '../../support/shop/shop.ts'
import { ALL_ON } from '../../support/sites/all-on.ts'

const root = new URL('../../..', import.meta.url).pathname
const HOUR_MS = 3_600_000
const REDLINE = 'AK-47 | Redline (Field-Tested)'

const CONSENT = { termsVersion: 'test', adult: true, address: '127.0.0.1', at: new Date() }

/** Commands that change nothing of a shop, and why they leave no row. */
const NO_ACTS: Readonly<Record<string, string>> = {
  'catalogue build': 'writes files of the release',
  'catalogue check': 'reads',
  'shop export': 'writes files of its own',
  'shop editions': 'reads',
  'shop preview': 'reads',
  'shop show': 'reads',
  'prices held': 'reads',
  'promo list': 'reads',
  'orders list': 'reads',
  'orders show': 'reads',
  'orders dispute': 'reads',
  'orders kept': 'reads',
  'withdrawals review': 'reads',
  'withdrawals list': 'reads',
  'withdrawals show': 'reads',
  'players list': 'reads',
  'players show': 'reads',
  'players related': 'reads',
  'staff list': 'reads',
  'switches list': 'reads',
  'raffles list': 'reads',
  'raffles show': 'reads',
  'raffles proof': 'reads',
  'battles stuck': 'reads',
  'report days': 'reads',
  'report games': 'reads',
  'report cases': 'reads',
  'ledger check': 'reads',
  'partitions list': 'reads',
  'push key': 'prints a key, and stores it nowhere',
  drain: 'stops a process, and opens no database',
  backup: 'writes a file of its own',
  'backup now': 'writes files of its own',
  'backup check': 'reads a file',
  restore: 'fills an empty database with what another one held, its audit with it',
  migrate: 'makes tables, and changes no row of a shop',
  'partitions create': 'divides a table, and changes no row of it',
}

/** The names of all commands, groups without an action of their own left out. */
function namesOf(command: Command, above = ''): string[] {
  return command.commands.flatMap((one) => {
    const name = `${above} ${one.name()}`.trim()
    const below = namesOf(one, name)
    const isRun = Reflect.get(one, '_actionHandler') !== null
    return isRun || below.length === 0 ? [name, ...below] : below
  })
}

describe('commands in the audit', () => {
  let database: CommandDatabase
  let shop: ActiveShop
  let playerId: number
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    database = await openCommandDatabase(DEFAULT_KIND)
    shop = await openTestShop(database.db)
    playerId = await newPlayer()
    await database.db.queries.execute(
      `insert into catalogue_items values ('redline', '{"market_hash_name": "AK-47 | Redline (Field-Tested)", "name": {"en": "x"}}')`,
    )
  })

  afterAll(async () => {
    for (const close of closing) await close()
    await database.remove()
  })

  let players = 0
  function newPlayer(): Promise<number> {
    const { upsertPlayer } = createPlayers({
      switches: ALL_ON,
      db: database.db,
      events: createEvents(),
      playMoney: true,
    })
    const steamid = `7656119796026${String(5_000 + players++)}`
    return upsertPlayer({ steamid, name: 'Nova', avatar: '/x.svg', level: 10 }, CONSENT)
  }

  async function paidOrder(): Promise<string> {
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

  async function keptOrder(reason: KeptReason): Promise<string> {
    const id = await insertOrder(database.db.queries, { playerId, amount: 700 })
    await database.db.transaction(async (tx) => {
      const [row] = await lockOrders(tx, [id])
      if (row !== undefined) await keepPayment(tx, row, reason, new Date())
    })
    return id
  }

  async function withdrawalIn(state: 'review' | 'unavailable' | 'requested'): Promise<string> {
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

  async function member(name: string): Promise<string> {
    await database.db.queries.insert(staff).values({ id: newId(), name, role: 'owner' })
    return name
  }

  async function raffleAhead(): Promise<void> {
    const { db } = database
    const { catalogue } = shop
    const now = (): number => Date.now() + 2 * HOUR_MS
    const parts = { db, catalogue: () => catalogue.current, events: createEvents(), now, timeZone: 'UTC', beacon: null }
    await createRaffleLifecycle(parts).open('hourly')
  }

  /** A folder for files. */
  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'spacedrop-recorded-'))
    closing.push(() => rm(folder, { recursive: true }))
    return folder
  }

  /** The sold item of a name, at another price than now. */
  function repriced(name: string): number {
    const items = [...shop.catalogue.current.catalogue.items.values()]
    const item = items.find(({ marketHashName }) => marketHashName === name)
    if (item === undefined) throw new Error(`${name} is not sold`)
    return item.priceCents + 1
  }

  const publish = (files: ShopFiles) =>
    shop.publish({ files, base: shop.current.edition, by: OPERATOR, act: { verb: 'editions.publish' } })

  async function priceList(): Promise<string> {
    const answer = JSON.stringify([
      { market_hash_name: REDLINE, currency: 'USD', suggested_price: repriced(REDLINE) / 100, min_price: 1 },
    ])
    const server = createServer((_, response) => response.end(answer))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`
  }

  interface Run {
    readonly args: readonly string[]
    readonly environment?: Readonly<Record<string, string>>
  }

  /** How each command that changes something is run, and the verb of its row. */
  const ACTS: Readonly<Record<string, readonly [verb: Verb, prepare: () => Promise<Run>]>> = {
    'catalogue import': [
      'catalogue.import',
      async () => {
        const list = join(await newFolder(), 'en.json')
        const image = 'https://community.akamai.steamstatic.com/economy/image/abc_DEF-123'
        const rarity = { id: 'rarity_legendary_weapon', name: 'Classified', color: '#d32ce6' }
        await writeFile(list, JSON.stringify([{ id: 'skin-1', name: 'AK-47 | Redline', rarity, image }]))
        return { args: [list] }
      },
    ],
    'catalogue accept': [
      'rates.accept',
      async () => {
        const SHOP_DIR = await newFolder()
        await cp(join(root, 'data/rates.json'), join(SHOP_DIR, 'rates.json'))
        return { args: ['--yes'], environment: { SHOP_DIR } }
      },
    ],
    'shop import': [
      'editions.publish',
      async () => {
        const folder = await newFolder()
        await writeFile(join(folder, 'office.json'), JSON.stringify(DEFAULT_RULES))
        return { args: [folder] }
      },
    ],
    'shop back': [
      'editions.back',
      async () => {
        await shop.refresh()
        await publish({ 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson: true }, null, 1) })
        return { args: ['1'] }
      },
    ],
    'cases rebalance': ['cases.rebalance', async () => ({ args: ['first-step', '--to', '85', '--publish'] })],
    'prices import': [
      'prices.import',
      async () => {
        const list = join(await newFolder(), 'list.csv')
        await writeFile(list, `market_hash_name,price\n${REDLINE},${repriced(REDLINE) / 100}\n`)
        return { args: [list] }
      },
    ],
    'prices fetch': ['prices.import', async () => ({ args: ['--address', await priceList()] })],
    'prices accept': [
      'prices.accept',
      async () => {
        await shop.refresh()
        const held = new Map([
          ['ak-47-redline.ft', { seenCents: cents(repriced(REDLINE)), sinceMs: Date.parse('2026-08-01') }],
        ])
        await publish({ 'price-state.json': priceStateText({ ...NO_PRICE_STATE, held }) })
        return { args: ['--all'] }
      },
    ],
    'promo create': ['promo.create', async () => ({ args: ['autumn', '--percent', '5'] })],
    'promo end': [
      'promo.end',
      async () => {
        await makePromo(database.db, { code: 'winter' })
        return { args: ['winter'] }
      },
    ],
    'promo batch': ['promo.create', async () => ({ args: ['spring', '--count', '2', '--percent', '5'] })],
    'promo end-batch': [
      'promo.end',
      async () => {
        const terms = { percent: 5, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }
        const batch = { ...terms, prefix: 'snow', count: 1 }
        return { args: [String(await database.db.transaction((tx) => createBatchIn(tx, batch, OPERATOR)))] }
      },
    ],
    'orders refund': ['orders.refund', async () => ({ args: [await paidOrder(), '--by-hand', '--yes'] })],
    'orders answer': [
      'orders.answer',
      async () => {
        const id = await insertOrder(database.db.queries, { playerId })
        await moveOrder(database.db, id, { question: 'a refund in another currency', questionedAt: new Date() })
        return { args: [id, '--note', 'sent back'] }
      },
    ],
    'orders evidence': [
      'orders.evidence',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'spacedrop-evidence-'))
        return { args: [await paidOrder(), '--to', join(folder, 'evidence.html')] }
      },
    ],
    'orders release': [
      'players.unfreeze',
      async () => {
        const id = await insertOrder(database.db.queries, { playerId })
        const freeze = { playerId, reason: 'fraud-warning', orderId: id } as const
        await database.db.transaction((tx) => freezeWithdrawals(tx, freeze, new Date()))
        return { args: [id] }
      },
    ],
    'orders return': ['orders.return', async () => ({ args: [await keptOrder('limit'), '--by-hand'] })],
    'orders credit': ['orders.credit', async () => ({ args: [await keptOrder('time-out')] })],
    'withdrawals approve': ['withdrawals.approve', async () => ({ args: [await withdrawalIn('review')] })],
    'withdrawals refuse': [
      'withdrawals.refuse',
      async () => ({ args: [await withdrawalIn('review'), '--reason', 'several-accounts'] }),
    ],
    'withdrawals retry': ['withdrawals.retry', async () => ({ args: [await withdrawalIn('unavailable')] })],
    'withdrawals fail': [
      'withdrawals.fail',
      async () => ({ args: [await withdrawalIn('requested'), '--reason', 'asked for it'] }),
    ],
    'switches off': [
      'switches.off',
      async () => ({ args: ['wheel', '--en', 'Off', '--ru', 'Выкл', '--uk', 'Вимк', '--reason', 'a fault'] }),
    ],
    'switches on': [
      'switches.on',
      async () => {
        const words = { en: 'Off', ru: 'Выкл', uk: 'Вимк' }
        const terms = { name: 'raffle', words, until: null, by: OPERATOR, reason: 'a fault', at: new Date() } as const
        await database.db.transaction((tx) => switchOffIn(tx, terms))
        return { args: ['raffle', '--reason', 'mended'] }
      },
    ],
    'players ban': ['players.ban', async () => ({ args: [String(await newPlayer()), '--reason', 'Two accounts'] })],
    'players unban': [
      'players.unban',
      async () => {
        const id = await newPlayer()
        await banPlayer(database.db, id, 'Two accounts', OPERATOR)
        return { args: [String(id), '--reason', 'It was their brother'] }
      },
    ],
    'players correct': [
      'players.correct',
      async () => {
        await shop.refresh()
        await publish({ 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson: false }) })
        return { args: [String(await newPlayer()), '--amount', '5', '--reason', 'It was owed', '--yes'] }
      },
    ],
    'players erase': ['players.erase', async () => ({ args: [String(await newPlayer()), '--yes'] })],
    'players sign-out': ['players.signOut', async () => ({ args: [String(await newPlayer())] })],
    'staff invite': ['staff.invite', async () => ({ args: ['Anna K', '--role', 'owner', '--reason', 'Founder'] })],
    'staff disable': [
      'staff.disable',
      async () => {
        await member('Bea')
        return { args: [await member('Carl'), '--reason', 'Left the company'] }
      },
    ],
    'raffles repair': [
      'raffles.repair',
      async () => {
        await raffleAhead()
        return { args: ['--yes'] }
      },
    ],
  }

  const rows = () =>
    queryRows<{ verb: string; kind: string; actor: string }>(
      database.db.queries,
      'select verb, actor_kind as kind, actor from audit order by position',
    )

  it('are all listed: those that change something, and those that do not', () => {
    const write = (): void => undefined
    const program = createOps({ writeOut: write, writeErr: write, env: {}, exit: write })
    const listed = [...Object.keys(ACTS), ...Object.keys(NO_ACTS)]
    expect(namesOf(program).toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(ACTS))(
    'name their author: %s',
    async (name, [verb, prepare]) => {
      const { args, environment } = await prepare()
      const before = (await rows()).length
      const settings = { DATA_DIR: database.folder, PORT: '1', ...environment }
      const { code, err } = await runOps([...name.split(' '), ...args], settings, database.db)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      const added = (await rows()).slice(before)
      expect(added).toContainEqual({ verb, kind: 'command', actor: osUser() })
      expect(added.filter(({ kind }) => kind !== 'command')).toEqual([])
    },
    120_000,
  )

  it('write a folder without a row, and none when the shop would be wrong', async () => {
    await using place = await catalogueFolder()
    const before = (await rows()).length
    const list = join(await newFolder(), 'list.csv')
    await writeFile(list, 'market_hash_name,price\nAK-47 | Redline (Factory New),1.02\n')
    const run = ['prices', 'import', list, '--folder', place.folder, '--pictures', place.pictures]
    expect((await runOps(run, {}, database.db)).code).toBe(0)
    const folder = await newFolder()
    await writeFile(join(folder, 'cases.json'), '{}')
    const refused = await runOps(['shop', 'import', folder], { DATA_DIR: database.folder, PORT: '1' }, database.db)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('cases.json:1: ') })
    expect((await rows()).length).toBe(before)
  })
})
