// The hearts of cases on a page: what they show and what a tap on one does.

import { $ownCases, toggleFavourite, watchOwnCases } from '../../stores/games/own-cases.ts'
import { openLogin } from '../../stores/kernel/modals.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $user } from '../../stores/kernel/user.ts'

/** Starts the hearts of a page. A guest is asked to sign in: favourites follow a player, not a browser. */
export function startFavourites(page: Document): void {
  watchOwnCases()
  $ownCases.subscribe((own) => {
    const favourites = new Set(own?.favourites)
    for (const heart of page.querySelectorAll<HTMLElement>('[data-favourite]')) {
      heart.setAttribute('aria-pressed', String(favourites.has(heart.dataset.favourite ?? '')))
    }
  })
  page.addEventListener('click', ({ target }) => {
    const heart = target instanceof Element ? target.closest<HTMLElement>('[data-favourite]') : null
    const url = heart?.dataset.favourite
    if (heart === null || url === undefined) return
    if ($user.get().status === 'guest') openLogin()
    if ($ownCases.get() === null) return
    toggleFavourite(url).catch((fault: unknown) => {
      console.error('Failed to save a favourite', fault)
      toast('error', heart.dataset.failed ?? '')
    })
  })
}
