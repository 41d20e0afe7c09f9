// The app-wide events that open the sign-in and the payment dialog, for islands that know nothing of each other.

const LOGIN_EVENT = 'spacedrop:login'
const PAYMENT_EVENT = 'spacedrop:payment'

type ModalEvent = typeof LOGIN_EVENT | typeof PAYMENT_EVENT

/** Asked for before its dialog was there: the dialog opens as soon as it listens. */
const asked = new Set<ModalEvent>()
const listening = new Map<ModalEvent, number>()

function open(event: ModalEvent): void {
  if ((listening.get(event) ?? 0) === 0) asked.add(event)
  window.dispatchEvent(new CustomEvent(event))
}

function onOpen(event: ModalEvent, listener: () => void): () => void {
  window.addEventListener(event, listener)
  listening.set(event, (listening.get(event) ?? 0) + 1)
  if (asked.delete(event)) listener()
  return () => {
    window.removeEventListener(event, listener)
    listening.set(event, (listening.get(event) ?? 1) - 1)
  }
}

/** Opens the sign-in dialog. */
export function openLogin(): void {
  open(LOGIN_EVENT)
}

/** Calls `listener` when the sign-in dialog is asked for, also when that was before; returns what stops it. */
export function onOpenLogin(listener: () => void): () => void {
  return onOpen(LOGIN_EVENT, listener)
}

let askedSum = ''

/** Opens the payment dialog, with a sum in dollars where one was on the button. */
export function openPayment(sum = ''): void {
  askedSum = sum
  open(PAYMENT_EVENT)
}

/** Hands over the sum that the dialog was asked for with, once; empty for none. */
export function takeAskedSum(): string {
  const sum = askedSum
  askedSum = ''
  return sum
}

/** Calls `listener` when the payment dialog is asked for, also when that was before; returns what stops it. */
export function onOpenPayment(listener: () => void): () => void {
  return onOpen(PAYMENT_EVENT, listener)
}

/** Makes every element with `data-open="login"` or `data-open="payment"` open its dialog, whoever rendered it. */
export function delegateOpening(page: Document): void {
  page.addEventListener('click', (event) => {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-open]') : null
    const name = opener?.dataset.open
    if (name !== 'login' && name !== 'payment') return
    // Whoever wants a link in a window of its own gets the page that it leads to.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (name === 'login') openLogin()
    else openPayment(opener?.dataset.sum)
  })
}
