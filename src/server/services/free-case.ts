// Free cases as a use case: each opens once a night for whoever has deposited enough within that very night.
import { and, eq, gte, lt } from 'drizzle-orm'
import type { OpenReply } from '../../contract/case.ts'
import type { FreeCaseReply, FreeCaseView } from '../../contract/free-case.ts'
import { FREE_CASE_URL } from '../../game/case-path.ts'
import type { Item } from '../../game/catalogue.ts'
import { freeCaseReference, freeOddsText, missingDeposit } from '../../game/free-case.ts'
import { type Cents, cents } from '../../game/money.ts'
import type { FreeCase, FreeTier } from '../../game/rewards.ts'
import { nightOf, type Span } from '../../game/site-time.ts'
import type { HeldCatalogue } from '../catalogue/catalogue-holder.ts'
import { type Queries, violates } from '../db/database.ts'
import { players } from '../db/schema.ts'
import { orders } from '../db/schema-payments.ts'
import { freeOpenings } from '../db/schema-rewards.ts'
import { RefusalError } from '../refusal.ts'
import type { Standing } from './account-totals.ts'
import { rollFree } from './free-roll.ts'
import { type GameParts, keepAnswer, liveDrop, oddsHashOf, playOnce, winItem } from './game-turn.ts'
import { contentViews, itemView } from './item-view.ts'
import type { Click } from './once.ts'
import type { Opener } from './opening.ts'
import { assertNotExcluded } from './protection.ts'

export type FreeOpened = Extract<OpenReply, { success: true }>

export interface FreeCases {
  /**
   * The free cases and the night that is running.
   *
   * @param playerId null for a guest
   */
  standingOf(playerId: number | null): Promise<Omit<FreeCaseReply, 'success'>>
  /**
   * Opens a free case.
   *
   * @throws RefusalError 'free-case-locked' with what is missing, 'free-case-opened' the second time in a night, 'excluded'
   */
  open(player: Opener, tier: FreeTier, click: Click): Promise<FreeOpened>
}

export interface FreeCasesParts extends GameParts {
  readonly now: () => number
  readonly timeZone: string
}

/**
 * What a player has deposited within a night, bonuses left out; what was paid back does not count.
 *
 * @param lock true to keep these deposits from being paid back until the transaction ends
 */
export async function depositedIn(
  queries: Queries,
  playerId: number,
  { fromMs, toMs }: Span,
  lock: boolean,
): Promise<Cents> {
  const paid = queries
    .select({ amount: orders.amount })
    .from(orders)
    .where(
      and(
        eq(orders.playerId, playerId),
        eq(orders.state, 'paid'),
        gte(orders.paidAt, new Date(fromMs)),
        lt(orders.paidAt, new Date(toMs)),
      ),
    )
  const rows = await (lock ? paid.for('share') : paid)
  return cents(rows.reduce((sum, { amount }) => sum + amount, 0))
}

/** The free cases that a player has opened in a night. */
export async function openedIn(queries: Queries, playerId: number, { day }: Span): Promise<ReadonlySet<FreeTier>> {
  const rows = await queries
    .select({ tier: freeOpenings.tier })
    .from(freeOpenings)
    .where(and(eq(freeOpenings.playerId, playerId), eq(freeOpenings.night, day)))
  return new Set(rows.map(({ tier }) => tier))
}

type Shown = Omit<FreeCaseView, 'missing' | 'opened'>

const shownOf = new WeakMap<HeldCatalogue, readonly Shown[]>()

/** What does not change with who looks, made once for each catalogue. */
function shownIn(held: HeldCatalogue): readonly Shown[] {
  const known = shownOf.get(held)
  if (known !== undefined) return known
  const shown = held.rewards.freeCases.map(({ tier, name, image, depositedCents, entries }) => ({
    tier,
    name,
    image,
    asks: depositedCents,
    oddsHash: oddsHashOf(freeOddsText(freeCaseReference(tier), entries)),
    contents: contentViews(entries),
  }))
  shownOf.set(held, shown)
  return shown
}

