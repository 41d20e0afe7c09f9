// Reads drops out of what came from outside: a socket message, the answer of GET /live, a snapshot in storage.
import type { LiveDrop } from '../contract/live.ts'

type Fields = Readonly<Record<string, unknown>>

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function isLocalized(value: unknown): boolean {
  const { en, ru, uk } = fieldsOf(value)
  return typeof en === 'string' && typeof ru === 'string' && typeof uk === 'string'
}

/** A name or a picture, null where its player hides; the way to a proof, null where there is none. */
function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

/** Whether a value has everything that the strip shows of a drop. */
function isDrop(value: unknown): value is LiveDrop {
  const { id, type, price, created_at, item, user, proof, case: source } = fieldsOf(value)
  const { skin, rarity, name } = fieldsOf(item)
  const { id: playerId, username, avatar, lvl } = fieldsOf(user)
  return (
    typeof id === 'string' &&
    typeof type === 'string' &&
    Number.isFinite(price) &&
    Number.isFinite(created_at) &&
    isTextOrNull(proof) &&
    typeof skin === 'string' &&
    typeof rarity === 'string' &&
    isLocalized(name) &&
    typeof playerId === 'number' &&
    isTextOrNull(username) &&
    isTextOrNull(avatar) &&
    Number.isFinite(lvl) &&
    (source === undefined || (typeof fieldsOf(source).url === 'string' && isLocalized(fieldsOf(source).name)))
  )
}

/**
 * The drops of a list, in its order. Entries without an id are left out silently (specification, section 5); what has an id
 * but cannot be shown is handed to `onBroken` and left out too.
 */
export function readDrops(list: unknown, onBroken: (entry: unknown) => void): LiveDrop[] {
  if (!Array.isArray(list)) return []
  const drops: LiveDrop[] = []
  for (const entry of list as readonly unknown[]) {
    const { id } = fieldsOf(entry)
    if (id === undefined || id === null || id === '') continue
    if (isDrop(entry)) drops.push(entry)
    else onBroken(entry)
  }
  return drops
}
