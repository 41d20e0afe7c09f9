// Values as plain text, and what is copied of a page.

/** Writes cents as a plain number of dollars: `-1234.56`. */
export function plainMoney(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Letters of an id that are shown at most. */
const SHORT = 13

/** Shortens a long id: the start of a UUID orders it by time, its end tells it apart. */
export function shortId(id: string): string {
  return id.length <= SHORT ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}

/**
 * Returns a copy of a selected part of the page as text: each element with `data-plain` as its plain value.
 *
 * @param inside whether the selection is within one such element: its value then
 */
function plainText(selection: Selection): string | null {
  if (selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const around = range.commonAncestorContainer
  const element = (around instanceof Element ? around : around.parentElement)?.closest<HTMLElement>('[data-plain]')
  if (element !== null && element !== undefined) {
    // A part of a value is copied as it is.
    return selection.toString().trim() === element.textContent.trim() ? (element.dataset.plain ?? null) : null
  }
  const values = range.cloneContents().querySelectorAll<HTMLElement>('[data-plain]')
  if (values.length === 0) return null
  return [...values].reduce(
    (text, { textContent, dataset }) => text.replace(textContent, dataset.plain ?? textContent),
    selection.toString(),
  )
}

/** Makes copying from the page give plain values. */
export function copyPlain(page: Document): void {
  page.addEventListener('copy', (event) => {
    const selection = page.getSelection()
    const text = selection === null ? null : plainText(selection)
    if (text === null) return
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  })
}
