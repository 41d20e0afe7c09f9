// The events that open the sign-in and the payment dialog from any island.

const LOGIN_EVENT = 'spacedrop:login'
const PAYMENT_EVENT = 'spacedrop:payment'

type ModalEvent = keyof WantedDialogs

/** The events that no dialog has answered yet: a script in the head of the page notes them from its first byte on (layouts/Shell.astro). */
const wanted: WantedDialogs = globalThis.window?.wantedDialogs ?? {}

function openDialog(event: ModalEvent): void {
  wanted[event] = true
  window.dispatchEvent(new CustomEvent(event))
}

function onOpen(event: ModalEvent, listener: () => void): () => void {
  const open = (): void => {
    delete wanted[event]
    listener()
  }
  window.addEventListener(event, open)
  if (wanted[event] !== undefined) open()
  return () => window.removeEventListener(event, open)
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

/**
 * Makes every element with `data-open="login"` or `data-open="payment"` open its dialog. On a page that has the deposit form itself, an
 * element for the dialog moves the focus there.
 */
export function delegateDialogOpeners(page: Document): void {
  page.addEventListener('click', (event) => {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-open]') : null
    const name = opener?.dataset.open
    if (name !== 'login' && name !== 'payment') return
    // With these keys a link opens its page in a tab or window of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // A menu would cover the dialog.
    opener?.closest<HTMLElement>('[popover]')?.hidePopover()
    const form = name === 'payment' ? page.getElementById('deposit') : null
    if (form !== null) form.focus()
    else if (name === 'login') openLogin()
    else openPayment(opener?.dataset.sum)
  })
}
