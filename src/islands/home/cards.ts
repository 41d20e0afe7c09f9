// The cards of the home page: a long press shows what hovering shows, and the button opens the case at once.
import { wishQuickOpen } from '../../stores/games/quick-open.ts'

/** Before the browser's own menu of a link, which comes after half a second. */
const HOLD_MS = 350
/** A finger that moves further scrolls. */
const SLIP_PX = 10

function startHold(page: Document): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  /** The card whose release must not follow its link. */
  let pressed: HTMLElement | null = null

  function hold(box: HTMLElement | null): void {
    for (const other of page.querySelectorAll<HTMLElement>('[data-held]')) {
      if (other !== box) delete other.dataset.held
    }
    if (box !== null) box.dataset.held = ''
  }

  const stop = (): void => clearTimeout(timer)
  page.addEventListener('pointerdown', ({ target, pointerType, clientX: x, clientY: y }) => {
    stop()
    pressed = null
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-box]') : null
    if (box === null || !('held' in box.dataset)) hold(null)
    if (pointerType !== 'touch' || box === null || target === null || (target as Element).closest('button')) return
    from = { x, y }
    timer = setTimeout(() => {
      pressed = box
      hold(box)
    }, HOLD_MS)
  })
  page.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SLIP_PX) stop()
  })
  page.addEventListener('pointerup', stop)
  // The browser scrolls or shows its menu: what is held stays.
  page.addEventListener('pointercancel', stop)
  page.addEventListener(
    'click',
    (event) => {
      if (pressed === null || !(event.target instanceof Node) || !pressed.contains(event.target)) return
      pressed = null
      event.preventDefault()
    },
    { capture: true },
  )
}

/** Starts the cards of the page. */
export function startCards(page: Document): void {
  startHold(page)
  page.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-quick]') : null
    const { quick: url, price } = button?.dataset ?? {}
    if (button === null || url === undefined) return
    // A second click must not follow the first one.
    if (event.detail > 1) return
    wishQuickOpen({ url, price: Number(price) })
    // The link of the card: the browser names this page as the referrer, and the crate moves over.
    button.closest('[data-box]')?.querySelector<HTMLAnchorElement>('a[data-case]')?.click()
  })
}
