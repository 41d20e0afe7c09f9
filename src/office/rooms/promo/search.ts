// The state of the room Promo codes, in its address.
import {
  PARTNER_SPANS,
  type PartnerSpan,
  PROMO_STATES,
  PROMO_TABS,
  type PromoState,
  type PromoTab,
} from '../../../game/office/promo.ts'
import { CAMPAIGN_TEXT_MOST } from '../../../game/rewards/campaign.ts'
import { dayOf, definedOnly, oneOf, uuidOf, wordsOf } from '../../session/search.ts'

export interface PromoSearch {
  /** The codes without it. */
  readonly tab?: PromoTab | undefined
  /** The beginning of a code. */
  readonly q?: string | undefined
  readonly state?: PromoState | undefined
  /** The number of a batch: in the tab of batches the open one, among codes a filter. */
  readonly batch?: string | undefined
  /** The code whose panel is open. */
  readonly code?: string | undefined
  /** The number of the partner whose panel is open, its first and last day, and whether months are shown instead of days. */
  readonly partner?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly by?: PartnerSpan | undefined
  /** Beginnings by which campaigns are found, and the campaign whose panel is open (campaign-key.ts). */
  readonly source?: string | undefined
  readonly medium?: string | undefined
  readonly campaign?: string | undefined
  readonly open?: string | undefined
  readonly cursor?: string | undefined
  /** Where the page of the list in the panel begins. */
  readonly uses?: string | undefined
}

const NUMBER = /^[1-9]\d{0,8}$/

/** Where a page of the players of a campaign begins. */
const AFTER_PLAYER = /^\d{1,16}_\d{1,10}$/

export function parsePromoSearch(search: Readonly<Record<string, unknown>>): PromoSearch {
  const { batch, partner, uses } = search
  return definedOnly<PromoSearch>({
    tab: oneOf(PROMO_TABS, search.tab),
    q: wordsOf(search.q, 40),
    state: oneOf(PROMO_STATES, search.state),
    batch: typeof batch === 'string' && NUMBER.test(batch) ? batch : undefined,
    code: wordsOf(search.code, 40),
    partner: typeof partner === 'string' && NUMBER.test(partner) ? partner : undefined,
    from: dayOf(search.from),
    to: dayOf(search.to),
    by: oneOf(PARTNER_SPANS, search.by),
    source: wordsOf(search.source, CAMPAIGN_TEXT_MOST),
    medium: wordsOf(search.medium, CAMPAIGN_TEXT_MOST),
    campaign: wordsOf(search.campaign, CAMPAIGN_TEXT_MOST),
    open: wordsOf(search.open, 3 * CAMPAIGN_TEXT_MOST + 2),
    cursor: wordsOf(search.cursor, 60),
    uses: uuidOf(uses) ?? (typeof uses === 'string' && AFTER_PLAYER.test(uses) ? uses : undefined),
  })
}
