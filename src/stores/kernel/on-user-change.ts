// Changes of the user, for stores that read data of the user.
import { $user } from './user.ts'

/**
 * Calls a listener when the user is known, and again when it is another one.
 *
 * @param listener gets the player's id, null for a guest, and whether another user was known before
 * @returns the function that stops it
 */
export function onUserChange(listener: (id: number | null, isAnother: boolean) => void): () => void {
  let known: number | null | undefined
  return $user.subscribe((state) => {
    if (state.status === 'unknown') return
    const id = state.status === 'authorised' ? state.user.id : null
    if (id === known) return
    const isAnother = known !== undefined
    known = id
    listener(id, isAnother)
  })
}
