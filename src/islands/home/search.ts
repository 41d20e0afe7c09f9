// The search of the home page: each change fetches what the server finds, which takes the place of what the page shows.
import { $ownCases } from '../../stores/home/own-cases.ts'
import { openLogin } from '../../stores/kernel/modals.ts'
import { onUserChange } from '../../stores/kernel/on-user-change.ts'
import { unlessLeaving } from '../../stores/kernel/page-leave.ts'
import { $user } from '../../stores/kernel/user.ts'
import { showFavourites } from './favourites.ts'

/** From the last key until the search. */
const TYPING_MS = 200

const FAVOURITES = 'mine'

/** Returns the query of fields, without those that choose nothing. */
function queryOf(fields: Iterable<readonly [string, FormDataEntryValue]>): URLSearchParams {
  const chosen = Array.from(fields, ([name, value]) => [name, String(value).trim()])
  return new URLSearchParams(chosen.filter(([, value]) => value !== ''))
}

const addressOf = (path: string, query: URLSearchParams): string => path + (query.size === 0 ? '' : `?${query}`)

async function fetchResults(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Replaces the results on a page. The elements around them stay: one is a live region. */
function replaceResults(page: Document, answer: Document): void {
  for (const part of answer.querySelectorAll('[data-result]')) {
    page.getElementById(part.id)?.replaceChildren(...part.childNodes)
  }
}

interface Search {
  readonly form: HTMLFormElement
  readonly list: HTMLElement
  readonly failure: HTMLElement
  readonly text: HTMLInputElement
  readonly mine: HTMLInputElement
}

function findSearch(page: Document): Search | null {
  const form = page.forms.namedItem('case-search')
  const list = page.getElementById('case-list')
  const failure = page.getElementById('case-failed')
  const text = form?.elements.namedItem('q')
  const mine = form?.elements.namedItem(FAVOURITES)
  if (!form || !list || !failure || !(text instanceof HTMLInputElement) || !(mine instanceof HTMLInputElement))
    return null
  return { form, list, failure, text, mine }
}

/** Returns the function that shows what the form looks for. A later call takes the place of an earlier one. */
function createRefresh(page: Document, { form, list, failure, mine }: Search): () => Promise<void> {
  let request = new AbortController()
  return async () => {
    request.abort()
    request = new AbortController()
    const { signal } = request
    const query = queryOf(new FormData(form))
    list.ariaBusy = 'true'
    try {
      const address = addressOf(form.dataset.results ?? '', query)
      const answer = await unlessLeaving(() => fetchResults(address, signal))
      if (signal.aborted) return
      showFavourites(answer)
      const hadFocus = list.contains(page.activeElement)
      replaceResults(page, answer)
      if (hadFocus) mine.focus({ preventScroll: true })
      // Favourites are the player's own and change: an address that is shared or stored does not have them.
      query.delete(FAVOURITES)
      history.replaceState(history.state, '', addressOf(location.pathname, query) + location.hash)
      failure.hidden = true
    } catch (fault) {
      if (signal.aborted) return
      console.error('Failed to load what a search finds', fault)
      failure.hidden = false
    }
    list.ariaBusy = 'false'
  }
}

/** Starts the search, if the page has one. `/` focuses it. */
export function startSearch(page: Document): void {
  const search = findSearch(page)
  if (search === null) return
  const { form, text, mine } = search
  const refresh = createRefresh(page, search)
  let timer: ReturnType<typeof setTimeout> | undefined
  function refreshAfter(delayMs: number): void {
    clearTimeout(timer)
    // Favourites that are not known yet are shown as soon as they are.
    if (mine.checked && $ownCases.get() === null) return
    timer = setTimeout(() => void refresh(), delayMs)
  }
  form.addEventListener('input', ({ target }) => {
    if (mine.checked && $user.get().status === 'guest') {
      mine.checked = false
      openLogin()
    } else refreshAfter(target === text ? TYPING_MS : 0)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    refreshAfter(0)
  })
  $ownCases.subscribe((own) => {
    mine.value = own?.favourites.join('.') || 'none'
    if (mine.checked) refreshAfter(0)
  })
  onUserChange((id) => {
    if (id !== null || !mine.checked) return
    mine.checked = false
    refreshAfter(0)
  })
  // A browser that returns to the page may have kept what the fields held.
  addEventListener('pageshow', () => {
    const address = [...new URLSearchParams(location.search)].filter(([name]) => form.elements.namedItem(name) !== null)
    if (`${queryOf(address)}` !== `${queryOf(new FormData(form))}`) refreshAfter(0)
  })
  page.addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], dialog') !== null
    if (event.key !== '/' || isTyping) return
    event.preventDefault()
    text.focus()
  })
}
