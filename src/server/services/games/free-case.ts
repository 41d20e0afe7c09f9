// Free cases as a use case: each opens once a night for a player who deposited enough within that night.
import { and, eq, gte, lt } from 'drizzle-orm'
import { type Cents, cents } from '../../../game/base/money.ts'
import { nightOf, type Span } from '../../../game/base/site-time.ts'
import { FREE_CASE_URL } from '../../../game/cases/case-path.ts'
import type { Item } from '../../../game/catalogue/catalogue.ts'
import { COUNTED_STATES } from '../../../game/payments/reversal.ts'
import { freeCaseReference, freeOddsText, missingDeposit } from '../../../game/rewards/free-case.ts'
import type { FreeCase, FreeTier } from '../../../game/rewards/rewards.ts'
import type { OpenReply } from '../../../protocol/case.ts'
import type { FreeCaseReply, FreeCaseView } from '../../../protocol/free-case.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import { type Queries, violatesConstraint } from '../../db/database.ts'
import { hasState } from '../../db/has-state.ts'
import { orders } from '../../db/schema-payments.ts'
import { freeOpenings } from '../../db/schema-rewards.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer, type Player } from '../calls/player.ts'
import type { AccountTotals } from '../money/account-totals.ts'
import { rollFree } from '../rolls/free-roll.ts'
import { contentViews, itemView } from '../rolls/item-view.ts'
import { type GameParts, liveDrop, oddsHashOf, playOnce, storeResponse, winItem } from '../rolls/play.ts'

export type FreeOpenResponse = Extract<OpenReply, { success: true }>

export interface FreeCases {
  /**
   * Returns the free cases and the current night.
   *
   * @param playerId null for a guest
   */
  overview(playerId: number | null): Promise<Omit<FreeCaseReply, 'success'>>
  /**
   * Opens a free case.
   *
   * @throws RefusalError 'free-case-locked' with the missing amount, 'free-case-opened' the second time in a night, 'reward-paused', 'prices-old', 'excluded'
   */
  open(player: Player, tier: FreeTier, idempotencyKey: IdempotencyKey): Promise<FreeOpenResponse>
}

export interface FreeCasesParts extends GameParts {
  readonly now: () => number
  readonly timeZone: string
}

/**
 * Returns what a player deposited within a night, without bonuses, refunds and disputed deposits.
 *
 * @param lock true to prevent refunds of these deposits until the transaction ends
 */
export async function depositedIn(
  queries: Queries,
  playerId: number,
  { fromMs, toMs }: Span,
  lock: boolean,
): Promise<Cents> {
  const paid = queries
    .select({ amount: orders.amount, returned: orders.returned })
    .from(orders)
    .where(
      and(
        eq(orders.playerId, playerId),
        hasState(orders.state, ...COUNTED_STATES),
        gte(orders.paidAt, new Date(fromMs)),
        lt(orders.paidAt, new Date(toMs)),
      ),
    )
  const rows = await (lock ? paid.for('share') : paid)
  return cents(rows.reduce((sum, { amount, returned }) => sum + amount - returned, 0))
}

/** Returns the free cases that a player opened in a night. */
export async function openedIn(queries: Queries, playerId: number, { day }: Span): Promise<ReadonlySet<FreeTier>> {
  const rows = await queries
    .select({ tier: freeOpenings.tier })
    .from(freeOpenings)
    .where(and(eq(freeOpenings.playerId, playerId), eq(freeOpenings.night, day)))
  return new Set(rows.map(({ tier }) => tier))
}

type Shown = Omit<FreeCaseView, 'missing' | 'opened'>

const viewCache = new WeakMap<LoadedCatalogue, readonly Shown[]>()

/** Returns the part of the views that is the same for everyone, cached for each catalogue. */
function sharedViews(loaded: LoadedCatalogue): readonly Shown[] {
  const known = viewCache.get(loaded)
  if (known !== undefined) return known
  const shown = loaded.rewards.freeCases.map(({ tier, name, image, depositedCents, entries, paused }) => ({
    tier,
    name,
    image,
    asks: depositedCents,
    oddsHash: oddsHashOf(freeOddsText(freeCaseReference(tier), entries)),
    contents: contentViews(entries),
    ...(paused === undefined ? {} : { paused }),
  }))
  viewCache.set(loaded, shown)
  return shown
}

