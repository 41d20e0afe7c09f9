// Tells the results of games whose page was left, closed or crashed before their animation ended.
import type { OutcomeReply } from '../../protocol/outcome.ts'
import { get } from '../kernel/api.ts'
import { $missed } from './missed-results.ts'
import { forgetRun, lockOf, type RunRecord, readRuns } from './run-records.ts'

/** The server keeps stored responses for three days. */
const KEPT_MS = 72 * 3_600_000
/** A request that was sent before its page was left arrives within this time, or not at all. */
const ARRIVAL_MS = 30_000
const ASK_AGAIN_MS = 2_000

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs))

function untilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }))
}

function show({ won, lost }: Pick<OutcomeReply, 'won' | 'lost'>): void {
  if (won.length === 0 && !lost) return
  const before = $missed.get()
  const all = [...(before?.won ?? []), ...won].toSorted((one, other) => other.price - one.price)
  $missed.set({ won: all, lost: lost || before?.lost === true })
}

/** Tells the result of one game, unless another tab has. Asks again while the request may still arrive. */
async function tell({ key, at }: RunRecord): Promise<void> {
  const isKept = async (): Promise<boolean> => (await readRuns()).some((record) => record.key === key)
  while (await isKept()) {
    const outcome = await get<OutcomeReply>(`/user/outcome?key=${key}`)
    if (outcome.status === 'done') show(outcome)
    if (outcome.status === 'done' || (outcome.status === 'unknown' && Date.now() - at > ARRIVAL_MS)) {
      await forgetRun(key)
      return
    }
    await pause(ASK_AGAIN_MS)
  }
}

/** Waits until no living tab plays the game, and this one is seen. */
async function tellWhenLeft(record: RunRecord): Promise<void> {
  await untilVisible()
  if (navigator.locks !== undefined) {
    await navigator.locks.request(lockOf(record.key), () => tell(record))
    return
  }
  // Without locks nothing says which tab plays: by then its animation has ended.
  await pause(record.at + ARRIVAL_MS - Date.now())
  await tell(record)
}

/** Tells the results of a player's games that no page has shown, each once in one tab. */
export async function tellMissed(records: readonly RunRecord[], playerId: number): Promise<void> {
  const outdated = records.filter(({ at }) => Date.now() - at > KEPT_MS)
  await Promise.all(outdated.map(({ key }) => forgetRun(key)))
  const own = records.filter((record) => record.playerId === playerId && !outdated.includes(record))
  await Promise.all(own.map(tellWhenLeft))
}
