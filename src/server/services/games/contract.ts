// The contract as a use case: preview of the odds, and signing in one transaction.

import { BADGE_CONTRACTS } from '../../../game/base/badges.ts'
import { CONTRACT_ITEMS, CONTRACT_SUM_LEAST } from '../../../game/base/economy.ts'
import { cents } from '../../../game/base/money.ts'
import { ticketRanges } from '../../../game/cases/case.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import {
  type ContractFault,
  type ContractTable,
  contractResult,
  contractReturn,
  contractText,
  mostContractSum,
  quoteContract,
} from '../../../game/games/contract.ts'
import type { RefusalCode } from '../../../protocol/common.ts'
import type { ContractBody, ContractReply, ContractTableView } from '../../../protocol/contract.ts'
import type { PlayerNotification } from '../../base/player-notification.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { Queries } from '../../db/database.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import type { Player } from '../calls/player.ts'
import { type CountedTotals, countPlay } from '../money/account-totals.ts'
import type { Prices } from '../money/item-value.ts'
import { earnBadge } from '../notices/badges.ts'
import { itemView, priceListOf } from '../rolls/item-view.ts'
import {
  type DrawnRoll,
  distinctIds,
  drawAndStoreRoll,
  endItems,
  type GameParts,
  giveItem,
  itemsToStake,
  liveDrop,
  oddsHashOf,
  playOnce,
  pricedLines,
  type StakedItem,
  storeResponse,
} from '../rolls/play.ts'

export type SignedContract = Extract<ContractReply, { success: true }>

export interface Contract {
  /**
   * Returns what a contract over these items can give, with its odds.
   *
   * @throws RefusalError 'contract-items', 'contract-sum', 'item-gone'
   */
  preview(playerId: number, ids: readonly string[]): Promise<ContractTableView>
  /**
   * Signs a contract.
   *
   * @throws RefusalError as the preview does, 'prices-old', and 'odds-changed' when the table differs from the one the player saw
   */
  sign(player: Player, body: ContractBody, idempotencyKey: IdempotencyKey): Promise<SignedContract>
}

const FAULTS = {
  'items-few': 'contract-items',
  'items-many': 'contract-items',
  'sum-below': 'contract-sum',
  'sum-above': 'contract-sum',
} as const satisfies Record<ContractFault, RefusalCode>

function tableFor(staked: readonly StakedItem[], list: readonly Item[]): ContractTable<Item> {
  const quote = quoteContract(
    staked.map(({ price }) => price),
    list,
  )
  if (quote.ok) return quote.table
  const sums = { least: CONTRACT_SUM_LEAST, most: mostContractSum(list) }
  throw new RefusalError(FAULTS[quote.fault], sums, { min: CONTRACT_ITEMS.least, max: CONTRACT_ITEMS.most })
}

function tableView(table: ContractTable<Item>): ContractTableView {
  const ranges = ticketRanges(table.entries)
  return {
    sum: table.sumCents,
    from: table.fromCents,
    to: table.toCents,
    widened: table.widened,
    returnToPlayer: contractReturn(table),
    oddsHash: oddsHashOf(contractText(table)),
    entries: table.entries.map(({ item, tickets }, place) => ({
      item: itemView(item),
      price: item.priceCents,
      tickets,
      from: ranges[place]?.from ?? 0,
      to: ranges[place]?.to ?? 0,
    })),
  }
}

interface Signed {
  readonly answer: SignedContract
  readonly item: Item
  readonly drawn: DrawnRoll
  readonly totals: CountedTotals
  /** Of the badge that it earned, if any. */
  readonly notification: PlayerNotification | null
}

async function sign(
  tx: Queries,
  player: Player,
  body: ContractBody,
  prices: Prices,
  idempotencyKey: IdempotencyKey,
): Promise<Signed> {
  const staked = await itemsToStake(tx, player.id, distinctIds(body.ids), { lock: true, prices })
  const table = tableFor(staked, priceListOf(prices.loaded))
  const text = contractText(table)
  if (oddsHashOf(text) !== body.oddsHash) throw new RefusalError('odds-changed')
  const drawn = await drawAndStoreRoll(
    tx,
    player.id,
    'contract',
    { text, reference: '', digest: prices.loaded.digest },
    {
      game: 'contract',
      lines: pricedLines(table.entries),
      staked,
      charge: null,
      rules: prices.loaded.rewards.gifts,
    },
  )
  await endItems(tx, staked, 'contract', { rollId: drawn.id, transferId: null })
  const item = contractResult(table, drawn.roll)
  await giveItem(tx, player.id, drawn, item, 'contract')
  const totals = await countPlay(tx, player.id, {
    game: 'contract',
    paid: cents(0),
    staked,
    won: { id: drawn.id, price: item.priceCents },
    margin: drawn.stake.margin,
  })
  const answer: SignedContract = {
    success: true,
    drop: { id: drawn.id, price: item.priceCents, item: itemView(item), roll: drawn.roll },
    sum: table.sumCents,
    balance: totals.balance,
  }
  await storeResponse(tx, idempotencyKey, answer)
  const notification = totals.played < BADGE_CONTRACTS ? null : await earnBadge(tx, player.id, 'contracts')
  return { answer, item, drawn, totals, notification }
}

/** Makes the contracts over a database and a catalogue. */
export function createContract(parts: GameParts): Contract {
  const { db, catalogue, drawnCatalogue, seeds, events, now } = parts

  async function signOnce(player: Player, body: ContractBody, idempotencyKey: IdempotencyKey): Promise<SignedContract> {
    try {
      const { answer, item, drawn, totals, notification } = await db.transaction((tx) =>
        sign(tx, player, body, { loaded: drawnCatalogue(), atMs: now() }, idempotencyKey),
      )
      events.emit('played', 'contract', 1, totals.transaction)
      events.emit('gameResult', { game: 'contract', count: 1, staked: cents(answer.sum), won: item.priceCents })
      events.emit(
        'drops',
        [liveDrop('contract', { ...drawn, paidCents: cents(answer.sum) }, item, { ...player, ...totals })],
        player.id,
      )
      // The balance is unchanged; the event tells the player's other pages that they played.
      events.emit('balance', { playerId: player.id, balance: totals.balance })
      if (notification !== null) events.emit('notification', { playerId: player.id, notification })
      return { ...answer, balance: cents(answer.balance) }
    } finally {
      // The transaction may have advanced the nonce.
      seeds.forget(player.id)
    }
  }

  return {
    preview: async (playerId, ids) => {
      const prices = { loaded: catalogue(), atMs: now() }
      const staked = await itemsToStake(db.queries, playerId, distinctIds(ids), { lock: false, prices })
      return tableView(tableFor(staked, priceListOf(prices.loaded)))
    },
    sign: (player, body, idempotencyKey) =>
      playOnce(parts, idempotencyKey, () => signOnce(player, body, idempotencyKey)),
  }
}