function caseOf(held: HeldCatalogue, tier: FreeTier): FreeCase {
  const box = held.rewards.freeCases.find((one) => one.tier === tier)
  if (box === undefined) throw new Error(`There is no free case ${tier}`)
  return box
}

interface Opened {
  readonly answer: FreeOpened
  readonly item: Item
  readonly id: string
  readonly standing: Standing
}

async function openWithin(
  tx: Queries,
  player: Opener,
  box: FreeCase,
  nowMs: number,
  click: Click,
  night: Span,
): Promise<Opened> {
  // One claim of a player at a time. An exclusion takes this lock too, and what comes after it finds it.
  await tx.select({ id: players.id }).from(players).where(eq(players.id, player.id)).for('no key update')
  await assertNotExcluded(tx, player.id, new Date(nowMs))
  if ((await openedIn(tx, player.id, night)).has(box.tier)) throw new RefusalError('free-case-opened')
  const missing = missingDeposit(box, await depositedIn(tx, player.id, night, true))
  if (missing > 0) throw new RefusalError('free-case-locked', { missing })
  const reference = freeCaseReference(box.tier)
  const { drawn, item } = await rollFree(tx, player.id, { reference, entries: box.entries })
  const standing = await winItem(tx, player.id, { id: drawn.id, item, source: 'case', reference, rollId: drawn.id })
  await tx.insert(freeOpenings).values({ playerId: player.id, tier: box.tier, night: night.day, rollId: drawn.id })
  const answer: FreeOpened = {
    success: true,
    drops: [{ id: drawn.id, price: item.priceCents, item: itemView(item), roll: drawn.roll }],
    balance: standing.balance,
    rolls: [{ id: drawn.id, nonce: drawn.nonce, roll: drawn.roll }],
  }
  await keepAnswer(tx, click, answer)
  return { answer, item, id: drawn.id, standing }
}

/** The free cases over a database and a catalogue. They count neither as cases opened nor as money spent. */
export function createFreeCases(parts: FreeCasesParts): FreeCases {
  const { db, catalogue, seeds, events, now, timeZone } = parts

  async function open(player: Opener, tier: FreeTier, click: Click): Promise<FreeOpened> {
    const box = caseOf(catalogue(), tier)
    const nowMs = now()
    try {
      const { answer, item, id, standing } = await db.transaction((tx) =>
        openWithin(tx, player, box, nowMs, click, nightOf(nowMs, timeZone)),
      )
      const from = { url: FREE_CASE_URL, image: box.image, name: box.name }
      events.emit('turn', { game: 'free_case', count: 1, staked: cents(0), won: item.priceCents })
      events.emit('drops', [liveDrop('case', { id }, item, { ...player, ...standing }, from)])
      return answer
    } catch (error) {
      if (violates(error, 'free_openings_pkey')) throw new RefusalError('free-case-opened')
      throw error
    } finally {
      // The nonce has moved on, or may have.
      seeds.forget(player.id)
    }
  }

  return {
    standingOf: async (playerId) => {
      const nowMs = now()
      const night = nightOf(nowMs, timeZone)
      const [deposited, opened] =
        playerId === null
          ? [null, new Set<FreeTier>()]
          : await Promise.all([depositedIn(db.queries, playerId, night, false), openedIn(db.queries, playerId, night)])
      const cases = shownIn(catalogue()).map((shown) => ({
        ...shown,
        missing: deposited === null ? null : missingDeposit({ depositedCents: cents(shown.asks) }, deposited),
        opened: opened.has(shown.tier),
      }))
      return { now: nowMs, from: night.fromMs, to: night.toMs, timeZone, deposited, cases }
    },
    open: (player, tier, click) => playOnce(parts, click, () => open(player, tier, click)),
  }
}
