// Keeps the focus on the page's own elements when the one that has it disappears: sold, claimed, closed, disabled, hidden. Browsers leave it
// on <body> then, where the next Tab begins at the top, and keys of a game would count. It goes to a safe place: an element that is marked
// `data-next-focus`, else the nearest part of the page around it. Neither does anything that cannot be undone when Enter is pressed again.

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** Parts of a page that can take the focus of what was in them. */
const PLACES =
  'li, tr, article, section, form, fieldset, dialog, nav, header, footer, main, [role="region"], [role="group"], [role="tabpanel"], [role="listbox"]'
/** Layers over the page, which return the focus to what opened them. */
const LAYERS = 'dialog, [popover], .Toastify__toast-container'
/** Elements that only open something: the focus may return to them. */
const OPENERS = '[aria-haspopup], [popovertarget], [aria-expanded], [data-next-focus]'
/** Fields that take the focus back when they are enabled again. */
const FIELDS = 'input, select, textarea'
const NEXT = '[data-next-focus]'
/** The number of earlier elements that are remembered: those that opened a layer, and that which had the focus before a message. */
const REMEMBERED = 6

/** An element that had the focus, and its ancestors, innermost first. */
type Trail = readonly Element[]

/** Newest first. */
let trails: readonly Trail[] = []
/** Where this module has put the focus. */
let placed: { readonly on: Element; readonly instead: Element; readonly atMs: number } | null = null

function trailOf(element: Element): Trail {
  const trail: Element[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) trail.push(at)
  return trail
}

/** Tells whether an element can have the focus now. */
function isUsable(element: Element): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest('[inert], [aria-hidden="true"]') === null &&
    element.checkVisibility({ visibilityProperty: true })
  )
}

function isLost(): boolean {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) return !isUsable(activeElement)
  const [last] = trails
  return last?.[0] !== undefined && !isUsable(last[0])
}

/** Returns the innermost part of the page on a trail that can take the focus; null where only the whole page is left. */
function placeOn(trail: Trail): Element | null {
  for (const element of trail.slice(1)) {
    // What is around a closed layer is not around what opened it.
    if (element.matches('body, main') || (element.matches(LAYERS) && !isUsable(element))) return null
    if (!isUsable(element)) continue
    const next = [...element.querySelectorAll(NEXT)].find(isUsable)
    if (next !== undefined) return next
    if (element.matches(PLACES)) return element
  }
  return null
}

/** Returns where the focus goes from the newest of some trails. Exported for tests. */
export function nextPlace([last, ...earlier]: readonly Trail[]): Element | null {
  if (last === undefined) return null
  const near = placeOn(last)
  if (near !== null) return near
  for (const trail of earlier) {
    const [element] = trail
    if (element === undefined || element === last[0]) continue
    const place = isUsable(element) && element.matches(OPENERS) ? element : placeOn(trail)
    if (place !== null) return place
  }
  return document.querySelector('main')
}

function focusOn(place: Element, instead: Element): void {
  if (!(place instanceof HTMLElement)) return
  if (!place.matches(FOCUSABLE)) {
    place.tabIndex = -1
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
  }
  place.focus({ preventScroll: true })
  placed = { on: place, instead, atMs: performance.now() }
}

function restore(): void {
  const { activeElement } = document
  // A field that was disabled for a moment.
  if (placed !== null && activeElement === placed.on && placed.instead.matches(FIELDS) && isUsable(placed.instead)) {
    ;(placed.instead as HTMLElement).focus({ preventScroll: true })
    return
  }
  if (!isLost()) return
  const lost = trails[0]?.[0]
  const place = nextPlace(trails)
  if (place !== null && lost !== undefined) focusOn(place, lost)
}

function remember(element: Element): void {
  if (element === trails[0]?.[0]) return
  trails = [trailOf(element), ...trails].slice(0, REMEMBERED)
}

let isPlanned = false

/** Looks for a lost focus after the next frame: components move it by themselves before, and a question within it lays the page out twice. */
function plan(): void {
  if (isPlanned) return
  isPlanned = true
  requestAnimationFrame(() =>
    setTimeout(() => {
      isPlanned = false
      restore()
    }),
  )
}

/** Tells whether what had the focus is gone, also where a place around it has the focus meanwhile. */
export function hasLostFocus(): boolean {
  return isLost() || (placed !== null && document.activeElement === placed.on)
}

/** Returns when the focus was last put elsewhere, in milliseconds of `performance.now()`. */
export function focusMovedAtMs(): number {
  return placed?.atMs ?? Number.NEGATIVE_INFINITY
}

/** Watches the focus of the page; the shell calls it once. */
export function watchLostFocus(page: Document): void {
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) remember(target)
  })
  // Safari focuses no pressed button. A press beside all controls takes the focus away on purpose.
  page.addEventListener(
    'pointerdown',
    ({ target }) => {
      const pressed = target instanceof Element ? target.closest(FOCUSABLE) : null
      if (pressed === null) trails = []
      else remember(pressed)
    },
    true,
  )
  new MutationObserver(plan).observe(page.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  })
  // What style sheets hide is no mutation. Before a key, so that it acts from the safe place.
  page.addEventListener('keydown', restore, true)
  for (const type of ['click', 'keyup']) page.addEventListener(type, plan, true)
}
