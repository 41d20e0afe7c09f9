// The games that a bot plays on its own, through the same services as players: a case, an upgrade, a contract, the wheel, a raffle.
import { CONTRACT_ITEMS, CONTRACT_SUM_LEAST, UPGRADE_ITEMS_MOST } from '../../game/base/economy.ts'
import { cents } from '../../game/base/money.ts'
import type { OwnedItem } from '../../protocol/inventory.ts'
import type { Player } from '../services/calls/player.ts'
import { randomClientSeed } from '../services/rolls/seeds.ts'
import type { Services } from '../services/services.ts'
import { affordFor, botKey, depositFor, sellAll } from './bot-money.ts'
import { type Random, weightedOrder, within } from './rhythm.ts'
import type { BotGame, Character } from './roster.ts'

/** A bot as a player. */
export interface Bot extends Player {
  readonly character: Character
}

export interface GameParts {
  readonly services: Services
  /** Chooses what is played; rolls are drawn like a player's. */
  readonly random: Random
}

/** With more items than this it sells everything: its inventory stays small. */
const ITEMS_MOST = 40
/** A bot with less gets more before it plays. */
const BALANCE_LEAST = cents(1_000)
const SINGLE_CHANCE = 0.85
const UPGRADE_STAKE_CENTS = { least: 20, most: 400 } as const
/** The price of an upgrade's target, times its stake. */
const UPGRADE_TIMES = { least: 1.5, most: 4 } as const
const RAFFLE_DEPOSIT_CENTS = { least: 500, most: 2_500 } as const

/** Plays one game; false where the bot has nothing to play it with. */
type Play = (parts: GameParts, bot: Bot) => Promise<boolean>

const isFree = ({ wait }: OwnedItem): boolean => wait === undefined

/** Opens a case that the balance affords; cheaper ones are more likely. */
const openCase: Play = async ({ services, random }, { character, ...player }) => {
  const { players, opening, selling, shop } = services
  const balance = (await players.currentUser(player.id))?.balance ?? 0
  const affordable = shop
    .categories()
    .flatMap(({ cases }) => cases)
    .filter(({ enabled, price }) => enabled && price <= balance)
  const [box] = weightedOrder(affordable, ({ price }) => 1 / price ** 0.7, random)
  if (box === undefined) return false
  const wanted = random() < SINGLE_CHANCE ? 1 : within({ least: 2, most: 5 }, random())
  const opened = await opening.open(player, {
    url: box.url,
    count: Math.min(wanted, Math.floor(balance / box.price)),
    price: undefined,
    idempotencyKey: botKey(player.id, `open:${box.url}`),
  })
  const ids = opened.drops.flatMap((drop) => (drop.id === null ? [] : [drop.id]))
  if (random() < character.sellChance) await selling.sell(player.id, { kind: 'named', ids }, botKey(player.id, 'sell'))
  return true
}

/** Upgrades one or two items, or some balance where there are none. */
const upgradeItems: Play = async ({ services, random }, { character: _, ...player }) => {
  const { inventory, upgrade } = services
  const owned = (await inventory.items(player.id, { sort: 'cheap' })).items.filter(isFree)
  const count = Math.min(owned.length, UPGRADE_ITEMS_MOST, random() < 0.7 ? 1 : 2)
  const staked = weightedOrder(owned, () => 1, random).slice(0, count)
  const balance = staked.length > 0 ? 0 : within(UPGRADE_STAKE_CENTS, random())
  const stake = staked.reduce((sum, { price }) => sum + price, balance)
  const { items: targets } = inventory.targets({
    min: Math.ceil(stake * UPGRADE_TIMES.least),
    max: Math.floor(stake * UPGRADE_TIMES.most),
    sort: 'cheap',
  })
  const [target] = weightedOrder(targets, () => 1, random)
  if (target === undefined) return false
  const body = {
    ids: staked.map(({ id }) => id),
    balance: cents(balance),
    target: target.item.id,
    price: target.price,
    side: random() < 0.5 ? ('under' as const) : ('over' as const),
  }
  await upgrade.play(player, body, botKey(player.id, 'upgrade', body))
  return true
}

/** Signs a contract over its cheapest items. */
const signContract: Play = async ({ services, random }, { character: _, ...player }) => {
  const { inventory, contract } = services
  const owned = (await inventory.items(player.id, { sort: 'cheap' })).items.filter(isFree)
  const wanted = within({ least: CONTRACT_ITEMS.least, most: CONTRACT_ITEMS.most + 1 }, random())
  const staked = owned.slice(0, wanted)
  const sum = staked.reduce((total, { price }) => total + price, 0)
  if (staked.length < CONTRACT_ITEMS.least || sum < CONTRACT_SUM_LEAST) return false
  const ids = staked.map(({ id }) => id)
  const { oddsHash } = await contract.preview(player.id, ids)
  const body = { ids, oddsHash }
  await contract.sign(player, body, botKey(player.id, 'contract', body))
  return true
}

const spinWheel: Play = async ({ services }, { character: _, ...player }) => {
  const { players, wheel, spinning } = services
  const { price, paused, odds } = await wheel.of(null)
  const balance = (await players.currentUser(player.id))?.balance ?? 0
  if (paused !== undefined || balance < price) return false
  const body = { free: false, price, odds: odds.paid }
  await spinning.spin(player, body, botKey(player.id, 'spin', body))
  return true
}

/** Joins an open raffle, after the deposit that it asks for. */
const joinRaffle: Play = async ({ services, random }, { id }) => {
  const { raffles, joining } = services
  const open = (await raffles.all(id)).raffles.flatMap(({ open: raffle }) => (raffle === null ? [] : [raffle]))
  const missing = open.find(({ standing, held }) => held === undefined && standing !== 'joined')
  if (missing === undefined) return false
  if (missing.standing === 'deposit') await depositFor(services, id, cents(within(RAFFLE_DEPOSIT_CENTS, random())))
  await joining.join(id, missing.id, botKey(id, `raffle:${missing.id}`))
  return true
}

const PLAYS: Readonly<Record<BotGame, Play>> = {
  case: openCase,
  upgrade: upgradeItems,
  contract: signContract,
  wheel: spinWheel,
  raffle: joinRaffle,
}

/** Prepares a bot: its client seed, which it has no browser for, money to play with, and an inventory that does not grow for ever. */
export async function prepareBot({ services }: Pick<GameParts, 'services'>, { id }: Bot): Promise<void> {
  const { players, seeds, inventory } = services
  const { unseeded = null } = (await players.currentUser(id)) ?? {}
  if (unseeded !== null) await seeds.supply(id, { commit: unseeded, clientSeed: randomClientSeed() })
  const { total } = await inventory.items(id, { sort: 'new' })
  if (total.count > ITEMS_MOST) await sellAll(services, id)
  await affordFor(services, id, BALANCE_LEAST)
}

/**
 * Plays a game of a bot that is prepared.
 *
 * @returns false where it has nothing to play it with
 * @throws RefusalError where the game is stopped or refused
 */
export function playGame(parts: GameParts, bot: Bot, game: BotGame): Promise<boolean> {
  return PLAYS[game](parts, bot)
}
