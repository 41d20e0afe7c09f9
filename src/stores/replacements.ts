// What can take the place of an item that cannot be bought: the list to choose from, and what was chosen so far.
import { atom, computed } from 'nanostores'
import type { Target, TargetsReply } from '../contract/inventory.ts'
import type { Withdrawal } from '../contract/withdrawal.ts'
import { REPLACEMENTS_MOST } from '../game/economy.ts'
import { get } from './api.ts'
import { createPaged } from './paged.ts'
import { type Asked, replaceItem } from './withdrawals.ts'

/** How long a search waits for the next letter. */
const TYPING_MS = 250

/** The withdrawal whose item is being replaced; null while nobody chooses. */
export const $replaced = atom<Withdrawal | null>(null)

/** What was chosen, in the order of choosing; an item may stand there more than once. */
export const $replacements = atom<readonly Target[]>([])

/** Part of a name; empty for all. */
export const $replacementSearch = atom('')

/** How many there are in all pages. */
export const $candidatesTotal = atom(0)

/** What is left of the item's price, in cents. */
export const $left = computed(
  [$replaced, $replacements],
  (replaced, chosen) => (replaced?.price ?? 0) - chosen.reduce((sum, { price }) => sum + price, 0),
)

/** Nothing more can be chosen. */
export const $isFull = computed($replacements, (chosen) => chosen.length >= REPLACEMENTS_MOST)

interface Candidate extends Target {
  readonly id: string
}

const pages = createPaged<Candidate>('replacements', async (cursor) => {
  const wish = new URLSearchParams({ max: String($left.get()), sort: 'dear' })
  const q = $replacementSearch.get().trim()
  if (q !== '') wish.set('q', q)
  if (cursor !== null) wish.set('cursor', cursor)
  const reply = await get<TargetsReply>(`/upgrade/targets?${wish}`)
  $candidatesTotal.set(reply.total)
  return { entries: reply.items.map((target) => ({ ...target, id: target.item.id })), cursor: reply.cursor }
})

export const { $list: $candidates, load: loadCandidates, loadMore: loadMoreCandidates } = pages

let typing: ReturnType<typeof setTimeout> | undefined

/** Begins choosing others for the item of a withdrawal, or ends it with null. */
export function beginReplacing(withdrawal: Withdrawal | null): void {
  clearTimeout(typing)
  $replaced.set(withdrawal)
  $replacements.set([])
  $replacementSearch.set('')
  pages.clear()
  if (withdrawal !== null) void loadCandidates()
}

/** Shows the items whose names hold these letters, once the player has stopped typing. */
export function searchReplacements(q: string): void {
  $replacementSearch.set(q)
  clearTimeout(typing)
  typing = setTimeout(() => void loadCandidates(), TYPING_MS)
}

/** What is left after the choice decides what can still be chosen. */
function choose(chosen: readonly Target[]): void {
  $replacements.set(chosen)
  void loadCandidates()
}

/** Adds an item, as far as there is room and money for it. */
export function addReplacement(target: Target): void {
  if ($isFull.get() || target.price > $left.get()) return
  choose([...$replacements.get(), target])
}

/** Puts the item at a place back. */
export function dropReplacement(place: number): void {
  choose($replacements.get().filter((_, at) => at !== place))
}

/** Asks for what was chosen. Prices that have changed are read anew, and the choice begins again. */
export async function confirmReplacements(): Promise<Asked> {
  const replaced = $replaced.get()
  if (replaced === null) return { kind: 'failed' }
  const chosen = $replacements.get()
  const wish = { id: replaced.item_id, with: chosen.map(({ item }) => item.id), rest: $left.get() }
  const asked = await replaceItem(wish)
  if (asked.kind === 'refused' && ['target-price', 'target-unknown', 'replacement-dear'].includes(asked.code)) {
    choose([])
  }
  return asked
}
