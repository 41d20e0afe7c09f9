// Carries out what bots do in the lobby (lobby-plan.ts), through the same services as players.

import { BATTLE_PART_PERCENT } from '../../game/base/economy.ts'
import { cents } from '../../game/base/money.ts'
import { BATTLE_FORMATS } from '../../game/battles/battle.ts'
import type { BattleCard, SeatView } from '../../protocol/battle.ts'
import { RefusalError } from '../base/refusal.ts'
import { randomClientSeed } from '../services/rolls/seeds.ts'
import type { Services } from '../services/services.ts'
import { drawBattle } from './battle-terms.ts'
import type { Bot } from './bot-games.ts'
import { affordFor, botKey } from './bot-money.ts'
import {
  type Chance,
  drawEmote,
  type LobbyStep,
  type OpenBattle,
  planLobby,
  type Waits,
  waitKey,
  waitsOf,
} from './lobby-plan.ts'
import { type Random, weightedOrder } from './rhythm.ts'

/** The pages of open battles that are read: battles of a busy lobby beyond them have to wait. */
const PAGES_MOST = 5

export interface LobbyParts {
  readonly services: Services
  readonly bots: readonly Bot[]
  readonly random: Random
  readonly chance: Chance
  readonly now: () => number
  /** Is told of an error or a refusal of one step; the other steps go on. */
  readonly onFault: (doing: string, error: unknown) => void
}

const hasSeat = ({ seats }: Pick<BattleCard, 'seats'>, { id }: Bot): boolean =>
  seats.some(({ user }) => user?.id === id)

/** Makes the bots' part in the lobby. The result looks at it once, and does what is due. */
export function createBotLobby(parts: LobbyParts): () => Promise<void> {
  const { bots, random, chance, now, onFault } = parts
  const { battles, shop } = parts.services
  const botIds = new Set(bots.map(({ id }) => id))
  let waits: Waits = new Map()
  let ranMs = now()

  /** A hidden player has no id; a seat without a player is the house's. */
  const isPerson = ({ user }: SeatView): boolean => user !== null && (user.id === null || !botIds.has(user.id))

  function openBattle(card: BattleCard): OpenBattle {
    const { id, createdAt, format, seats } = card
    return {
      id,
      createdMs: createdAt,
      seats: BATTLE_FORMATS[format].seats,
      taken: seats.map(({ slot }) => slot),
      hasPerson: seats.some(isPerson),
    }
  }

  async function openCards(): Promise<BattleCard[]> {
    const cards: BattleCard[] = []
    let cursor: string | undefined
    for (let page = 0; page < PAGES_MOST; page++) {
      const read = await battles.lists.lobby({ tab: 'open', sort: 'new', cursor }, null)
      cards.push(...read.battles)
      if (read.cursor === null) break
      cursor = read.cursor
    }
    return cards
  }

  async function create(): Promise<void> {
    const cases = shop
      .categories()
      .flatMap((category) => category.cases)
      .filter(({ enabled }) => enabled)
      .map(({ url, price }) => ({ url, priceCents: cents(price) }))
    const battle = drawBattle(cases, random)
    const [bot] = weightedOrder(bots, ({ character }) => character.battles, random)
    if (battle === null || bot === undefined) return
    const { priceCents: price, ...terms } = battle
    await affordFor(parts.services, bot.id, price)
    const whole = { isPrivate: false, percent: BATTLE_PART_PERCENT.most, fund: 0 }
    const body = { ...terms, ...whole, price, seed: randomClientSeed() }
    await battles.creating.create(bot.id, body, botKey(bot.id, 'battle', body))
  }

  async function join(card: BattleCard, slot: number): Promise<void> {
    const others = bots.filter((bot) => !hasSeat(card, bot))
    const [bot] = weightedOrder(others, ({ character }) => character.battles, random)
    if (bot === undefined) return
    const pays = cents(card.price)
    await affordFor(parts.services, bot.id, pays)
    const body = { slot, percent: BATTLE_PART_PERCENT.most, pays, seed: randomClientSeed() }
    await battles.joining.join(bot.id, card.id, body, botKey(bot.id, `join:${card.id}`, body))
  }

  async function carryOut(step: LobbyStep, cards: readonly BattleCard[]): Promise<void> {
    if (step.kind === 'create') return create()
    const card = cards.find(({ id }) => id === step.battleId)
    if (card === undefined) return
    try {
      await join(card, step.slot)
    } catch (error) {
      // Not again at every look: the battle waits once more.
      waits = new Map(waits).set(waitKey(openBattle(card)), now())
      throw error
    }
  }

  async function sayEmotes(running: readonly BattleCard[]): Promise<void> {
    for (const card of running) {
      const emote = drawEmote(card.id, now(), chance)
      const [bot] = bots.filter((one) => hasSeat(card, one))
      if (emote !== null && bot !== undefined) await battles.emotes.show(bot.id, card.id, emote)
    }
  }

  return async () => {
    const cards = await openCards()
    const { battles: running } = await battles.lists.lobby({ tab: 'running', sort: 'new' }, null)
    const open = cards.map(openBattle)
    const nowMs = now()
    if (running.length > 0) ranMs = nowMs
    waits = waitsOf({ open, waits, nowMs })
    for (const step of planLobby({ open, waits, ranMs, nowMs, chance })) {
      await carryOut(step, cards).catch((error: unknown) => onFault(`battle-${step.kind}`, error))
    }
    await sayEmotes(running).catch((error: unknown) => {
      // The battle has ended meanwhile.
      if (!(error instanceof RefusalError)) throw error
    })
  }
}
