// Trade URLs, to which Steam offers are sent. A trade URL contains its account's number, so another player's can be refused.

export interface TradeLink {
  /** The account number: the lower 32 bits of the Steam id. */
  readonly partner: number
  /** Allows strangers to send offers; the player can renew it at Steam. */
  readonly token: string
}

/** The longest text that is looked through. */
export const TRADE_LINK_TEXT_MAX = 1000

/** The first Steam id of an individual in the public universe; account numbers count from here. */
const FIRST_STEAM_ID = 76_561_197_960_265_728n
const MOST_PARTNER = 0xffff_ffff

/** How often a text may have been encoded, as in a link of a link. */
const ENCODINGS_MAX = 3

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', '#38': '&', '#x26': '&', quot: '"', lt: '<', gt: '>' }

/** A label such as `URL:`, then Steam's own ways to open a link: its app, and the page that warns of other sites. */
const START = [
  '^[^\\p{L}\\p{N}/]*',
  '(?:[\\p{L}_-]{0,40}[:=])?',
  '(?:steam(?:mobile)?://(?:openurl(?:_external)?|url)?/?(?:\\?url=)?)?',
  '(?:(?:https?://)?(?:www\\.)?steamcommunity\\.com/linkfilter/?\\?(?:u|url)=)?',
].join('')

const ADDRESS = new RegExp(
  `${START}(?:https?://)?(?:www\\.)?steamcommunity\\.com(?::443|:80)?/+tradeoffer/+new/*[?#&](?<query>.*)$`,
  'iu',
)

/** Where a second address begins that was pasted right after the first. */
const SEAM = /(?<=\btoken=[\w-]{8}|\bpartner=\d{1,10}[/&]?)(?=https?:\/\/|(?:www\.)?steamcommunity\.com\/)/iu

/** What separates words: space, quotes and brackets of any kind. */
const BETWEEN_WORDS = /[\s"'`<>()[\]{}|\p{Pi}\p{Pf}„]+/u

/** What separates parameters. */
const SEPARATORS = /[?&#;]+/

const PARTNER = /^0{0,10}([1-9]\d{0,9})(?!\d)[^\w?]*$/u
/** Steam’s page has “Create New URL” below the address, and it is copied along. */
const TOKEN = /^([A-Za-z0-9_-]{8})(?:Create.*|[^A-Za-z0-9_-].*)?$/u

/** Returns a word without encodings for URLs, HTML and JSON, however often they were applied. */
function decode(word: string): string {
  let text = word
  for (let times = 0; times < ENCODINGS_MAX; times++) {
    text = text
      .replace(/\\u0026/gi, '&')
      .replace(/\\(?=[/&_?=-])/g, '')
      .replace(/&(#?\w{1,4});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
      .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return text
}

/** Returns the only value of a parameter, read by a pattern; undefined when it is missing, malformed, or has two values. */
function parameter(query: string, name: string, pattern: RegExp): string | undefined {
  const values = query
    .split(SEPARATORS)
    .filter((part) => part.toLowerCase().startsWith(`${name}=`))
    .map((part) => pattern.exec(part.slice(name.length + 1))?.[1])
  return new Set(values).size === 1 ? values[0] : undefined
}

function linkIn(address: string): TradeLink | null {
  const query = ADDRESS.exec(address)?.groups?.query ?? ''
  // A value that something has broken in two would be read by its first half.
  const parts = query.split(SEPARATORS)
  if (parts.slice(0, -1).some((part) => part !== '' && !part.includes('='))) return null
  const partner = Number(parameter(query, 'partner', PARTNER))
  const token = parameter(query, 'token', TOKEN)
  return token === undefined || !(partner <= MOST_PARTNER) ? null : { partner, token }
}

/**
 * Finds the trade URL in a text that a player has pasted: without or with another scheme, encoded, with words or quotes around it, in
 * lines, twice.
 *
 * @returns null when there is none at Steam, or more than one
 */
export function parseTradeLink(text: string): TradeLink | null {
  // The compatible form turns full-width letters and signs into plain ones.
  const plain = text
    .slice(0, TRADE_LINK_TEXT_MAX)
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
  // A line break or a space may separate words, or divide an address.
  const readings = [plain, plain.replace(/[\r\n\t]+ */g, ''), plain.replace(/\s+/g, '')]
  const links = new Map<string, TradeLink>()
  for (const word of readings.flatMap((reading) => reading.split(BETWEEN_WORDS))) {
    for (const address of decode(word).split(SEAM)) {
      const link = linkIn(address)
      if (link !== null) links.set(formatTradeLink(link), link)
    }
  }
  const [link, ...others] = links.values()
  return link === undefined || others.length > 0 ? null : link
}

/** Returns a trade URL exactly as Steam shows it. */
export function formatTradeLink({ partner, token }: TradeLink): string {
  return `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=${token}`
}

/** Returns the Steam id of the account that a trade URL belongs to. */
export function steamidOf({ partner }: TradeLink): string {
  return String(FIRST_STEAM_ID + BigInt(partner))
}

/** Returns the account number of a Steam id, the inverse of `steamidOf`. */
export function partnerOf(steamid: string): number {
  return Number(BigInt(steamid) - FIRST_STEAM_ID)
}
