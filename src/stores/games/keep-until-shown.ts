// Keeps the record of a run until its result, or what came in its place, is shown.
import type { ReadableAtom } from 'nanostores'
import { $user } from '../kernel/user.ts'
import { rememberRun } from './run-records.ts'

/**
 * Keeps the record of the signed-in player's run.
 *
 * @param $run the run, which is busy
 * @param isBusy tells whether the run still waits for its result
 */
export function keepUntilShown($run: Pick<ReadableAtom, 'listen'>, isBusy: () => boolean, key: string): void {
  const state = $user.get()
  if (state.status !== 'authorised') return
  const forget = rememberRun({ key, playerId: state.user.id, at: Date.now() })
  const stop = $run.listen(() => {
    if (isBusy()) return
    stop()
    forget()
  })
}
