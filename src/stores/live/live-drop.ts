// Parses drops of unknown values: a realtime event, the answer of GET /live, a snapshot in storage. A drop that the strip could not show
// is refused here: thrown while it is rendered, its fault would take the strip with it.
import { DROP_SOURCES } from '../../game/games.ts'
import { LANGUAGES } from '../../game/language.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

/** Tells whether a value is text without half characters, which no address can contain. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Cs}/u.test(value)
}

const isName = (value: unknown): boolean => isText(value) && value !== ''

/** Tells whether a value is text or null: a name or picture, null for a hidden player; a link to a proof, null for none. */
const isTextOrNull = (value: unknown): boolean => value === null || isText(value)

function isLocalized(value: unknown): boolean {
  const texts = fieldsOf(value)
  return LANGUAGES.every((language) => isText(texts[language]))
}

/** Checks of the fields that the strip shows of a drop. */
const CHECKS: { readonly [Field in keyof LiveDrop]-?: (value: unknown) => boolean } = {
  id: isText,
  type: (type) => (DROP_SOURCES as readonly unknown[]).includes(type),
  price: (price) => Number.isSafeInteger(price) && (price as number) >= 0,
  created_at: Number.isFinite,
  proof: isTextOrNull,
  item(item) {
    const { skin, rarity, name, icon_url } = fieldsOf(item)
    return isName(skin) && isText(rarity) && isLocalized(name) && isTextOrNull(icon_url)
  },
  user(user) {
    const { id, username, avatar, lvl } = fieldsOf(user)
    return (
      (id === null || Number.isSafeInteger(id)) &&
      isTextOrNull(username) &&
      isTextOrNull(avatar) &&
      Number.isFinite(lvl)
    )
  },
  case(source) {
    const { url, image, name } = fieldsOf(source)
    return source === undefined || (isName(url) && isName(image) && isLocalized(name))
  },
}

/**
 * Returns the drops of a list, in its order. Entries without an id are ignored (specification, section 5); entries with an id that
 * cannot be shown are passed to `onBroken`, with the name of the field that is wrong.
 */
export function readDrops(list: unknown, onBroken: (entry: unknown, field: string) => void): LiveDrop[] {
  if (!Array.isArray(list)) return []
  return (list as readonly unknown[]).filter((entry): entry is LiveDrop => {
    const drop = fieldsOf(entry)
    if (drop.id === undefined || drop.id === null || drop.id === '') return false
    const wrong = Object.entries(CHECKS).find(([field, isValid]) => !isValid(drop[field]))
    if (wrong !== undefined) onBroken(entry, wrong[0])
    return wrong === undefined
  })
}
