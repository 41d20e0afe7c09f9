// The upgrade as a use case: stake taken, roll drawn, target given or not, in one transaction.
import type { RefusalCode } from '../../contract/common.ts'
import type { UpgradeBody, UpgradeReply } from '../../contract/upgrade.ts'
import type { Item } from '../../game/catalogue.ts'
import { type Cents, cents } from '../../game/money.ts'
import {
  quoteUpgrade,
  type UpgradeFault,
  type UpgradeOffer,
  upgradeResult,
  upgradeText,
  winningRange,
} from '../../game/upgrade.ts'
import type { Queries } from '../db/database.ts'
import { transfers } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { HOUSE_ACCOUNTS } from '../ledger/accounts.ts'
import { RefusalError } from '../refusal.ts'
import { type Counted, countTurn } from './account-totals.ts'
import {
  distinctIds,
  drawAndKeep,
  endItems,
  type GameParts,
  giveItem,
  keepAnswer,
  liveDrop,
  ownedItems,
  playOnce,
} from './game-turn.ts'
import { itemView } from './item-view.ts'
import { keepLevelUp, tellSpending } from './level-up.ts'
import type { Notice } from './notifications.ts'
import type { Click } from './once.ts'
import type { Opener } from './opening.ts'

export type Upgraded = Extract<UpgradeReply, { success: true }>

export interface Upgrade {
  /**
   * Upgrades items and balance of a player.
   *
   * @throws RefusalError when the target, the stake or its chance is not as the rules have it, or an item is gone
   */
  play(player: Opener, wish: UpgradeBody, click: Click): Promise<Upgraded>
}

const FAULTS = {
  'stake-empty': 'nothing-staked',
  'stake-items': 'stake-items',
  'target-cheap': 'chance-high',
  'chance-high': 'chance-high',
  'chance-low': 'chance-low',
} as const satisfies Record<UpgradeFault, RefusalCode>

function offerFor(itemsCents: readonly Cents[], wish: UpgradeBody, target: Item): UpgradeOffer {
  const quote = quoteUpgrade({ itemsCents, balanceCents: cents(wish.balance) }, target.priceCents)
  if (!quote.ok) throw new RefusalError(FAULTS[quote.fault])
  return quote.offer
}

/** Writes down the part of the stake that is balance; answers the transfer, null when there is no such part. */
async function keepStake(tx: Queries, playerId: number, stake: number, rollId: string): Promise<string | null> {
  if (stake === 0) return null
  const id = newId()
  await tx.insert(transfers).values({
    id,
    kind: 'upgrade',
    debitId: playerId,
    creditId: HOUSE_ACCOUNTS.upgrade,
    amount: stake,
    reference: rollId,
  })
  return id
}

async function upgrade(
  tx: Queries,
  player: Opener,
  wish: UpgradeBody,
  target: Item,
  click: Click,
): Promise<{ answer: Upgraded; standing: Counted; levelUp: Notice | null }> {
  const staked = await ownedItems(tx, player.id, distinctIds(wish.ids), true)
  const offer = offerFor(
    staked.map(({ price }) => price),
    wish,
    target,
  )
  const drawn = await drawAndKeep(tx, player.id, 'upgrade', {
    text: upgradeText(offer, target.id, wish.side),
    reference: target.id,
  })
  const paid = cents(wish.balance)
  const won = upgradeResult(target, offer.tickets, wish.side, drawn.roll) !== null
  const standing = await countTurn(tx, player.id, {
    game: 'upgrade',
    paid,
    staked,
    won: won ? { id: drawn.id, price: target.priceCents } : null,
  })
  const transferId = await keepStake(tx, player.id, paid, drawn.id)
  await endItems(tx, staked, 'upgraded', { rollId: drawn.id, transferId })
  if (won) await giveItem(tx, player.id, drawn, target, 'upgrade')
  const view = itemView(target)
  const answer: Upgraded = {
    success: true,
    won,
    id: drawn.id,
    roll: drawn.roll,
    ...winningRange(offer.tickets, wish.side),
    stake: offer.stakeCents,
    target: { item: view, price: target.priceCents },
    drop: won ? { id: drawn.id, price: target.priceCents, item: view, roll: drawn.roll } : null,
    balance: standing.balance,
  }
  await keepAnswer(tx, click, answer)
  return { answer, standing, levelUp: await keepLevelUp(tx, player.id, standing.spent, paid) }
}

/** Upgrades over a database and a catalogue. */
export function createUpgrade(parts: GameParts): Upgrade {
  const { db, catalogue, seeds, events } = parts
  async function play(player: Opener, wish: UpgradeBody, click: Click): Promise<Upgraded> {
    const target = catalogue().catalogue.items.get(wish.target)
    if (target === undefined) throw new RefusalError('target-unknown')
    if (target.priceCents !== wish.price) throw new RefusalError('target-price')
    try {
      const { answer, standing, levelUp } = await db.transaction((tx) => upgrade(tx, player, wish, target, click))
      events.emit('played', 'upgrade', 1, standing.transaction)
      const wonCents = cents(answer.won ? target.priceCents : 0)
      events.emit('turn', { game: 'upgrade', count: 1, staked: cents(answer.stake), won: wonCents })
      if (answer.won) events.emit('drops', [liveDrop('upgrade', answer, target, { ...player, ...standing })])
      // Also after a stake of items alone: his other pages hear from it that he has played.
      tellSpending(events, player.id, standing, levelUp)
      return answer
    } finally {
      // The nonce has moved on, or may have.
      seeds.forget(player.id)
    }
  }
  return { play: (player, wish, click) => playOnce(parts, click, () => play(player, wish, click)) }
}
