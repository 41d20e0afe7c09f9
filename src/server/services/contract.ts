// The contract as a use case: the table before signing, and signing in one transaction.
import type { RefusalCode } from '../../contract/common.ts'
import type { ContractBody, ContractReply, ContractTableView } from '../../contract/contract.ts'
import { ticketRanges } from '../../game/case.ts'
import type { Item } from '../../game/catalogue.ts'
import {
  type ContractFault,
  type ContractTable,
  contractResult,
  contractReturn,
  contractText,
  mostContractSum,
  quoteContract,
} from '../../game/contract.ts'
import { CONTRACT_SUM_LEAST } from '../../game/economy.ts'
import { cents } from '../../game/money.ts'
import type { Queries } from '../db/database.ts'
import { RefusalError } from '../refusal.ts'
import { type Counted, countTurn } from './account-totals.ts'
import {
  type Drawn,
  distinctIds,
  drawAndKeep,
  endItems,
  type GameParts,
  giveItem,
  keepAnswer,
  liveDrop,
  oddsHashOf,
  ownedItems,
  playOnce,
  type StakedItem,
} from './game-turn.ts'
import { itemView, priceListOf } from './item-view.ts'
import type { Click } from './once.ts'
import type { Opener } from './opening.ts'

export type Signed = Extract<ContractReply, { success: true }>

export interface Contract {
  /**
   * What could come out of items, with its odds.
   *
   * @throws RefusalError 'contract-items', 'contract-sum', 'item-gone'
   */
  preview(playerId: number, ids: readonly string[]): Promise<ContractTableView>
  /**
   * Signs a contract.
   *
   * @throws RefusalError as the preview does, and 'odds-changed' when the table is not the one that was seen
   */
  sign(player: Opener, wish: ContractBody, click: Click): Promise<Signed>
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
  throw new RefusalError(FAULTS[quote.fault], { least: CONTRACT_SUM_LEAST, most: mostContractSum(list) })
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

async function sign(
  tx: Queries,
  player: Opener,
  wish: ContractBody,
  list: readonly Item[],
  click: Click,
): Promise<{ answer: Signed; item: Item; drawn: Drawn; standing: Counted }> {
  const staked = await ownedItems(tx, player.id, distinctIds(wish.ids), true)
  const table = tableFor(staked, list)
  const text = contractText(table)
  if (oddsHashOf(text) !== wish.oddsHash) throw new RefusalError('odds-changed')
  const drawn = await drawAndKeep(tx, player.id, 'contract', { text, reference: '' })
  await endItems(tx, staked, 'contracted', { rollId: drawn.id, transferId: null })
  const item = contractResult(table, drawn.roll)
  await giveItem(tx, player.id, drawn, item, 'contract')
  const standing = await countTurn(tx, player.id, {
    game: 'contract',
    paid: cents(0),
    staked,
    won: { id: drawn.id, price: item.priceCents },
  })
  const answer: Signed = {
    success: true,
    drop: { id: drawn.id, price: item.priceCents, item: itemView(item), roll: drawn.roll },
    sum: table.sumCents,
    balance: standing.balance,
  }
  await keepAnswer(tx, click, answer)
  return { answer, item, drawn, standing }
}

/** Contracts over a database and a catalogue. */
export function createContract(parts: GameParts): Contract {
  const { db, catalogue, seeds, events } = parts
  const list = (): readonly Item[] => priceListOf(catalogue())

  async function signOnce(player: Opener, wish: ContractBody, click: Click): Promise<Signed> {
    try {
      const { answer, item, drawn, standing } = await db.transaction((tx) => sign(tx, player, wish, list(), click))
      events.emit('played', 'contract', 1, standing.transaction)
      events.emit('turn', { game: 'contract', count: 1, staked: cents(answer.sum), won: item.priceCents })
      events.emit('drops', [liveDrop('contract', drawn, item, { ...player, ...standing })])
      // The balance is as it was: his other pages hear from it that he has played.
      events.emit('balance', { playerId: player.id, balance: standing.balance })
      return { ...answer, balance: cents(answer.balance) }
    } finally {
      // The nonce has moved on, or may have.
      seeds.forget(player.id)
    }
  }

  return {
    preview: async (playerId, ids) =>
      tableView(tableFor(await ownedItems(db.queries, playerId, distinctIds(ids), false), list())),
    sign: (player, wish, click) => playOnce(parts, click, () => signOnce(player, wish, click)),
  }
}
