// Parses drops of unknown values: a realtime event, the answer of GET /live, a snapshot in storage. The specification's fields are
// required, the shop's own are optional. A drop that the strip could not show is refused here: thrown while it is rendered, its fault
// would take the strip with it.
import { DROP_SOURCES } from '../../game/base/games.ts'
import { LANGUAGES, perLanguage } from '../../game/base/language.ts'
import { parseItemName } from '../../game/catalogue/item-name.ts'
import { RARITIES } from '../../game/catalogue/rarity.ts'
import type { ItemView, ShownItem } from '../../protocol/common.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

/** A live drop, as the strip shows it. */
export interface FeedDrop extends Pick<LiveDrop, 'id' | 'type' | 'price' | 'case'> {
  readonly item: ShownItem
  readonly user: Pick<LiveDrop['user'], 'id' | 'username' | 'avatar'> & {
    /** Null for an unknown level. */
    readonly lvl: number | null
  }
  /** Null for an item that was given, not drawn; undefined where the server does not say. */
  readonly proof?: string | null | undefined
  /** Null where the server does not say. */
  readonly created_at: number | null
  /** Set for a win that everybody sees. */
  readonly great?: true | undefined
}

/** Tells whether a value is text without half characters, which no address can contain. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Cs}/u.test(value)
}

const isName = (value: unknown): value is string => isText(value) && value !== ''

/** Tells whether a value is text or null: a name or picture, null for a hidden player. */
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined

function isLocalized(value: unknown): value is ItemView['name'] {
  const texts = fieldsOf(value)
  return LANGUAGES.every((language) => isText(texts[language]))
}

/** Returns what the market's name of an item says, which is the same in all languages. */
function readMarketName(marketHashName: string): Pick<ShownItem, 'name' | 'star' | 'stattrak' | 'wear'> {
  const { star, stattrak, type, name, condition } = parseItemName(marketHashName)
  const text = name === null ? type : `${type} | ${name}`
  return { name: perLanguage(() => text), star, stattrak, wear: condition }
}

/** Returns an item, named as on the market where the server sends no other name; null for one that cannot be shown. */
function readItem(value: unknown): ShownItem | null {
  const item = fieldsOf(value)
  const { skin, rarity, icon_url, market_hash_name } = item
  if (!isText(rarity) || !isTextOrNull(icon_url) || !(isAbsent(skin) || isName(skin))) return null
  const common = {
    // An unknown quality has the lowest level (specification, section 9).
    rarity: RARITIES.find((level) => level === rarity.toLowerCase()) ?? 'consumer',
    icon_url,
    skin: skin ?? null,
    weaponClass: (item.weaponClass ?? null) as ShownItem['weaponClass'],
  }
  if (isLocalized(item.name)) {
    const wear = (item.wear ?? null) as ShownItem['wear']
    return { ...common, name: item.name, star: item.star === true, stattrak: item.stattrak === true, wear }
  }
  return item.name === undefined && isName(market_hash_name) ? { ...common, ...readMarketName(market_hash_name) } : null
}

/** Returns the player of a drop; null for one that cannot be shown. */
function readUser(value: unknown): FeedDrop['user'] | null {
  const { id, username, avatar, lvl } = fieldsOf(value)
  if (!(id === null || Number.isSafeInteger(id)) || !isTextOrNull(username) || !isTextOrNull(avatar)) return null
  return { id: id as number | null, username, avatar, lvl: Number.isFinite(lvl) ? (lvl as number) : null }
}

/** Returns the case of a drop, undefined for none; null for one that cannot be shown. */
function readCase(value: unknown): LiveDrop['case'] | null {
  if (value === undefined) return undefined
  const { url, image, name } = fieldsOf(value)
  if (!isName(url) || !isName(image)) return null
  if (isLocalized(name)) return { url, image, name }
  return isText(name) ? { url, image, name: perLanguage(() => name) } : null
}

/** Returns a drop, or the name of its field that is wrong. */
function readDrop(entry: unknown): FeedDrop | string {
  const { id, type, price, created_at, proof, ...rest } = fieldsOf(entry)
  const source = DROP_SOURCES.find((name) => name === type)
  const [item, user, box] = [readItem(rest.item), readUser(rest.user), readCase(rest.case)]
  if (!isText(id) && !Number.isSafeInteger(id)) return 'id'
  if (source === undefined) return 'type'
  if (!Number.isSafeInteger(price) || (price as number) < 0) return 'price'
  if (!isAbsent(created_at) && !Number.isFinite(created_at)) return 'created_at'
  if (!isAbsent(proof) && !isText(proof)) return 'proof'
  if (item === null) return 'item'
  if (user === null) return 'user'
  if (box === null) return 'case'
  return {
    id: String(id),
    type: source,
    price: price as number,
    item,
    user,
    ...(box === undefined ? {} : { case: box }),
    ...(proof === undefined ? {} : { proof }),
    created_at: isAbsent(created_at) ? null : (created_at as number),
    ...(rest.great === true ? { great: true } : {}),
  }
}

/**
 * Returns the drops of a list, in its order. Entries without an id are ignored (specification, section 5); entries with an id that
 * cannot be shown are passed to `onBroken`, with the name of the field that is wrong.
 */
export function readDrops(list: unknown, onBroken: (entry: unknown, field: string) => void): FeedDrop[] {
  if (!Array.isArray(list)) return []
  return (list as readonly unknown[]).flatMap((entry) => {
    const { id } = fieldsOf(entry)
    if (isAbsent(id) || id === '') return []
    const drop = readDrop(entry)
    if (typeof drop !== 'string') return drop
    onBroken(entry, drop)
    return []
  })
}
