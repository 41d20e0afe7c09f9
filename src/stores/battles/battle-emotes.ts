// The emotes of the players of a battle: each is shown above its seat for two seconds.
import { atom } from 'nanostores'
import type { Emote } from '../../protocol/battle.ts'

/** How long an emote is shown, and the least time between two of one player. */
export const EMOTE_MS = 2_000

export interface ShownEmote {
  readonly emote: Emote
  /** Counts emotes, so that the same one appears anew. */
  readonly number: number
}

/** The emotes that are shown, by slot. */
export const $emotes = atom<Readonly<Record<number, ShownEmote>>>({})

let count = 0

/** Shows an emote above a seat, instead of the one before. */
export function showEmote({ slot, emote }: { readonly slot: number; readonly emote: Emote }): void {
  count++
  const number = count
  $emotes.set({ ...$emotes.get(), [slot]: { emote, number } })
  setTimeout(() => {
    const { [slot]: shown, ...others } = $emotes.get()
    if (shown?.number === number) $emotes.set(others)
  }, EMOTE_MS)
}
