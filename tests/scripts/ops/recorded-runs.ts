// Every command in one of two tables: those that change something, with a run that shows its row in the audit, and those that do not, with the
// reason. A new command has its place here.
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cents } from '../../../src/game/base/money.ts'
import { DEFAULT_RULES } from '../../../src/game/office/limits.ts'
import type { Verb } from '../../../src/game/office/verbs.ts'
import { NO_PRICE_STATE } from '../../../src/game/prices/price-rules.ts'
import { priceStateText } from '../../../src/server/catalogue/prices/price-files.ts'
import { banPlayer } from '../../../src/server/services/account/bans.ts'
import { freezeWithdrawals } from '../../../src/server/services/account/freezes.ts'
import { switchOffIn } from '../../../src/server/services/calls/switches.ts'
import { createBatchIn } from '../../../src/server/services/payments/promo-codes.ts'
import { OPERATOR } from '../../support/office/operator.ts'
import { insertOrder, makePromo, moveOrder } from '../../support/players/deposits.ts'
import {
  type CommandScene,
  keptOrder,
  member,
  newFolder,
  newPlayer,
  paidOrder,
  priceList,
  publish,
  REDLINE,
  raffleAhead,
  repriced,
  withdrawalIn,
} from './command-scene.ts'

const root = new URL('../../..', import.meta.url).pathname

