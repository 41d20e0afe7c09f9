// The search of the home screen: shows, hides and orders the cards of the page. What cases contain is loaded when the search is first
// used; nothing else is requested.
import {
  type CaseContents,
  createCaseFind,
  type Findable,
  type FindQuery,
  type Found,
  readFindQuery,
  writeFindQuery,
} from '../../game/case-find.ts'
import type { Language } from '../../game/language.ts'
import { $ownCases } from '../../stores/games/own-cases.ts'
import { openLogin } from '../../stores/kernel/modals.ts'
import { unlessLeaving } from '../../stores/kernel/page-leave.ts'
import { $user } from '../../stores/kernel/user.ts'

interface Card extends Findable {
  readonly row: HTMLElement
  readonly home: Element | null
}

type PluralForms = Readonly<Record<string, string>>

function readCards(): Card[] {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-place]')]
  rows.sort((one, other) => Number(one.dataset.place) - Number(other.dataset.place))
  return rows.flatMap((row) => {
    const link = row.querySelector<HTMLElement>('[data-case]')
    if (link === null) return []
    const { case: url = '', name = '', english = '', price, best, return: returned, opened, seen } = link.dataset
    return {
      row,
      home: document.querySelector(`[data-category="${CSS.escape(row.dataset.home ?? '')}"] ul`),
      url,
      names: [name, english],
      price: Number(price),
      bestPrice: Number(best),
      returnToPlayer: Number(returned),
      opened: Number(opened),
      firstSeen: Number(seen),
    }
  })
}

/** Shows the item for which a card was found. */
function showMatch(row: HTMLElement, skin: string | null): void {
  const picture = row.querySelector<HTMLImageElement>('[data-match]')
  if (picture === null) return
  picture.hidden = skin === null
  if (skin !== null) picture.src = `/assets/img/items/${skin}.svg`
}

/** Puts the found cards below each other, or all cards into their categories. */
function arrange(all: readonly Card[], { cases }: Found<Card>, isFlat: boolean): void {
  const results = document.querySelector('[data-category="results"] ul')
  const shown = new Map(cases.map(({ box, skin }) => [box, skin]))
  for (const card of all) {
    card.row.hidden = !shown.has(card)
    showMatch(card.row, shown.get(card) ?? null)
  }
  const places = new Map<Element | null, HTMLElement[]>()
  const inFlat = new Set(isFlat ? cases.map(({ box }) => box) : [])
  if (isFlat)
    places.set(
      results,
      Array.from(inFlat, ({ row }) => row),
    )
  for (const { row, home } of all.filter((card) => !inFlat.has(card)))
    places.set(home, [...(places.get(home) ?? []), row])
  for (const [list, rows] of places) {
    // A moved row is laid out and painted again, even when it is moved to its own place. The server sends the rows in order.
    if (rows.some((row, at) => list?.children[at] !== row)) list?.append(...rows)
  }
  for (const section of document.querySelectorAll<HTMLElement>('[data-category]')) {
    section.hidden = section.querySelector('li:not([hidden])') === null
    const anchor = document.querySelector(`[data-anchors] a[href="#${CSS.escape(section.id)}"]`)?.closest('li')
    if (anchor != null) anchor.hidden = section.hidden
  }
}

/** Says in the line below the search what was found, and in how many cases. */
function announce({ cases, contained }: Found<Card>, isAsked: boolean): void {
  const line = document.getElementById('case-found')
  if (line === null) return
  const words = JSON.parse(line.dataset.words ?? '{}') as { found: PluralForms; contain: PluralForms }
  const plural = new Intl.PluralRules(document.documentElement.lang)
  const say = (forms: PluralForms, count: number, what = ''): string =>
    (forms[plural.select(count)] ?? forms.other ?? '')
      .replace('{{count}}', String(count))
      .replace('{{what}}', () => what)
  const said: string[] = []
  if (isAsked && contained?.count !== cases.length) said.push(say(words.found, cases.length))
  if (contained !== null) said.push(say(words.contain, contained.count, contained.what))
  line.textContent = said.join(' · ')
  if (contained === null) return
  const picture = new Image(64, 48)
  picture.src = `/assets/img/items/${contained.skin}.svg`
  picture.alt = ''
  line.prepend(picture)
}

interface Search {
  readonly form: HTMLFormElement
  readonly all: readonly Card[]
  find: (query: FindQuery) => Found<Card>
}

