// Who looks, for whatever is read for him: told when it is known, and whenever it is somebody else.
import { $user } from './user.ts'

/**
 * Tells who looks, until it is ended.
 *
 * @param seen told the player's id, null for a guest, and whether somebody else has looked before
 * @returns what ends it
 */
export function watchPlayer(seen: (id: number | null, isAnother: boolean) => void): () => void {
  let known: number | null | undefined
  return $user.subscribe((state) => {
    if (state.status === 'unknown') return
    const id = state.status === 'authorised' ? state.user.id : null
    if (id === known) return
    const isAnother = known !== undefined
    known = id
    seen(id, isAnother)
  })
}
