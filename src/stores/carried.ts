// Items that a player takes along from the dashboard to a game: they outlive the page, and are handed over once.
import type { OwnedItem } from '../contract/inventory.ts'
import { fieldsOf } from './live-drop.ts'
import { $user } from './user.ts'

export type Destination = 'upgrade' | 'contract'

const KEY = 'spacedrop:carried'

/** Storage is anyone's to write: what is no item is left out. */
function isItem(value: unknown): value is OwnedItem {
  const { id, price, item } = fieldsOf(value)
  const { id: itemId, skin, rarity, name } = fieldsOf(item)
  const { en, ru, uk } = fieldsOf(name)
  const texts = [id, itemId, skin, rarity, en, ru, uk]
  return texts.every((text) => typeof text === 'string') && Number.isSafeInteger(price)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Takes items along to a game; the page that it is played on asks for them. */
export function carry(to: Destination, items: readonly OwnedItem[]): void {
  const state = $user.get()
  if (state.status !== 'authorised') return
  sessionStorage.setItem(KEY, JSON.stringify({ to, player: state.user.id, items }))
}

/**
 * Hands over what was taken along to a game, as soon as it is known that the same player looks.
 *
 * @returns what ends the waiting
 */
export function receive(to: Destination, take: (items: readonly OwnedItem[]) => void): () => void {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return () => undefined
  sessionStorage.removeItem(KEY)
  const { to: destination, player, items } = fieldsOf(parse(text))
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
