// The events that open the sign-in and the payment dialog from any island.

const LOGIN_EVENT = 'spacedrop:login'
const PAYMENT_EVENT = 'spacedrop:payment'

type ModalEvent = typeof LOGIN_EVENT | typeof PAYMENT_EVENT

/** Events that came before their dialog was hydrated: the dialog opens as soon as it listens. */
const pending = new Set<ModalEvent>()
const listening = new Map<ModalEvent, number>()

function openDialog(event: ModalEvent): void {
  if ((listening.get(event) ?? 0) === 0) pending.add(event)
  window.dispatchEvent(new CustomEvent(event))
}

function onOpen(event: ModalEvent, listener: () => void): () => void {
  window.addEventListener(event, listener)
  listening.set(event, (listening.get(event) ?? 0) + 1)
  if (pending.delete(event)) listener()
  return () => {
    window.removeEventListener(event, listener)
    listening.set(event, (listening.get(event) ?? 1) - 1)
  }
}

/** Calls `listener` each time that a dialog is opened, and at once where one waits: dialogs are loaded when they are wanted. */
export function onDialogWanted(listener: () => void): void {
  for (const event of [LOGIN_EVENT, PAYMENT_EVENT]) window.addEventListener(event, listener)
  if (pending.size > 0) listener()
}

let returnPath = ''

/** Opens the sign-in dialog; the sign-in returns to this page. */
export function openLogin(): void {
  openLoginFor('')
}

/** Opens the sign-in dialog; the sign-in returns to a path of this site, or to this page when it is empty. */
export function openLoginFor(path: string): void {
  returnPath = path
  openDialog(LOGIN_EVENT)
}

/** Returns the path that the dialog was opened for; empty for this page. */
export function loginReturnPath(): string {
  return returnPath
}

/** Calls `listener` when the sign-in dialog is opened, also where that was before; returns the function that stops it. */
export function onOpenLogin(listener: () => void): () => void {
  return onOpen(LOGIN_EVENT, listener)
}

let requestedSum = ''

/** Opens the payment dialog, with the sum in dollars that the button names. */
export function openPayment(sum = ''): void {
  requestedSum = sum
  openDialog(PAYMENT_EVENT)
}

/** Returns the sum that the dialog was opened with, and clears it; empty for none. */
export function takeRequestedSum(): string {
  const sum = requestedSum
  requestedSum = ''
  return sum
}

/** Calls `listener` when the payment dialog is opened, also where that was before; returns the function that stops it. */
export function onOpenPayment(listener: () => void): () => void {
  return onOpen(PAYMENT_EVENT, listener)
}

/** Makes every element with `data-open="login"` or `data-open="payment"` open its dialog. */
export function delegateDialogOpeners(page: Document): void {
  page.addEventListener('click', (event) => {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-open]') : null
    const name = opener?.dataset.open
    if (name !== 'login' && name !== 'payment') return
    // With these keys a link opens its page in a tab or window of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (name === 'login') openLogin()
    else openPayment(opener?.dataset.sum)
  })
}
