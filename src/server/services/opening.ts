// Opening cases: what may be opened, the rolls, and the answer. Everything is written by one statement (opening-batch.ts).
import { randomInt } from 'node:crypto'
import type { OpenReply, WonDrop } from '../../contract/case.ts'
import type { LiveDrop } from '../../contract/live.ts'
import { entryOfRoll } from '../../game/case.ts'
import type { Case, CaseEntry } from '../../game/catalogue.ts'
import { CASE_TICKETS } from '../../game/economy.ts'
import { drawRoll } from '../../game/fairness.ts'
import { cents, sumCents, timesCents } from '../../game/money.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import { newId } from '../ids.ts'
import { RefusalError } from '../refusal.ts'
import { type DropPlayer, dropPlayer } from './drop-player.ts'
import { proofPath } from './drops.ts'
import { type GameParts, playOnce } from './game-turn.ts'
import { itemView } from './item-view.ts'
import { levelUp, tellSpending } from './level-up.ts'
import { type Click, RepeatedClick } from './once.ts'
import { createOpeningBatches, type OpeningOutcome, type PreparedOpening } from './opening-batch.ts'
import { type ActiveSeed, hmacOf } from './seeds.ts'

const MAX_NONCE_TRIES = 5
/** More would share less: the statements of a batch wait for the same disk. */
const STATEMENTS_AT_ONCE = 1

type WriteOpening = (opening: PreparedOpening) => Promise<OpeningOutcome>

/** Who opens, as drops name him. */
export interface Opener {
  readonly id: number
  readonly username: string
  readonly avatar: string
}

export interface OpenRequest {
  readonly url: string
  /** How many at a time, 1 to 10. */
  readonly count: number
  /** The price that the player saw; undefined where nobody looked. */
  readonly price: number | undefined
  readonly click: Click
}

type Opened = Extract<OpenReply, { success: true }>

export interface Opening {
  open(player: Opener, request: OpenRequest): Promise<Opened>
  /** The same odds without money, items or proof. */
  demo(url: string, count: number): Opened
}

function caseToOpen(held: HeldCatalogue, url: string): Case {
  const box = held.catalogue.cases.get(url)
  if (box === undefined) throw new RefusalError('case-unknown')
  if (!box.enabled) throw new RefusalError('case-off')
  return box
}

interface Won {
  readonly id: string
  readonly roll: number
  readonly nonce: number
  readonly entry: CaseEntry
}

function rollAll(box: Case, seed: ActiveSeed, count: number): Won[] {
  const hmac = hmacOf(seed.serverSeed)
  return Array.from({ length: count }, (_, place) => {
    const nonce = seed.nonce + place
    const roll = drawRoll(hmac, { game: 'case', clientSeed: seed.clientSeed, nonce })
    return { id: newId(), roll, nonce, entry: entryOfRoll(box.entries, roll) }
  })
}

function answerOf(won: readonly Won[]): Omit<Opened, 'balance'> {
  const drops: WonDrop[] = won.map(({ id, roll, entry }) => ({
    id,
    price: entry.item.priceCents,
    item: itemView(entry.item),
    roll,
  }))
  return { success: true, drops, rolls: won.map(({ id, nonce, roll }) => ({ id, nonce, roll })) }
}

function liveDrops(box: Case, won: readonly Won[], player: DropPlayer, nowMs: number): LiveDrop[] {
  return won.map(({ id, entry }) => ({
    id,
    type: 'case',
    price: entry.item.priceCents,
    item: itemView(entry.item),
    case: { url: box.url, image: box.image, name: box.name },
    proof: proofPath({ type: 'case', rollId: id, reference: box.url }),
    user: dropPlayer(player),
    created_at: nowMs,
  }))
}

/** Opens with the seed as it is known; null when another process has used it meanwhile. */
async function tryOpen(
  deps: GameParts,
  write: WriteOpening,
  player: Opener,
  box: Case,
  oddsHash: string,
  request: OpenRequest,
): Promise<Opened | null> {
  const seed = await deps.seeds.active(player.id)
  const costCents = timesCents(box.priceCents, request.count)
  const won = rollAll(box, seed, request.count)
  const answer = answerOf(won)
  const outcome = await write({
    playerId: player.id,
    seedId: seed.id,
    nonce: seed.nonce,
    costCents,
    transferId: newId(),
    reference: box.url,
    oddsHash,
    key: request.click.key,
    requestHash: request.click.requestHash,
    answer: JSON.stringify(answer),
    noticeId: newId(),
    won: won.map(({ id, roll, entry }) => ({ id, roll, itemId: entry.item.id, priceCents: entry.item.priceCents })),
  }).catch((error: unknown) => {
    // It may have been written or not: only the database knows the nonce now.
    deps.seeds.forget(player.id)
    throw error
  })
  if (outcome.kind === 'balance') throw new RefusalError('balance', { price: costCents })
  if (outcome.kind === 'repeated') throw new RepeatedClick()
  if (outcome.kind === 'nonce') {
    deps.seeds.forget(player.id)
    return null
  }
  seed.nonce += request.count
  const standing = { balance: cents(outcome.balance), spent: cents(outcome.spent), hidden: outcome.hidden }
  deps.events.emit('drops', liveDrops(box, won, { ...player, ...standing }, Date.now()))
  deps.events.emit('played', 'case', won.length, outcome.transaction)
  const wonCents = sumCents(won.map(({ entry }) => entry.item.priceCents))
  deps.events.emit('turn', { game: 'case', count: won.length, staked: costCents, won: wonCents })
  tellSpending(deps.events, player.id, standing, levelUp(standing.spent, costCents))
  return { ...answer, balance: standing.balance }
}

async function openOnce(deps: GameParts, write: WriteOpening, player: Opener, request: OpenRequest): Promise<Opened> {
  const held = deps.catalogue()
  const box = caseToOpen(held, request.url)
  if (request.price !== undefined && request.price !== box.priceCents) throw new RefusalError('price-changed')
  const oddsHash = held.odds.get(box.url)?.hash
  if (oddsHash === undefined) throw new Error(`No odds were published for ${box.url}`)
  for (let attempt = 1; attempt <= MAX_NONCE_TRIES; attempt++) {
    const opened = await tryOpen(deps, write, player, box, oddsHash, request)
    if (opened !== null) return opened
  }
  throw new RefusalError('seed-in-use')
}

/** Opening cases over a database and a catalogue. Openings of one player run one after the other: they share a nonce. */
export function createOpening(deps: GameParts): Opening {
  const turns = new Map<number, Promise<unknown>>()
  const write = createOpeningBatches(deps.db, STATEMENTS_AT_ONCE)

  async function inTurn<T>(playerId: number, work: () => Promise<T>): Promise<T> {
    const before = turns.get(playerId) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => undefined)
    turns.set(playerId, settled)
    try {
      return await mine
    } finally {
      if (turns.get(playerId) === settled) turns.delete(playerId)
    }
  }

  return {
    open: (player, request) =>
      playOnce(deps, request.click, () => inTurn(player.id, () => openOnce(deps, write, player, request))),
    demo: (url, count) => {
      const box = caseToOpen(deps.catalogue(), url)
      const drops = Array.from({ length: count }, (): WonDrop => {
        const roll = randomInt(1, CASE_TICKETS + 1)
        const { item } = entryOfRoll(box.entries, roll)
        return { id: null, price: item.priceCents, item: itemView(item), roll }
      })
      return { success: true, drops, balance: null, rolls: [] }
    },
  }
}
