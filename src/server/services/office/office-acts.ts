// All acts of the office, a line a room: what a proposal can carry out. A room adds its own here.
import type { OfficeAct } from './acts.ts'
import { announcementEnd, announcementPublish } from './announcement-acts.ts'
import { playerCorrect } from './correction-act.ts'
import { draftPublish, draftRecall } from './drafts/acts.ts'
import { editionBack } from './editions/back.ts'
import type { EditionSources } from './editions/prospect.ts'
import type { LinkSources } from './links.ts'
import { noticeSend, noticeStop, noticeTest } from './notice-acts.ts'
import { orderRefund, type RefundSources } from './order-acts.ts'
import { orderCredit, orderReturn } from './payments/acts.ts'
import { PLAYER_ACTS } from './player-acts.ts'
import type { PriceActs } from './prices/acts.ts'
import type { PricedShop } from './prices/reading.ts'
import type { PartnerActs } from './promo/partner-share.ts'
import type { SaferPlayActs } from './safer-play-acts.ts'
import { STAFF_ACTS } from './staff-acts.ts'
import { switchOff, switchOn } from './switch-acts.ts'
import type { WithdrawalActs } from './withdrawals/acts.ts'

/** What acts ask of the site beside its database. */
export interface ActSources {
  readonly refunds: RefundSources
  readonly shop: EditionSources & LinkSources & PricedShop
}

/** Returns all acts that a proposal can carry out. */
export function officeActs({
  refunds,
  shop,
  now,
  withdrawals,
  saferPlay,
  partners,
  prices,
}: ActSources & {
  readonly now: () => number
  readonly withdrawals: { readonly acts: WithdrawalActs }
  readonly saferPlay: { readonly acts: SaferPlayActs }
  readonly partners: { readonly acts: PartnerActs }
  readonly prices: { readonly acts: PriceActs }
}): readonly OfficeAct[] {
  return [
    ...STAFF_ACTS,
    ...PLAYER_ACTS,
    playerCorrect,
    orderRefund(refunds),
    orderReturn(refunds),
    orderCredit(refunds),
    switchOff,
    switchOn,
    editionBack(shop),
    draftPublish(shop, now),
    draftRecall,
    announcementPublish(shop),
    announcementEnd(now),
    noticeSend(shop),
    noticeTest(shop),
    noticeStop,
    ...Object.values(withdrawals.acts),
    ...Object.values(saferPlay.acts),
    ...Object.values(partners.acts),
    ...Object.values(prices.acts),
  ]
}
