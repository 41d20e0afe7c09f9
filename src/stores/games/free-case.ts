// Free cases of the day: their deposit requirements, the player's progress, and the case on the stage.
import { atom, computed } from 'nanostores'
import type { FreeTier } from '../../game/rewards/rewards.ts'
import type { FreeCaseReply, FreeCaseView } from '../../protocol/free-case.ts'
import { getWithGifts } from '../account/rewards.ts'
import { notifyClaimsChanged } from '../kernel/claims-changed.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { $connectionCount, $orderEvent } from '../kernel/realtime-events.ts'
import { setServerNow } from '../kernel/server-clock.ts'
import { singleFlight } from '../kernel/single-flight.ts'
import { isBusyPhase } from './game-run.ts'
import { $opening, keep, openFree } from './opening.ts'

export type FreeCases =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<FreeCaseReply, 'success' | 'now'>)

export const $freeCases = atom<FreeCases>({ status: 'loading' })

/** The case that the player has chosen; null for none. */
const $chosen = atom<FreeTier | null>(null)

/** Returns the case to show before the player chooses: one that can be opened, else the next to reach, else the first. */
function firstToShow(cases: readonly FreeCaseView[]): FreeCaseView | undefined {
  return (
    cases.find(({ missing, opened }) => missing === 0 && !opened) ?? cases.find(({ opened }) => !opened) ?? cases[0]
  )
}

/** The case on the stage; null until loaded. */
export const $freeCase = computed([$freeCases, $chosen], (shown, chosen): FreeCaseView | null => {
  if (shown.status !== 'ready') return null
  return shown.cases.find(({ tier }) => tier === chosen) ?? firstToShow(shown.cases) ?? null
})

/** Puts a case on the stage; ignored while one is opened. */
export function chooseFreeCase(tier: FreeTier): void {
  if (isBusyPhase($opening.get())) return
  keep()
  $chosen.set(tier)
}

/** Reads the free cases. A failure is logged, and the known ones stay. */
export const loadFreeCases = singleFlight(async () => {
  try {
    const { now, success: _, ...state } = await getWithGifts<FreeCaseReply>('/free_case')
    setServerNow(now)
    $freeCases.set({ status: 'ready', ...state })
  } catch (fault) {
    console.error('Free cases could not be read', fault)
    if ($freeCases.get().status !== 'ready') $freeCases.set({ status: 'failed' })
  }
})

/** Keeps the free cases up to date with the user and their deposits; returns the function that stops it. */
export function watchFreeCases(): () => void {
  const reload = (): void => void loadFreeCases()
  const stops = [
    onUserChange(reload),
    $orderEvent.listen(reload),
    $connectionCount.listen(reload),
    // Any answer to an opening may have changed the free cases, and what gifts unlock: that is told with the result, not before it.
    $opening.listen((run, before) => {
      if (before === undefined || !isBusyPhase(before) || isBusyPhase(run)) return
      if (run.phase === 'result') notifyClaimsChanged()
      reload()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Opens the case on the stage, if it can be opened. */
export async function openChosen(): Promise<void> {
  const shown = $freeCase.get()
  if (shown === null || shown.opened || (shown.missing ?? 0) > 0) return
  $chosen.set(shown.tier)
  await openFree(shown.tier)
}
