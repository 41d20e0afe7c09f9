// The player's own cases: favourites and what they opened last. The server stores them; guests have none.
import { atom } from 'nanostores'
import type { FavouriteBody, FavouriteReply, OwnCasesReply } from '../../protocol/case.ts'
import { get, post } from '../kernel/api.ts'
import { onUserChange } from '../kernel/on-user-change.ts'

export type OwnCases = Pick<OwnCasesReply, 'favourites' | 'opened'>

/** Null for a guest, and before they are known. */
export const $ownCases = atom<OwnCases | null>(null)

/** Loads the own cases of each player who signs in; returns the function that stops it. */
export function watchOwnCases(): () => void {
  return onUserChange((id) => {
    $ownCases.set(null)
    if (id === null) return
    get<OwnCasesReply>('/user/cases').then(
      ({ favourites, opened }) => $ownCases.set({ favourites, opened }),
      (fault: unknown) => console.error('Failed to load the own cases', fault),
    )
  })
}

function show(url: string, isFavourite: boolean): void {
  const known = $ownCases.get()
  if (known === null) return
  const others = known.favourites.filter((other) => other !== url)
  $ownCases.set({ ...known, favourites: isFavourite ? [url, ...others] : others })
}

/**
 * Makes a case a favourite, or no longer one. It is shown at once, and taken back where the server refuses it.
 *
 * @throws ApiError when no usable answer came, Error with the server's message when it refused
 */
export async function setFavourite(url: string, favourite: boolean): Promise<void> {
  show(url, favourite)
  try {
    const body: FavouriteBody = { favourite }
    const reply = await post<FavouriteReply>(`/case/${url}/favourite`, body)
    if (!reply.success) throw new Error(reply.message)
  } catch (fault) {
    show(url, !favourite)
    throw fault
  }
}
