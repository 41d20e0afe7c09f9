// The last drops of the case on this page: everybody's, and the player's own. What drops while the page is open is added.
import { atom } from 'nanostores'
import { REVEAL_DELAY_MS } from '../../game/base/economy-everywhere.ts'
import type { CaseDropsReply } from '../../protocol/case.ts'
import type { LiveDrop } from '../../protocol/live.ts'
import { $opening } from '../games/opening.ts'
import { get } from '../kernel/api.ts'
import { onBackOnline } from '../kernel/connection.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { serverNow } from '../kernel/server-clock.ts'
import type { ShownDrop } from './live-feed.ts'

const SHOWN_MOST = 12
const OWN_MOST = 10

/** An own drop; its opening does not name the player. */
export type OwnDrop = Pick<LiveDrop, 'id' | 'item' | 'price' | 'proof'>

export interface CaseDrops {
  /** `waiting` until the list is in sight. */
  readonly status: 'waiting' | 'loading' | 'ready' | 'failed'
  /** Everybody's, the newest first. */
  readonly drops: readonly LiveDrop[]
  /** The player's own, the newest first; null for a guest. */
  readonly own: readonly OwnDrop[] | null
}

const NONE: CaseDrops = { status: 'waiting', drops: [], own: null }

export const $caseDrops = atom<CaseDrops>(NONE)

/** The case whose drops are shown, by its url. */
let shownUrl = ''

/** Merges drops by id, the newest first: ids grow with the time. */
function newest<Drop extends { readonly id: string }>(most: number, ...lists: (readonly Drop[])[]): readonly Drop[] {
  const byId = new Map(lists.flat().map((drop) => [drop.id, drop]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most)
}

/** Returns the last drops of the case, with those that the live drops have shown since they were read. */
export function withLive(drops: readonly LiveDrop[], live: readonly ShownDrop[], url: string): readonly ShownDrop[] {
  const read = drops.map((drop) => ({ ...drop, isNew: false }))
  return newest(
    SHOWN_MOST,
    read,
    live.filter((drop) => drop.case?.url === url),
  )
}

/** Reads the drops of the case on this page again. */
export async function loadCaseDrops(): Promise<void> {
  const url = shownUrl
  const before = $caseDrops.get()
  if (before.status !== 'ready') $caseDrops.set({ ...NONE, status: 'loading' })
  try {
    const reply = await get<CaseDropsReply>(`/case/${url}/drops`)
    if (!reply.success) throw new Error(reply.message)
    // A reel may still run for a younger one, here or in another tab: the live drops bring it when it may be seen.
    const isRevealed = ({ created_at }: LiveDrop): boolean => created_at <= serverNow() - REVEAL_DELAY_MS
    const own = reply.own?.filter(isRevealed) ?? null
    $caseDrops.set({ status: 'ready', drops: reply.drops.filter(isRevealed), own })
  } catch (fault) {
    console.error('Failed to load the drops of the case', fault)
    if ($caseDrops.get().status === 'loading') $caseDrops.set({ ...NONE, status: 'failed' })
  }
}

/** Adds the results of an opening to the player's own drops. */
function addResult(run: ReturnType<typeof $opening.get>): void {
  const read = $caseDrops.get()
  if (run.phase !== 'result' || run.played.demo || read.own === null) return
  const won = run.played.drops.flatMap(({ rollId, item, price }) =>
    rollId === null ? [] : [{ id: rollId, item, price, proof: `/fairness?roll=${rollId}` }],
  )
  $caseDrops.set({ ...read, own: newest(OWN_MOST, read.own, won) })
}

/** Loads the drops of a case for each player who signs in, and keeps them current; returns the function that stops it. */
export function watchCaseDrops(url: string): () => void {
  shownUrl = url
  const stops = [
    onUserChange((_, isAnother) => {
      if (isAnother) $caseDrops.set(NONE)
      void loadCaseDrops()
    }),
    onBackOnline(() => void loadCaseDrops()),
    $opening.listen(addResult),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
