// The commitment that the player's next rolls are bound to, as a case page shows it, and what its dialog found of the last opening's rolls.
import { atom } from 'nanostores'
import type { Verdict } from '../../game/fairness/proof.ts'
import type { FairnessReply } from '../../protocol/fairness.ts'
import { $opening } from '../games/opening.ts'
import { get } from '../kernel/api.ts'
import { $answeredCommit } from '../kernel/client-seed.ts'
import { onUserChange } from '../kernel/on-user-change.ts'

/** The commitment of the active server seed; null for a guest, and before it is known. */
export const $commitment = atom<string | null>(null)

export interface OpenedRolls {
  readonly rollIds: readonly string[]
  /** The commitment that was shown before the opening; null if none was. */
  readonly commit: string | null
  /** What this browser found; null while it has not checked. */
  readonly verdict: Verdict | null
}

/** The rolls of the last opening on this page; null before the first, and while the next one runs. */
export const $openedRolls = atom<OpenedRolls | null>(null)

/** Whether the dialog of these rolls is open (islands/games/case/FairnessDialog.tsx). */
export const $isFairnessOpen = atom(false)

function noteOpening(run: ReturnType<typeof $opening.get>): void {
  if (run.phase === 'asking') $openedRolls.set(null)
  if (run.phase !== 'result' || run.played.demo || $openedRolls.get() !== null) return
  const rollIds = run.played.drops.flatMap(({ rollId }) => rollId ?? [])
  $openedRolls.set({ rollIds, commit: $commitment.get(), verdict: null })
}

/** Notes what the browser found of the rolls of the last opening. */
export function noteVerdict(verdict: Verdict): void {
  const opened = $openedRolls.get()
  if (opened !== null) $openedRolls.set({ ...opened, verdict })
}

async function load(): Promise<void> {
  try {
    const { seeds } = await get<FairnessReply>('/fairness')
    // A pair whose client seed is missing rolls only once this page has supplied it.
    $commitment.set(seeds.unseeded ?? seeds.commit)
  } catch (fault) {
    // The badge stays without a commitment, and its dialog reads it again.
    console.error('The commitment could not be read', fault)
  }
}

/** Reads the commitment of each player who signs in, and follows their openings; returns the function that stops it. */
export function watchCommitment(): () => void {
  const stops = [
    onUserChange((id) => {
      $commitment.set(null)
      $openedRolls.set(null)
      if (id !== null) void load()
    }),
    $opening.listen(noteOpening),
    $answeredCommit.listen((commit) => $commitment.set(commit)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