/** Commands that change nothing of a shop, and why they leave no row. */
export const NO_ACTS: Readonly<Record<string, string>> = {
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

interface Run {
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** How each command that changes something is run, and the verb of its row. */
export const ACTS: Readonly<Record<string, readonly [verb: Verb, prepare: (scene: CommandScene) => Promise<Run>]>> = {
  'catalogue import': [
    'catalogue.import',
    async (scene) => {
      const list = join(await newFolder(scene), 'en.json')
      const image = 'https://community.akamai.steamstatic.com/economy/image/abc_DEF-123'
      const rarity = { id: 'rarity_legendary_weapon', name: 'Classified', color: '#d32ce6' }
      await writeFile(list, JSON.stringify([{ id: 'skin-1', name: 'AK-47 | Redline', rarity, image }]))
      return { args: [list] }
    },
  ],
  'catalogue accept': [
    'rates.accept',
    async (scene) => {
      const SHOP_DIR = await newFolder(scene)
      await cp(join(root, 'data/rates.json'), join(SHOP_DIR, 'rates.json'))
      return { args: ['--yes'], environment: { SHOP_DIR } }
    },
  ],
  'shop import': [
    'editions.publish',
    async (scene) => {
      const folder = await newFolder(scene)
      await writeFile(join(folder, 'office.json'), JSON.stringify(DEFAULT_RULES))
      return { args: [folder] }
    },
  ],
  'shop back': [
    'editions.back',
    async (scene) => {
      await scene.shop.refresh()
      await publish(scene, { 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson: true }, null, 1) })
      return { args: ['1'] }
    },
  ],
  'cases rebalance': ['cases.rebalance', async () => ({ args: ['first-step', '--to', '85', '--publish'] })],
  'prices import': [
    'prices.import',
    async (scene) => {
      const list = join(await newFolder(scene), 'list.csv')
      await writeFile(list, `market_hash_name,price\n${REDLINE},${repriced(scene, REDLINE) / 100}\n`)
      return { args: [list] }
    },
  ],
  'prices fetch': ['prices.import', async (scene) => ({ args: ['--address', await priceList(scene)] })],
  'prices accept': [
    'prices.accept',
    async (scene) => {
      await scene.shop.refresh()
      const holds = new Map([
        ['ak-47-redline.ft', { seenCents: cents(repriced(scene, REDLINE)), sinceMs: Date.parse('2026-08-01') }],
      ])
      await publish(scene, { 'price-state.json': priceStateText({ ...NO_PRICE_STATE, held: holds }) })
      return { args: ['--all'] }
    },
  ],
  'promo create': ['promo.create', async () => ({ args: ['autumn', '--percent', '5'] })],
  'promo end': [
    'promo.end',
    async (scene) => {
      await makePromo(scene.database.db, { code: 'winter' })
      return { args: ['winter'] }
    },
  ],
  'promo batch': ['promo.create', async () => ({ args: ['spring', '--count', '2', '--percent', '5'] })],
  'promo end-batch': [
    'promo.end',
    async (scene) => {
      const terms = { percent: 5, startsAt: null, endsAt: null, steamLevel: 0, depositMin: 0 }
      const batch = { ...terms, prefix: 'snow', count: 1 }
      return { args: [String(await scene.database.db.transaction((tx) => createBatchIn(tx, batch, OPERATOR)))] }
    },
  ],
  'orders refund': ['orders.refund', async (scene) => ({ args: [await paidOrder(scene), '--by-hand', '--yes'] })],
  'orders answer': [
    'orders.answer',
    async (scene) => {
      const id = await insertOrder(scene.database.db.queries, { playerId: scene.playerId })
      await moveOrder(scene.database.db, id, { question: 'a refund in another currency', questionedAt: new Date() })
      return { args: [id, '--note', 'sent back'] }
    },
  ],
  'orders evidence': [
    'orders.evidence',
    async (scene) => ({ args: [await paidOrder(scene), '--to', join(await newFolder(scene), 'evidence.html')] }),
  ],
  'orders release': [
    'players.unfreeze',
    async (scene) => {
      const id = await insertOrder(scene.database.db.queries, { playerId: scene.playerId })
      const freeze = { playerId: scene.playerId, reason: 'fraud-warning', orderId: id } as const
      await scene.database.db.transaction((tx) => freezeWithdrawals(tx, freeze, new Date()))
      return { args: [id] }
    },
  ],
  'orders return': ['orders.return', async (scene) => ({ args: [await keptOrder(scene, 'limit'), '--by-hand'] })],
  'orders credit': ['orders.credit', async (scene) => ({ args: [await keptOrder(scene, 'time-out')] })],
  'withdrawals approve': ['withdrawals.approve', async (scene) => ({ args: [await withdrawalIn(scene, 'review')] })],
  'withdrawals refuse': [
    'withdrawals.refuse',
    async (scene) => ({ args: [await withdrawalIn(scene, 'review'), '--reason', 'several-accounts'] }),
  ],
  'withdrawals retry': ['withdrawals.retry', async (scene) => ({ args: [await withdrawalIn(scene, 'unavailable')] })],
  'withdrawals fail': [
    'withdrawals.fail',
    async (scene) => ({ args: [await withdrawalIn(scene, 'requested'), '--reason', 'asked for it'] }),
  ],
  'switches off': [
    'switches.off',
    async () => ({ args: ['wheel', '--en', 'Off', '--ru', 'Выкл', '--uk', 'Вимк', '--reason', 'a fault'] }),
  ],
  'switches on': [
    'switches.on',
    async (scene) => {
      const words = { en: 'Off', ru: 'Выкл', uk: 'Вимк' }
      const terms = { name: 'raffle', words, until: null, by: OPERATOR, reason: 'a fault', at: new Date() } as const
      await scene.database.db.transaction((tx) => switchOffIn(tx, terms))
      return { args: ['raffle', '--reason', 'mended'] }
    },
  ],
  'players ban': [
    'players.ban',
    async (scene) => ({ args: [String(await newPlayer(scene)), '--reason', 'Two accounts'] }),
  ],
  'players unban': [
    'players.unban',
    async (scene) => {
      const id = await newPlayer(scene)
      await banPlayer(scene.database.db, id, 'Two accounts', OPERATOR)
      return { args: [String(id), '--reason', 'It was their brother'] }
    },
  ],
  'players correct': [
    'players.correct',
    async (scene) => {
      await scene.shop.refresh()
      await publish(scene, { 'office.json': JSON.stringify({ ...DEFAULT_RULES, secondPerson: false }) })
      return { args: [String(await newPlayer(scene)), '--amount', '5', '--reason', 'It was owed', '--yes'] }
    },
  ],
  'players erase': ['players.erase', async (scene) => ({ args: [String(await newPlayer(scene)), '--yes'] })],
  'players sign-out': ['players.signOut', async (scene) => ({ args: [String(await newPlayer(scene))] })],
  'staff invite': ['staff.invite', async () => ({ args: ['Anna K', '--role', 'owner', '--reason', 'Founder'] })],
  'staff disable': [
    'staff.disable',
    async (scene) => {
      await member(scene, 'Bea')
      return { args: [await member(scene, 'Carl'), '--reason', 'Left the company'] }
    },
  ],
  'raffles repair': [
    'raffles.repair',
    async (scene) => {
      await raffleAhead(scene)
      return { args: ['--yes'] }
    },
  ],
}
