// The upgrade as a use case: charges the stake, draws the roll and gives the target or not, in one transaction.

import { UPGRADE_ITEMS_MOST, UPGRADE_TICKETS } from '../../../game/base/economy.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import { ROLL_RANGE } from '../../../game/fairness/fairness.ts'
import {
  quoteUpgrade,
  type UpgradeFault,
  type UpgradeOffer,
  upgradeEntries,
  upgradeResult,
  upgradeText,
  winningRange,
} from '../../../game/games/upgrade.ts'
import type { RefusalCode } from '../../../protocol/common.ts'
import type { UpgradeBody, UpgradeReply } from '../../../protocol/upgrade.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import { HOUSE_ACCOUNTS } from '../../ledger/accounts.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import type { Player } from '../calls/player.ts'
import { type CountedTotals, countPlay } from '../money/account-totals.ts'
import type { ChosenPrices } from '../money/chosen-price.ts'
import type { Prices } from '../money/item-value.ts'
import { emitSpending, storeLevelUp } from '../notices/level-up.ts'
import { itemView } from '../rolls/item-view.ts'
import {
  distinctIds,
  drawAndStoreRoll,
  endItems,
  type GameParts,
  giveItem,
  itemsToStake,
  liveDrop,
  playOnce,
  pricedLines,
  storeResponse,
} from '../rolls/play.ts'

export type UpgradeResponse = Extract<UpgradeReply, { success: true }>

export interface Upgrade {
  /**
   * Upgrades items and balance of a player.
   *
   * @throws RefusalError when the target, the stake or its chance breaks the rules, an item is gone, 'item-held' when its price or that of
   *   the target is held, 'price-old' when the target's price is not fresh, or 'odds-changed' when the stake is worth less than the
   *   player saw, or the edge is another
   */
  play(player: Player, body: UpgradeBody, idempotencyKey: IdempotencyKey): Promise<UpgradeResponse>
}

const FAULTS = {
  'stake-empty': 'nothing-staked',
  'stake-items': 'stake-items',
  'target-cheap': 'chance-high',
  'chance-high': 'chance-high',
  'chance-low': 'chance-low',
} as const satisfies Record<UpgradeFault, RefusalCode>

/** Limits that the messages name; chances in percent. */
const LIMITS = {
  max: UPGRADE_ITEMS_MOST,
  low: (100 * UPGRADE_TICKETS.least) / ROLL_RANGE,
  high: (100 * UPGRADE_TICKETS.most) / ROLL_RANGE,
}

function offerFor(itemsCents: readonly Cents[], body: UpgradeBody, { item, edge }: Target): UpgradeOffer {
  const quote = quoteUpgrade({ itemsCents, balanceCents: cents(body.balance) }, item.priceCents, edge)
  if (!quote.ok) throw new RefusalError(FAULTS[quote.fault], {}, LIMITS)
  return quote.offer
}

async function upgrade(
  tx: Queries,
  player: Player,
  body: UpgradeBody,
  chosen: Target,
  prices: Prices,
  idempotencyKey: IdempotencyKey,
): Promise<{ answer: UpgradeResponse; totals: CountedTotals; levelUp: PlayerNotification | null }> {
  const { item: target, edge } = chosen
  const staked = await itemsToStake(tx, player.id, distinctIds(body.ids), { lock: true, prices })
  const offer = offerFor(
    staked.map(({ price }) => price),
    body,
    chosen,
  )
  if (body.stake !== undefined && body.stake !== offer.stakeCents) throw new RefusalError('odds-changed')
  const odds = { text: upgradeText(offer, target.id, body.side), reference: target.id, digest: prices.loaded.digest }
  const paid = cents(body.balance)
  const drawn = await drawAndStoreRoll(tx, player.id, 'upgrade', odds, {
    game: 'upgrade',
    lines: pricedLines(upgradeEntries(target, offer.tickets, body.side)),
    staked,
    charge: { playerId: player.id, to: HOUSE_ACCOUNTS.upgrade, amount: paid, kind: 'upgrade' },
    rules: prices.loaded.rewards.gifts,
  })
  const won = upgradeResult(target, offer.tickets, body.side, drawn.roll) !== null
  const { margin, transferId } = drawn.stake
  const totals = await countPlay(tx, player.id, {
    game: 'upgrade',
    paid,
    staked,
    won: won ? { id: drawn.id, price: target.priceCents } : null,
    margin,
  })
  await endItems(tx, staked, 'upgrade', { rollId: drawn.id, transferId })
  if (won) await giveItem(tx, player.id, drawn, target, 'upgrade')
  const view = itemView(target)
  const answer: UpgradeResponse = {
    success: true,
    won,
    id: drawn.id,
    roll: drawn.roll,
    ...winningRange(offer.tickets, body.side),
    stake: offer.stakeCents,
    target: { item: view, price: target.priceCents, edge },
    drop: won ? { id: drawn.id, price: target.priceCents, item: view, roll: drawn.roll } : null,
    balance: totals.balance,
  }
  await storeResponse(tx, idempotencyKey, answer)
  return { answer, totals, levelUp: await storeLevelUp(tx, player.id, totals.spent, paid) }
}

/** An item that a player chose, and the edge of the upgrade to it. */
interface Target {
  readonly item: Item
  readonly edge: number
}

/** Makes the upgrades over a database and a catalogue. */
export function createUpgrade(parts: GameParts & { readonly chosenPrices: ChosenPrices }): Upgrade {
  const { db, catalogue, seeds, events, now, chosenPrices } = parts
  async function play(player: Player, body: UpgradeBody, idempotencyKey: IdempotencyKey): Promise<UpgradeResponse> {
    const loaded = catalogue()
    const target = loaded.catalogue.items.get(body.target)
    if (target === undefined) throw new RefusalError('target-unknown')
    if (loaded.priceState.held.has(target.id)) throw new RefusalError('item-held')
    if (target.priceCents !== body.price) throw new RefusalError('target-price')
    chosenPrices.assertFresh(loaded, target.id)
    const edges = chosenPrices.recentEdges(loaded, target)
    const edge = body.edge === undefined ? edges[0] : edges.find((one) => one === body.edge)
    if (edge === undefined) throw new RefusalError('odds-changed')
    try {
      const { answer, totals, levelUp } = await db.transaction((tx) =>
        upgrade(tx, player, body, { item: target, edge }, { loaded, atMs: now() }, idempotencyKey),
      )
      events.emit('played', 'upgrade', 1, totals.transaction)
      const wonCents = cents(answer.won ? target.priceCents : 0)
      events.emit('gameResult', { game: 'upgrade', count: 1, staked: cents(answer.stake), won: wonCents })
      if (answer.won) {
        const won = { id: answer.id, paidCents: cents(answer.stake) }
        events.emit('drops', [liveDrop('upgrade', won, target, { ...player, ...totals })], player.id)
      }
      // Also after a stake of items alone: the event tells the player's other pages that they played.
      emitSpending(events, player.id, totals, levelUp)
      return answer
    } finally {
      // The transaction may have advanced the nonce.
      seeds.forget(player.id)
    }
  }
  return {
    play: (player, body, idempotencyKey) => playOnce(parts, idempotencyKey, () => play(player, body, idempotencyKey)),
  }
}
