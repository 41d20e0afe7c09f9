// Codes that open a case: a gift without a deposit. It is locked like every other one, and asks for what gifts without a deposit ask for.
import { and, eq } from 'drizzle-orm'
import { cents } from '../../../game/base/money.ts'
import type { Case, Item } from '../../../game/catalogue/catalogue.ts'
import { isSold } from '../../../game/catalogue/sale-times.ts'
import { entriesMean } from '../../../game/rewards/gift-cost.ts'
import { promoCaseBound } from '../../../game/rewards/promo-bound.ts'
import type { PromoOpenReply } from '../../../protocol/bonuses.ts'
import { RefusalError } from '../../base/refusal.ts'
import type { LoadedCatalogue } from '../../catalogue/loaded-catalogue.ts'
import type { Queries } from '../../db/database.ts'
import { promoOpenings } from '../../db/schema-promo.ts'
import { assertMayHaveGift, type GiftAccess } from '../account/gift-access.ts'
import { assertNotExcluded } from '../account/protection.ts'
import type { IdempotencyKey } from '../calls/idempotency.ts'
import { lockPlayer, type Player } from '../calls/player.ts'
import type { AccountTotals } from '../money/account-totals.ts'
import { rollFree } from '../rolls/free-roll.ts'
import { itemView } from '../rolls/item-view.ts'
import { type GameParts, liveDrop, playOnce, storeResponse, winItem } from '../rolls/play.ts'
import { prizeView } from '../rolls/prize-view.ts'
import { assertUsable, type PromoCode, promoNamed } from './promo.ts'

/** What an opening gave; the route words its message. */
export type PromoOpened = Omit<Extract<PromoOpenReply, { success: true }>, 'success' | 'message'>

export interface PromoCases {
  /**
   * Opens the case of a code.
   *
   * @throws RefusalError those of assertUsable and assertMayHaveGift, 'promo-unknown', 'promo-deposit-only' for a code that adds to a deposit,
   *   'promo-case-off' while its case is not sold or paused, 'prices-old', 'excluded'. A refused code is not used.
   */
  open(player: Player, code: string, idempotencyKey: IdempotencyKey): Promise<PromoOpened>
}

export interface PromoCasesParts extends GameParts {
  /** Asks Steam about players without a deposit. */
  readonly giftAccess: Pick<GiftAccess, 'refresh'>
}

/** Returns the case of a code as it is now. A case that became worth more than a code may give is off, too. */
export function caseOfPromo(
  { catalogue, rewards }: Pick<LoadedCatalogue, 'catalogue' | 'rewards'>,
  { caseUrl, usesPerPlayer }: Pick<PromoCode, 'caseUrl' | 'usesPerPlayer'>,
  nowMs: number,
): Case {
  if (caseUrl === null) throw new RefusalError('promo-deposit-only')
  const box = catalogue.cases.get(caseUrl)
  if (box === undefined || !box.enabled || !isSold(box.sale, nowMs)) throw new RefusalError('promo-case-off')
  const gift = { mean: entriesMean(box.entries), uses: usesPerPlayer }
  if (promoCaseBound(gift, rewards.gifts) !== null) throw new RefusalError('promo-case-off')
  return box
}

interface Opened {
  readonly answer: PromoOpened
  readonly box: Case
  readonly item: Item
  readonly totals: AccountTotals
}

/** Opens within a transaction, which a refusal rolls back with the use. */
async function openWithin(
  tx: Queries,
  player: Player,
  code: string,
  { loaded, nowMs }: { readonly loaded: LoadedCatalogue; readonly nowMs: number },
  idempotencyKey: IdempotencyKey,
): Promise<Opened> {
  const at = new Date(nowMs)
  await lockPlayer(tx, player.id)
  await assertNotExcluded(tx, player.id, at)
  const promo = await promoNamed(tx, code, true)
  const box = caseOfPromo(loaded, promo, nowMs)
  await assertUsable(tx, promo, player.id, at)
  await assertMayHaveGift(tx, player.id, { rules: loaded.rewards.gifts, at })
  const own = and(eq(promoOpenings.promoId, promo.id), eq(promoOpenings.playerId, player.id))
  const use = (await tx.$count(promoOpenings, own)) + 1
  const opening = { reference: box.url, entries: box.entries, digest: loaded.digest }
  const { drawn, item } = await rollFree(tx, player.id, opening)
  const totals = await winItem(tx, player.id, {
    id: drawn.id,
    item,
    source: 'case',
    reference: box.url,
    rollId: drawn.id,
    locked: item.priceCents,
  })
  await tx.insert(promoOpenings).values({ promoId: promo.id, playerId: player.id, use, rollId: drawn.id, at })
  const answer: PromoOpened = {
    prize: prizeView({ kind: 'case', box }),
    balance: totals.balance,
    drop: { id: drawn.id, price: item.priceCents, item: itemView(item), roll: drawn.roll },
    rollId: drawn.id,
  }
  await storeResponse(tx, idempotencyKey, answer)
  return { answer, box, item, totals }
}

/** Makes the openings by codes over a database and a catalogue. They count neither as cases opened nor as money spent. */
export function createPromoCases(parts: PromoCasesParts): PromoCases {
  const { db, drawnCatalogue, seeds, events, giftAccess, now } = parts

  async function open(player: Player, code: string, idempotencyKey: IdempotencyKey): Promise<PromoOpened> {
    const loaded = drawnCatalogue()
    await giftAccess.refresh(player.id)
    try {
      const opened = await db.transaction((tx) =>
        openWithin(tx, player, code, { loaded, nowMs: now() }, idempotencyKey),
      )
      const { answer, box, item, totals } = opened
      const from = { url: box.url, image: box.image, name: box.name }
      events.emit('gameResult', { game: 'free_case', count: 1, staked: cents(0), won: item.priceCents })
      events.emit('drops', [liveDrop('case', { id: answer.drop.id }, item, { ...player, ...totals }, from)], player.id)
      return answer
    } finally {
      // The transaction may have advanced the nonce.
      seeds.forget(player.id)
    }
  }

  return {
    open: (player, code, idempotencyKey) => playOnce(parts, idempotencyKey, () => open(player, code, idempotencyKey)),
  }
}
