// Trade URLs: where Steam takes offers for a player. It names the player, so a foreign one can be told from his own.

export interface TradeLink {
  /** The account's number: the lower 32 bits of the player's Steam id. */
  readonly partner: number
  /** What lets a stranger send an offer; the player can make another one at Steam. */
  readonly token: string
}

/** The first Steam id of an individual in the public universe; an account's number counts from here. */
const FIRST_STEAM_ID = 76_561_197_960_265_728n
const MOST_PARTNER = 0xffff_ffff

const FORM = /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/\?partner=([1-9]\d{0,9})&token=([A-Za-z0-9_-]{8})$/

/** Reads a trade URL exactly as Steam shows it; null for any other text. */
export function parseTradeLink(text: string): TradeLink | null {
  const [, partner = '', token = ''] = FORM.exec(text) ?? []
  if (token === '' || Number(partner) > MOST_PARTNER) return null
  return { partner: Number(partner), token }
}

/** Whether offers to a trade URL reach the player of a Steam id. */
export function belongsTo({ partner }: TradeLink, steamid: string): boolean {
  return String(FIRST_STEAM_ID + BigInt(partner)) === steamid
}