function caseOf(loaded: LoadedCatalogue, tier: FreeTier): FreeCase {
  const box = loaded.rewards.freeCases.find((one) => one.tier === tier)
  if (box === undefined) throw new Error(`There is no free case ${tier}`)
  return box
}

interface Opened {
  readonly answer: FreeOpenResponse
  readonly item: Item
  readonly id: string
  readonly totals: AccountTotals
}

async function openWithin(
  tx: Queries,
  player: Player,
  { box, digest }: { readonly box: FreeCase; readonly digest: string },
  nowMs: number,
  idempotencyKey: IdempotencyKey,
  night: Span,
): Promise<Opened> {
  await lockPlayer(tx, player.id)
  await assertNotExcluded(tx, player.id, new Date(nowMs))
  if ((await openedIn(tx, player.id, night)).has(box.tier)) throw new RefusalError('free-case-opened')
  const missing = missingDeposit(box, await depositedIn(tx, player.id, night, true))
  if (missing > 0) throw new RefusalError('free-case-locked', { missing })
  const reference = freeCaseReference(box.tier)
  const { drawn, item } = await rollFree(tx, player.id, { reference, entries: box.entries, digest })
  const totals = await winItem(tx, player.id, {
    id: drawn.id,
    item,
    source: 'case',
    reference,
    rollId: drawn.id,
    locked: item.priceCents,
  })
  await tx.insert(freeOpenings).values({ playerId: player.id, tier: box.tier, night: night.day, rollId: drawn.id })
  const answer: FreeOpenResponse = {
    success: true,
    drops: [{ id: drawn.id, price: item.priceCents, item: itemView(item), roll: drawn.roll }],
    balance: totals.balance,
    rolls: [{ id: drawn.id, nonce: drawn.nonce, roll: drawn.roll }],
  }
  await storeResponse(tx, idempotencyKey, answer)
  return { answer, item, id: drawn.id, totals }
}

/** Makes the free cases over a database and a catalogue. They count neither as cases opened nor as money spent. */
export function createFreeCases(parts: FreeCasesParts): FreeCases {
  const { db, catalogue, drawnCatalogue, seeds, events, now, timeZone } = parts

  async function open(player: Player, tier: FreeTier, idempotencyKey: IdempotencyKey): Promise<FreeOpenResponse> {
    // As with held items: what is given is given at these prices too.
    const loaded = drawnCatalogue()
    const box = caseOf(loaded, tier)
    if (box.paused === true) throw new RefusalError('reward-paused')
    const nowMs = now()
    try {
      const { answer, item, id, totals } = await db.transaction((tx) =>
        openWithin(tx, player, { box, digest: loaded.digest }, nowMs, idempotencyKey, nightOf(nowMs, timeZone)),
      )
      const from = { url: FREE_CASE_URL, image: box.image, name: box.name }
      events.emit('gameResult', { game: 'free_case', count: 1, staked: cents(0), won: item.priceCents })
      events.emit('drops', [liveDrop('case', { id }, item, { ...player, ...totals }, from)], player.id)
      return answer
    } catch (error) {
      if (violatesConstraint(error, 'free_openings_pkey')) throw new RefusalError('free-case-opened')
      throw error
    } finally {
      // The transaction may have advanced the nonce.
      seeds.forget(player.id)
    }
  }

  return {
    overview: async (playerId) => {
      const nowMs = now()
      const night = nightOf(nowMs, timeZone)
      const [deposited, opened] =
        playerId === null
          ? [null, new Set<FreeTier>()]
          : await Promise.all([depositedIn(db.queries, playerId, night, false), openedIn(db.queries, playerId, night)])
      const cases = sharedViews(catalogue()).map((shown) => ({
        ...shown,
        missing: deposited === null ? null : missingDeposit({ depositedCents: cents(shown.asks) }, deposited),
        opened: opened.has(shown.tier),
      }))
      return { now: nowMs, from: night.fromMs, to: night.toMs, timeZone, deposited, cases }
    },
    open: (player, tier, idempotencyKey) => playOnce(parts, idempotencyKey, () => open(player, tier, idempotencyKey)),
  }
}
