// Trade URLs, to which Steam offers are sent. A trade URL contains its account's number, so another player's can be refused.

export interface TradeLink {
  /** The account number: the lower 32 bits of the Steam id. */
  readonly partner: number
  /** Allows strangers to send offers; the player can renew it at Steam. */
  readonly token: string
}

/** The first Steam id of an individual in the public universe; account numbers count from here. */
const FIRST_STEAM_ID = 76_561_197_960_265_728n
const MOST_PARTNER = 0xffff_ffff

const FORM = /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/\?partner=([1-9]\d{0,9})&token=([A-Za-z0-9_-]{8})$/

/** Parses a trade URL exactly as Steam shows it; null for any other text. */
export function parseTradeLink(text: string): TradeLink | null {
  const [, partner = '', token = ''] = FORM.exec(text) ?? []
  if (token === '' || Number(partner) > MOST_PARTNER) return null
  return { partner: Number(partner), token }
}

/** Returns the Steam id of the account that a trade URL belongs to. */
export function steamidOf({ partner }: TradeLink): string {
  return String(FIRST_STEAM_ID + BigInt(partner))
}