/** Returns a function that makes the search at its first call: a page without a search need not read its cards. */
function searchOf(form: HTMLFormElement): () => Search {
  let made: Search | undefined
  return () => {
    if (made === undefined) {
      const all = readCards()
      made = { form, all, find: createCaseFind(all, null, document.documentElement.lang as Language) }
    }
    return made
  }
}

const isMine = (form: HTMLFormElement): boolean => new FormData(form).has('mine')

/** Tells whether the page shows other cases, or in another order, than without a search. */
function isSearched(form: HTMLFormElement): boolean {
  return isMine(form) || writeFindQuery(queryOf(form)) !== '' || location.search !== ''
}

function queryOf(form: HTMLFormElement): FindQuery {
  const fields = new FormData(form)
  return readFindQuery((name) => fields.get(name))
}

/** Leaves the favourites, the newest first unless another order was chosen. */
function onlyFavourites(found: Found<Card>, { order }: FindQuery): Found<Card> {
  const favourites = $ownCases.get()?.favourites ?? []
  const cases = found.cases.filter(({ box }) => favourites.includes(box.url))
  if (order === 'category')
    cases.sort((one, other) => favourites.indexOf(one.box.url) - favourites.indexOf(other.box.url))
  return { cases, contained: null }
}

function apply({ form, all, find }: Search): void {
  const query = queryOf(form)
  const mine = isMine(form)
  const everything = find(query)
  const found = mine ? onlyFavourites(everything, query) : everything
  const isFlat = mine || query.text !== '' || query.order !== 'category'
  arrange(all, found, isFlat)
  announce(found, mine || query.text !== '' || query.band !== 'all')
  const noFavourites = mine && ($ownCases.get()?.favourites ?? []).length === 0
  const show = (id: string, isShown: boolean): void => {
    document.getElementById(id)?.toggleAttribute('hidden', !isShown)
  }
  show('case-none-mine', noFavourites)
  show('case-nothing', found.cases.length === 0 && !noFavourites)
  document.getElementById('case-list')?.toggleAttribute('data-narrow', isFlat || query.band !== 'all')
}

async function readContents(path: string): Promise<CaseContents> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`The contents of cases: ${response.status}`)
  return (await response.json()) as CaseContents
}

/** Loads what cases contain with the first use of the search; a failure leaves the search by name, and is tried again at the next use. */
function loadContentsAtFirstUse(form: HTMLFormElement, searching: () => Search): void {
  const field = form.querySelector<HTMLInputElement>('input[type="search"]')
  let isLoading = false
  async function load(): Promise<void> {
    if (isLoading) return
    isLoading = true
    try {
      const contents = await unlessLeaving(() => readContents(form.dataset.contents ?? ''))
      const search = searching()
      search.find = createCaseFind(search.all, contents, document.documentElement.lang as Language)
      apply(search)
    } catch (fault) {
      isLoading = false
      console.error('Failed to load what cases contain', fault)
    }
  }
  field?.addEventListener('focus', () => void load())
  field?.addEventListener('input', () => void load())
  // A browser that returns to the page may have kept the text of the field, and an address may have brought it.
  if (field !== null && field.value !== '') void load()
}

/** Starts the search, if the page has one. `/` focuses it, Escape clears it. */
export function startSearch(): void {
  const form = document.getElementById('case-search')
  if (!(form instanceof HTMLFormElement)) return
  const searching = searchOf(form)
  const refresh = (): void => apply(searching())
  form.addEventListener('input', () => {
    if (isMine(form) && $user.get().status === 'guest') {
      const mine = form.elements.namedItem('mine')
      if (mine instanceof HTMLInputElement) mine.checked = false
      openLogin()
    }
    refresh()
  })
  form.addEventListener('change', () => {
    history.replaceState(history.state, '', location.pathname + writeFindQuery(queryOf(form)) + location.hash)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  document.getElementById('case-show-all')?.addEventListener('click', () => {
    // Not reset: the address may have brought what is looked for.
    for (const field of form.querySelectorAll<HTMLInputElement>('input')) {
      if (field.type === 'search') field.value = ''
      else field.checked = field.value === 'all'
    }
    refresh()
    form.dispatchEvent(new Event('change'))
  })
  const input = form.querySelector<HTMLInputElement>('input[type="search"]')
  document.addEventListener('keydown', (event) => {
    const typing =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable], dialog') !== null
    if (event.key !== '/' || typing) return
    event.preventDefault()
    input?.focus()
  })
  $ownCases.listen(() => {
    if (isMine(form)) refresh()
  })
  loadContentsAtFirstUse(form, searching)
  // The browser may have kept what the fields held.
  if (isSearched(form)) refresh()
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
