// Proposals of a rebalance, as `ops cases rebalance --all` makes them: shown by case, and written into a draft.
import type { WrittenDraft } from '../../../../protocol/office/drafts.ts'
import type { RebalanceReply } from '../../../../protocol/office/prices.ts'
import type { StaffActor } from '../../../audit/actor.ts'
import { ProtocolError } from '../../../base/refusal.ts'
import { restoreShop } from '../../../catalogue/prices/settle-shop.ts'
import { beginDraft } from '../drafts/write.ts'
import { effectsOf, partsOutside } from './effects.ts'
import { shopInForce } from './reading.ts'
import type { PriceDesk } from './typed.ts'

/** What cases are to return, in percent: what the shipped ones do, in the middle. */
const TARGET_PERCENT = 90

/** Returns the proposals. */
export async function readRebalance({ db, shop }: PriceDesk, to = TARGET_PERCENT): Promise<RebalanceReply> {
  const { edition, reading } = await shopInForce(db, shop)
  const { files, offByHand } = restoreShop(reading, to / 100)
  const { effects } = effectsOf(reading, { prices: new Map(), held: reading.priceState.held, files })
  const restored = new Set(effects.map(({ kind, id }) => `${kind} ${id}`))
  return {
    edition,
    effects,
    lost: partsOutside(reading).filter(({ kind, id }) => !restored.has(`${kind} ${id}`)),
    offByHand: offByHand.flatMap((url) => {
      const box = reading.catalogue.cases.get(url)
      return box === undefined ? [] : [{ url, name: box.name }]
    }),
  }
}

/**
 * Begins a draft with all proposals.
 *
 * @param edition that they were looked at in
 * @throws ProtocolError 'unknown', 'list-overtaken' where the shop has changed since, 'prices-same' where there are none
 */
export async function draftRebalance(
  desk: PriceDesk,
  { edition, to, title }: { readonly edition: number; readonly to: number; readonly title: string },
  by: StaffActor,
): Promise<WrittenDraft> {
  const shop = await shopInForce(desk.db, desk.shop)
  if (edition > shop.edition) throw new ProtocolError(404, 'unknown', 'There is no such edition')
  if (shop.edition !== edition) {
    throw new ProtocolError(409, 'list-overtaken', 'The shop has changed since the proposals were made: look again')
  }
  const { files } = restoreShop(shop.reading, to / 100)
  if (Object.keys(files).length === 0) throw new ProtocolError(409, 'prices-same', 'Nothing is outside of its range')
  return beginDraft(desk, { title, base: edition, files: { ...files } }, by)
}
