// Brings the search of the home screen to life: cards of the page are shown and hidden, nothing is fetched.
import { fits } from './filter.ts'

interface Found {
  readonly card: HTMLElement
  readonly name: string
  readonly price: number
}

/** Sections hide when nothing in them fits, and the empty state shows when none is left. */
function apply(form: HTMLFormElement, all: readonly Found[]): void {
  const wish = new FormData(form)
  const query = String(wish.get('q') ?? '')
  const band = String(wish.get('price') ?? 'all')
  let count = 0
  for (const { card, name, price } of all) {
    const shown = fits({ name, price }, query, band)
    const place = card.closest('li')
    if (place !== null) place.hidden = !shown
    if (shown) count++
  }
  for (const section of document.querySelectorAll<HTMLElement>('[data-category]')) {
    section.hidden = section.querySelector('li:not([hidden])') === null
    const anchor = document.querySelector(`[data-anchors] a[href="#${CSS.escape(section.id)}"]`)?.closest('li')
    if (anchor != null) anchor.hidden = section.hidden
  }
  const nothing = document.getElementById('case-nothing')
  if (nothing !== null) nothing.hidden = count > 0
  tell(count, query !== '' || band !== 'all')
}

/** Screen readers hear how many are left; the words come with the page, for each count that there can be. */
function tell(count: number, searching: boolean): void {
  const status = document.getElementById('case-found')
  if (status === null) return
  const words: unknown = JSON.parse(status.dataset.counts ?? '[]')
  status.textContent = searching && Array.isArray(words) ? String(words[count] ?? '') : ''
}

/** Starts the search, if the page has one. `/` leads to it, Escape clears it. */
export function startSearch(): void {
  const form = document.getElementById('case-search')
  if (!(form instanceof HTMLFormElement)) return
  const all = [...document.querySelectorAll<HTMLElement>('[data-category] [data-case]')].map(
    (card): Found => ({ card, name: card.dataset.name ?? '', price: Number(card.dataset.price) }),
  )
  const search = (): void => apply(form, all)
  form.addEventListener('input', search)
  form.addEventListener('submit', (event) => event.preventDefault())
  document.getElementById('case-show-all')?.addEventListener('click', () => {
    form.reset()
    search()
  })
  const input = form.querySelector<HTMLInputElement>('input[type="search"]')
  document.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], dialog') !== null
    if (event.key !== '/' || typing) return
    event.preventDefault()
    input?.focus()
  })
  // A browser that came back to this page may have kept what was typed.
  search()
}

/** Carries the crate of the case that was chosen over to its page (a view transition between documents). */
export function carryCrate(): void {
  window.addEventListener('pageswap', (event) => {
    const target = event.activation?.entry?.url ?? null
    if (target === null || event.viewTransition === null) return
    const { pathname } = new URL(target)
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-category] a[data-case]')]
    const chosen = links.find((link) => link.pathname === pathname)?.querySelector<HTMLElement>('[data-crate]')
    if (chosen == null) return
    chosen.style.viewTransitionName = 'crate'
    void event.viewTransition.finished.then(() => {
      chosen.style.viewTransitionName = ''
    })
  })
}
