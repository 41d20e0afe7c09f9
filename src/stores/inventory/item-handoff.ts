// Items that the dashboard hands over to the page of a game, once.
import { LANGUAGES } from '../../game/base/language.ts'
import type { OwnedItem } from '../../protocol/inventory.ts'
import { fieldsOf, parseJson } from '../kernel/unknown-value.ts'
import { $user } from '../kernel/user.ts'

export type HandoffTarget = 'upgrade' | 'contract'

const KEY = 'spacedrop:handoff'

/** Tells whether a value from storage, which may be anything, is an item. */
function isItem(value: unknown): value is OwnedItem {
  const { id, price, item } = fieldsOf(value)
  const { id: itemId, skin, rarity, name } = fieldsOf(item)
  const names = fieldsOf(name)
  const texts = [id, itemId, skin, rarity, ...LANGUAGES.map((language) => names[language])]
  return texts.every((text) => typeof text === 'string') && Number.isSafeInteger(price)
}

/** Stores items for a game, whose page receives them. */
export function handOffItems(to: HandoffTarget, items: readonly OwnedItem[]): void {
  const state = $user.get()
  if (state.status !== 'authorised') return
  sessionStorage.setItem(KEY, JSON.stringify({ to, player: state.user.id, items }))
}

/**
 * Calls `take` with the items that were handed to a game, once the user is known to be the same player.
 *
 * @returns the function that stops waiting
 */
export function receiveHandoff(to: HandoffTarget, take: (items: readonly OwnedItem[]) => void): () => void {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return () => undefined
  sessionStorage.removeItem(KEY)
  const { to: destination, player, items } = fieldsOf(parseJson(text))
  const known = Array.isArray(items) ? items.filter(isItem) : []
  if (destination !== to || known.length === 0) return () => undefined
  let isOver = false
  const stop = $user.subscribe((state) => {
    if (isOver || state.status === 'unknown') return
    isOver = true
    if (state.status === 'authorised' && state.user.id === player) take(known)
  })
  return stop
}
