// Parses drops of unknown values: a realtime event, the answer of GET /live, a snapshot in storage.
import { LANGUAGES } from '../../game/language.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

function isLocalized(value: unknown): boolean {
  const texts = fieldsOf(value)
  return LANGUAGES.every((language) => typeof texts[language] === 'string')
}

/** Tells whether a value is text or null: a name or picture, null for a hidden player; a link to a proof, null for none. */
function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string'
}

/** Tells whether a value has all fields that the strip shows of a drop. */
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
 * Returns the drops of a list, in its order. Entries without an id are ignored (specification, section 5); entries with an id that
 * cannot be shown are passed to `onBroken`.
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
