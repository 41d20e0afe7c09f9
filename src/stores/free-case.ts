// Free cases: the night that is running, how far its deposits have come, and the case on the stage.
import { atom, computed } from 'nanostores'
import type { FreeCaseReply, FreeCaseView } from '../contract/free-case.ts'
import type { FreeTier } from '../game/rewards.ts'
import { get } from './api.ts'
import { claimsChanged } from './claims-changed.ts'
import { oneReading } from './one-reading.ts'
import { $opening, isBusy, keep, openFree } from './opening.ts'
import { setServerNow } from './server-clock.ts'
import { $connections, $toldOrder } from './socket.ts'
import { watchPlayer } from './watch-player.ts'

export type FreeCases =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | ({ readonly status: 'ready' } & Omit<FreeCaseReply, 'success' | 'now'>)

export const $freeCases = atom<FreeCases>({ status: 'loading' })

/** The case that the player has chosen; null until he has. */
const $chosen = atom<FreeTier | null>(null)

/** The one to show before anything is chosen: one that can be opened, else the next to be reached, else the first. */
function firstToShow(cases: readonly FreeCaseView[]): FreeCaseView | undefined {
  return (
    cases.find(({ missing, opened }) => missing === 0 && !opened) ?? cases.find(({ opened }) => !opened) ?? cases[0]
  )
}

/** The case on the stage; null until they are known. */
export const $freeCase = computed([$freeCases, $chosen], (shown, chosen): FreeCaseView | null => {
  if (shown.status !== 'ready') return null
  return shown.cases.find(({ tier }) => tier === chosen) ?? firstToShow(shown.cases) ?? null
})

/** Puts a case on the stage; ignored while one is opened. */
export function chooseFree(tier: FreeTier): void {
  if (isBusy($opening.get())) return
  keep()
  $chosen.set(tier)
}

/** Reads the night; asked for meanwhile, it is read once more. A failure is logged, and leaves what was there. */
export const loadFreeCases = oneReading(async () => {
  try {
    const { now, success: _, ...night } = await get<FreeCaseReply>('/free_case')
    setServerNow(now)
    $freeCases.set({ status: 'ready', ...night })
  } catch (fault) {
    console.error('Free cases could not be read', fault)
    if ($freeCases.get().status !== 'ready') $freeCases.set({ status: 'failed' })
  }
})

/** Keeps the night up to date with who looks and what he deposits; returns what ends that. */
export function watchFreeCases(): () => void {
  const reload = (): void => void loadFreeCases()
  const stops = [
    watchPlayer(reload),
    $toldOrder.listen(reload),
    $connections.listen(reload),
    // The moment that an opening has an answer, whatever it is: the night is not what it was.
    $opening.listen(({ phase }, before) => {
      if (before?.phase !== 'asking' && before?.phase !== 'offline') return
      if (phase === 'asking' || phase === 'offline') return
      if (phase === 'spinning' || phase === 'result') claimsChanged()
      reload()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Opens the case on the stage, as far as it can be. */
export async function openChosen(): Promise<void> {
  const shown = $freeCase.get()
  if (shown === null || shown.opened || (shown.missing ?? 0) > 0) return
  $chosen.set(shown.tier)
  await openFree(shown.tier)
}
