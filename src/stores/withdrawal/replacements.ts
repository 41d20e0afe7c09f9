// The replacement of an item that cannot be bought: the candidates, and those chosen so far.
import { atom, computed } from 'nanostores'
import { REPLACEMENTS_MOST } from '../../game/base/economy.ts'
import type { Target, TargetsReply } from '../../protocol/inventory.ts'
import type { Withdrawal, WithdrawalQuoteReply } from '../../protocol/withdrawal.ts'
import { get } from '../kernel/api.ts'
import { createPageReader, type Paged, unknownOf } from '../kernel/paged.ts'
import { replaceItem, type WithdrawalOutcome } from './withdrawals.ts'

/** How long a search waits for the next letter, in milliseconds. */
const TYPING_MS = 250

/** The withdrawal whose item is being replaced; null for none. */
export const $replaced = atom<Withdrawal | null>(null)

/** The chosen items in the order of choosing; an item may be chosen more than once. */
export const $replacements = atom<readonly Target[]>([])

/** Part of a name; empty for all. */
export const $replacementSearch = atom('')

/** What the replaced item counts for now, in cents; null while it is unknown. */
export const $replacedCents = atom<number | null>(null)

/** The rest of the value of the replaced item, in cents; 0 while that is unknown. */
export const $leftCents = computed([$replacedCents, $replacements], (value, chosen) =>
  value === null ? 0 : value - chosen.reduce((sum, { price }) => sum + price, 0),
)

/** True when no more items can be chosen. */
export const $isFull = computed($replacements, (chosen) => chosen.length >= REPLACEMENTS_MOST)

interface Candidate extends Target {
  readonly id: string
}

/** The items that the rest of the price allows. */
interface Candidates extends Paged<Candidate> {
  /** The number of items in all pages. */
  readonly total: number
}

const NO_CANDIDATES: Candidates = { status: 'loading', entries: [], total: 0, cursor: null, more: 'idle' }

export const $candidates = atom<Candidates>(NO_CANDIDATES)

function toCandidates({ items }: TargetsReply): Candidate[] {
  return items.map((target) => ({ ...target, id: target.item.id }))
}

/** Reads what the replaced item counts for. */
async function loadValue(): Promise<void> {
  const replaced = $replaced.get()
  const reply = await get<WithdrawalQuoteReply>(`/user/withdrawals/quote?id=${replaced?.item_id}`)
  // It was replaced or taken back elsewhere: the list of withdrawals says so.
  if (!reply.success) throw new Error(reply.message)
  if ($replaced.get() === replaced) $replacedCents.set(reply.value)
}

function readAffordable(cursor: string | null): Promise<TargetsReply> {
  const query = new URLSearchParams({ max: String($leftCents.get()), sort: 'dear' })
  const q = $replacementSearch.get().trim()
  if (q !== '') query.set('q', q)
  if (cursor !== null) query.set('cursor', cursor)
  return get<TargetsReply>(`/upgrade/targets?${query}`)
}

const reader = createPageReader<Candidates, TargetsReply>($candidates, {
  name: 'replacements',
  read: (cursor) =>
    $replacedCents.get() === null ? loadValue().then(() => readAffordable(cursor)) : readAffordable(cursor),
  first: (reply) => ({ entries: toCandidates(reply), total: reply.total }),
  next: (reply) => {
    const known = $candidates.get().entries
    return { entries: [...known, ...unknownOf(known, toCandidates(reply), ({ id }) => id)], total: reply.total }
  },
})

export const { load: loadCandidates, loadMore: loadMoreCandidates } = reader

let typing: ReturnType<typeof setTimeout> | undefined

/** Starts the replacement of a withdrawal's item, or ends it with null. */
export function beginReplacing(withdrawal: Withdrawal | null): void {
  clearTimeout(typing)
  $replaced.set(withdrawal)
  $replacedCents.set(null)
  $replacements.set([])
  $replacementSearch.set('')
  reader.cancel()
  $candidates.set(NO_CANDIDATES)
  if (withdrawal !== null) void loadCandidates()
}

/** Shows the items whose names contain a text, once the player has stopped typing. */
export function searchReplacements(q: string): void {
  $replacementSearch.set(q)
  clearTimeout(typing)
  typing = setTimeout(() => void loadCandidates(), TYPING_MS)
}

/** Sets the chosen items, and reads the candidates for the rest of the price. */
function choose(chosen: readonly Target[]): void {
  $replacements.set(chosen)
  void loadCandidates()
}

/** Adds an item, if the number and the price of the items allow it. */
export function addReplacement(target: Target): void {
  if ($isFull.get() || target.price > $leftCents.get()) return
  choose([...$replacements.get(), target])
}

/** Removes the item at a place. */
export function removeReplacement(place: number): void {
  choose($replacements.get().filter((_, at) => at !== place))
}

/** Replaces the item by the chosen ones. Where prices have changed, the choice is cleared and the candidates are read again. */
export async function confirmReplacements(): Promise<WithdrawalOutcome> {
  const replaced = $replaced.get()
  if (replaced === null) return { kind: 'failed' }
  const chosen = $replacements.get()
  const body = { id: replaced.item_id, with: chosen.map(({ item }) => item.id), rest: $leftCents.get() }
  const asked = await replaceItem(body)
  if (asked.kind === 'refused' && ['target-price', 'target-unknown', 'replacement-dear'].includes(asked.code)) {
    $replacedCents.set(null)
    choose([])
  }
  return asked
}
