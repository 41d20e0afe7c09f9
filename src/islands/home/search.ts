// The search of the home screen: shows and hides cards of the page, without requests.
import { createFilter } from './filter.ts'

interface Found {
  readonly card: HTMLElement
  readonly names: readonly string[]
  readonly price: number
}

type Filter = (query: string, band: string) => ReadonlySet<Found>

/** Hides sections without a matching case, and shows the empty state when all are hidden. */
function apply(form: HTMLFormElement, all: readonly Found[], filter: Filter): void {
  const fields = new FormData(form)
  const query = String(fields.get('q') ?? '')
  const band = String(fields.get('price') ?? 'all')
  const shown = filter(query, band)
  for (const found of all) {
    const place = found.card.closest('li')
    if (place !== null) place.hidden = !shown.has(found)
  }
  for (const section of document.querySelectorAll<HTMLElement>('[data-category]')) {
    section.hidden = section.querySelector('li:not([hidden])') === null
    const anchor = document.querySelector(`[data-anchors] a[href="#${CSS.escape(section.id)}"]`)?.closest('li')
    if (anchor != null) anchor.hidden = section.hidden
  }
  const nothing = document.getElementById('case-nothing')
  if (nothing !== null) nothing.hidden = shown.size > 0
  announceCount(shown.size, query !== '' || band !== 'all')
}

/** Announces the number of matching cases to screen readers; the page holds the text for each possible number. */
function announceCount(count: number, searching: boolean): void {
  const status = document.getElementById('case-found')
  if (status === null) return
  const words: unknown = JSON.parse(status.dataset.counts ?? '[]')
  status.textContent = searching && Array.isArray(words) ? String(words[count] ?? '') : ''
}

/** Starts the search, if the page has one. `/` focuses it, Escape clears it. */
export function startSearch(): void {
  const form = document.getElementById('case-search')
  if (!(form instanceof HTMLFormElement)) return
  const all = [...document.querySelectorAll<HTMLElement>('[data-category] [data-case]')].map((card): Found => {
    const { name = '', english = '', price } = card.dataset
    return { card, names: [name, english], price: Number(price) }
  })
  const filter = createFilter(all)
  const search = (): void => apply(form, all, filter)
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
  // A browser that returns to the page may have kept the text of the field.
  search()
}

/** Names the crate of the opened case for the view transition to its page. */
export function nameCrateTransition(): void {
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
