// The hearts of cases on a page: checkboxes that show and change the favourites of the player.
import { $ownCases, setFavourite, watchOwnCases } from '../../stores/home/own-cases.ts'
import { openLogin } from '../../stores/kernel/modals.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $user } from '../../stores/kernel/user.ts'

const NAME = 'favourite'

/** Checks the hearts of the player's favourites. */
export function showFavourites(page: Document): void {
  const favourites = new Set($ownCases.get()?.favourites)
  for (const heart of page.querySelectorAll<HTMLInputElement>(`input[name="${NAME}"]`)) {
    heart.checked = favourites.has(heart.value)
  }
}

/** Starts the hearts of a page. A guest is asked to sign in: favourites follow a player, not a browser. */
export function startFavourites(page: Document): void {
  watchOwnCases()
  $ownCases.subscribe(() => showFavourites(page))
  page.addEventListener('change', ({ target: heart }) => {
    if (!(heart instanceof HTMLInputElement) || heart.name !== NAME) return
    if ($ownCases.get() === null) {
      heart.checked = false
      if ($user.get().status === 'guest') openLogin()
      return
    }
    setFavourite(heart.value, heart.checked).catch((fault: unknown) => {
      console.error('Failed to save a favourite', fault)
      toast('error', heart.dataset.failed ?? '')
    })
  })
}
