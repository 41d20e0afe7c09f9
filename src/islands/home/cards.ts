// The cards of the home page: a long press shows what hovering shows, the button opens the case at once, and the crate moves to its page.
import { wishQuickOpen } from '../../stores/games/quick-open.ts'

/** Before the browser's own menu of a link, which comes after half a second. */
const HOLD_MS = 350
/** A finger that moves further scrolls. */
const SLIP_PX = 10

function startHold(page: Document): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  /** The card whose release must not follow its link. */
  let pressTarget: HTMLElement | null = null
  /** The card that shows what hovering shows. */
  let preview: HTMLElement | null = null

  function showPreview(box: HTMLElement | null): void {
    if (preview !== null) delete preview.dataset.held
    preview = box
    if (box !== null) box.dataset.held = ''
  }

  const stop = (): void => clearTimeout(timer)
  page.addEventListener('pointerdown', ({ target, pointerType, clientX: x, clientY: y }) => {
    stop()
    pressTarget = null
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-box]') : null
    if (box !== preview) showPreview(null)
    if (pointerType !== 'touch' || box === null || target === null || (target as Element).closest('button, label'))
      return
    from = { x, y }
    timer = setTimeout(() => {
      pressTarget = box
      showPreview(box)
    }, HOLD_MS)
  })
  page.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SLIP_PX) stop()
  })
  page.addEventListener('pointerup', stop)
  // The browser scrolls or shows its menu: the preview stays.
  page.addEventListener('pointercancel', stop)
  page.addEventListener(
    'click',
    (event) => {
      if (pressTarget === null || !(event.target instanceof Node) || !pressTarget.contains(event.target)) return
      pressTarget = null
      event.preventDefault()
    },
    { capture: true },
  )
}

/** Names the crate of the opened case for the view transition to its page. */
function nameCrateTransition(page: Document): void {
  addEventListener('pageswap', ({ activation, viewTransition }) => {
    const url = activation?.entry?.url ?? null
    if (url === null || viewTransition === null) return
    const path = CSS.escape(new URL(url).pathname)
    const crate = page.querySelector<HTMLElement>(`[data-box] a[href="${path}"] [data-crate]`)
    if (crate === null) return
    crate.style.viewTransitionName = 'crate'
    void viewTransition.finished.then(() => {
      crate.style.viewTransitionName = ''
    })
  })
}

/** Starts the cards of the page. */
export function startCards(page: Document): void {
  startHold(page)
  nameCrateTransition(page)
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
