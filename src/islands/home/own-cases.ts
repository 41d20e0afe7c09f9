// The row of cases that the player opened last, made of the cards of the page.
import { formatMoney } from '../../i18n/format.ts'
import { $ownCases } from '../../stores/games/own-cases.ts'
import { onUserChange } from '../../stores/kernel/on-user-change.ts'

/** Returns the entry of a case; null where the page has no card of it. */
function entryOf(page: Document, url: string): HTMLLIElement | null {
  const card = page.querySelector<HTMLAnchorElement>(`[data-box] a[data-case="${CSS.escape(url)}"]`)
  if (card === null) return null
  const entry = page.createElement('li')
  const link = entry.appendChild(page.createElement('a'))
  link.href = card.href
  const crate = card.dataset.image
  if (crate !== undefined) {
    const picture = new Image(40, 40)
    picture.src = crate
    picture.alt = ''
    link.append(picture)
  }
  const price = page.createElement('span')
  price.className = 'price'
  price.textContent = formatMoney(Number(card.dataset.price))
  link.append(card.dataset.name ?? '', price)
  return entry
}

/** Starts the row, if the page has one. A guest whose session has ended sees none. */
export function startOwnCases(page: Document): void {
  const row = page.getElementById('own-cases')
  const list = page.getElementById('opened-cases')
  const none = page.getElementById('opened-none')
  if (row === null || list === null || none === null) return
  onUserChange((id) => {
    row.hidden = id === null
  })
  $ownCases.subscribe((own) => {
    if (own === null) return
    list.replaceChildren(...own.opened.flatMap((url) => entryOf(page, url) ?? []))
    none.hidden = list.childElementCount > 0
  })
}
