// The banner's button for guests: it opens the sign-in, which returns to the opening that the button names.
import { wishOpening } from '../../stores/games/wanted-opening.ts'
import { openLoginFor } from '../../stores/kernel/modals.ts'
import { $user } from '../../stores/kernel/user.ts'

/** Starts it on the home page. Players, and everyone whose session is not known yet, follow the link to the case. */
export function startHeroOpening(page: Document): void {
  const link = page.querySelector<HTMLAnchorElement>('a[data-hero-open]')
  link?.addEventListener('click', (event) => {
    // With these keys a link opens its page in a tab or window of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || $user.get().status !== 'guest') return
    event.preventDefault()
    const { case: url = '', price } = link.dataset
    openLoginFor(wishOpening({ url, price: Number(price) }, 1, link.pathname))
  })
}
