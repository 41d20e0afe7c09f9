// Opening cases: the checks, the rolls and the response. One statement writes everything (opening-batch.ts).
import { randomInt } from 'node:crypto'
import { CASE_TICKETS } from '../../../game/base/economy.ts'
import { cents, sumCents, timesCents } from '../../../game/base/money.ts'
import { isGreatWin } from '../../../game/base/win-tier.ts'
import { entryOfRoll } from '../../../game/cases/case.ts'
import type { Case, CaseEntry } from '../../../game/catalogue/catalogue.ts'
import { isSold } from '../../../game/catalogue/sale-times.ts'
import { drawRoll } from '../../../game/fairness/fairness.ts'
import type { WonDrop } from '../../../protocol/case.ts'
import type { LiveDrop } from '../../../protocol/live.ts'
import { newId } from '../../base/ids.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type IdempotencyKey, KeyAlreadyUsed } from '../calls/idempotency.ts'
import type { Player } from '../calls/player.ts'
import { emitSpending, levelNotification } from '../notices/level-up.ts'
import { type DropPlayer, dropPlayer } from '../rolls/drop-player.ts'
import { proofPath } from '../rolls/drops.ts'
import { offRefusal } from '../rolls/held-items.ts'
import { CatalogueLate } from '../rolls/in-force.ts'
import { itemView } from '../rolls/item-view.ts'
import { newRollId } from '../rolls/new-roll-id.ts'
import { type GameParts, playOnce } from '../rolls/play.ts'
import { type ActiveSeed, hmacOf } from '../rolls/seeds.ts'
import { createOpeningBatches, type Opened, type OpeningOutcome, type PreparedOpening } from './opening-batch.ts'

const MAX_NONCE_TRIES = 5

type WriteOpening = (opening: PreparedOpening) => Promise<OpeningOutcome>

export interface OpenRequest {
  readonly url: string
  /** How many cases at once, 1 to 10. */
  readonly count: number
  /** The price that the player saw; undefined for callers that show no price. */
  readonly price: number | undefined
  readonly idempotencyKey: IdempotencyKey
}

export interface Opening {
  open(player: Player, request: OpenRequest): Promise<Opened>
  /** Opens with the same odds without money, items or proof; a case of a preview's catalogue, where there is one. */
  demo(url: string, count: number, previewed?: LoadedCatalogue): Opened
}

/** Returns a case that is sold. Its time is compared with the clock: the catalogue follows it some moments later. */
function caseToOpen(loaded: LoadedCatalogue, url: string, nowMs: number): Case {
  const box = loaded.catalogue.cases.get(url)
  if (box === undefined) throw new RefusalError('case-unknown')
  if (!isSold(box.sale, nowMs)) throw new RefusalError('case-off')
  if (!box.enabled) throw offRefusal(box)
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
    return { id: newRollId(hmac, { game: 'case', nonce }), roll, nonce, entry: entryOfRoll(box.entries, roll) }
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
    ...(isGreatWin(entry.item.priceCents, box.priceCents) ? { great: true } : {}),
  }))
}

/** Opens with the cached seed; null when another process has used that seed meanwhile. */
async function tryOpen(
  deps: GameParts,
  write: WriteOpening,
  player: Player,
  box: Case,
  {
    oddsHash,
    digest,
    marginRate,
    ownPercent,
  }: Pick<PreparedOpening, 'oddsHash' | 'digest' | 'marginRate' | 'ownPercent'>,
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
    marginRate,
    ownPercent,
    transferId: newId(),
    reference: box.url,
    oddsHash,
    digest,
    key: request.idempotencyKey.key,
    requestHash: request.idempotencyKey.requestHash,
    answer,
    notificationId: newId(),
    won: won.map(({ id, roll, entry }) => ({ id, roll, itemId: entry.item.id, priceCents: entry.item.priceCents })),
  }).catch((error: unknown) => {
    // The statement may have been committed or not: only the database knows the nonce now.
    deps.seeds.forget(player.id)
    throw error
  })
  if (outcome.kind === 'balance') throw new RefusalError('balance', { price: costCents })
  if (outcome.kind === 'repeated') throw new KeyAlreadyUsed()
  if (outcome.kind === 'late') throw new CatalogueLate()
  if (outcome.kind === 'held') throw new RefusalError('case-paused')
  if (outcome.kind === 'nonce') {
    deps.seeds.forget(player.id)
    return null
  }
  seed.nonce += request.count
  const totals = { balance: cents(outcome.balance), spent: cents(outcome.spent), hidden: outcome.hidden }
  deps.events.emit('drops', liveDrops(box, won, { ...player, ...totals }, Date.now()), player.id)
  deps.events.emit('played', 'case', won.length, outcome.transaction)
  const wonCents = sumCents(won.map(({ entry }) => entry.item.priceCents))
  deps.events.emit('gameResult', { game: 'case', count: won.length, staked: costCents, won: wonCents })
  emitSpending(deps.events, player.id, totals, levelNotification(totals.spent, costCents))
  return { ...answer, balance: totals.balance }
}

async function openOnce(deps: GameParts, write: WriteOpening, player: Player, request: OpenRequest): Promise<Opened> {
  const loaded = deps.drawnCatalogue()
  const box = caseToOpen(loaded, request.url, deps.now())
  if (request.price !== undefined && request.price !== box.priceCents) throw new RefusalError('price-changed')
  const odds = loaded.odds.get(box.url)
  if (odds === undefined) throw new Error(`No odds were published for ${box.url}`)
  const { ownPercent, leastStake } = loaded.rewards.gifts
  const counts = box.priceCents >= leastStake.case
  const terms = { oddsHash: odds.hash, digest: loaded.digest, marginRate: counts ? odds.marginRate : 0, ownPercent }
  for (let attempt = 1; attempt <= MAX_NONCE_TRIES; attempt++) {
    const opened = await tryOpen(deps, write, player, box, terms, request)
    if (opened !== null) return opened
  }
  throw new RefusalError('seed-in-use')
}

/** Makes the openings over a database and a catalogue. A player's openings run one after another, because they share a nonce. */
export function createOpening(deps: GameParts): Opening {
  const queues = new Map<number, Promise<unknown>>()
  const write = createOpeningBatches(deps.db)

  async function inSequence<T>(playerId: number, work: () => Promise<T>): Promise<T> {
    const before = queues.get(playerId) ?? Promise.resolve()
    const result = before.then(work, work)
    const settled = result.catch(() => undefined)
    queues.set(playerId, settled)
    try {
      return await result
    } finally {
      if (queues.get(playerId) === settled) queues.delete(playerId)
    }
  }

  return {
    open: (player, request) =>
      playOnce(deps, request.idempotencyKey, () => inSequence(player.id, () => openOnce(deps, write, player, request))),
    demo: (url, count, previewed) => {
      // A preview shows cases before their time.
      const box = previewed?.catalogue.cases.get(url) ?? caseToOpen(deps.catalogue(), url, deps.now())
      const drops = Array.from({ length: count }, (): WonDrop => {
        const roll = randomInt(1, CASE_TICKETS + 1)
        const { item } = entryOfRoll(box.entries, roll)
        return { id: null, price: item.priceCents, item: itemView(item), roll }
      })
      return { success: true, drops, balance: null, rolls: [] }
    },
  }
}
