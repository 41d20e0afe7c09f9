// The app-wide events that open dialogs, also when the dialog is mounted later.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  delegateDialogOpeners,
  onOpenLogin,
  onOpenPayment,
  openLogin,
  openPayment,
  takeRequestedSum,
} from '../../../src/stores/kernel/modals.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a requested dialog', () => {
  it('opens when it is mounted', () => {
    const listener = vi.fn()
    const stop = onOpenLogin(listener)
    openLogin()
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })

  it('opens once as soon as it is mounted, when it was requested before', () => {
    openLogin()
    const listener = vi.fn()
    const stop = onOpenLogin(listener)
    expect(listener).toHaveBeenCalledOnce()
    stop()
    const later = vi.fn()
    onOpenLogin(later)()
    expect(later).not.toHaveBeenCalled()
  })

  it('opens when the page noted its event before any script was loaded', async () => {
    vi.resetModules()
    vi.stubGlobal('window', Object.assign(new EventTarget(), { wantedDialogs: { 'spacedrop:payment': true } }))
    const fresh = await import('../../../src/stores/kernel/modals.ts')
    const [login, payment] = [vi.fn(), vi.fn()]
    const stops = [fresh.onOpenLogin(login), fresh.onOpenPayment(payment)]
    expect([login.mock.calls.length, payment.mock.calls.length]).toEqual([0, 1])
    for (const stop of stops) stop()
  })

  it('does not open the other one', () => {
    const login = vi.fn()
    const payment = vi.fn()
    const stops = [onOpenLogin(login), onOpenPayment(payment)]
    openPayment()
    expect(login).not.toHaveBeenCalled()
    expect(payment).toHaveBeenCalledOnce()
    for (const stop of stops) stop()
  })

  it('no longer opens after it was unmounted', () => {
    const listener = vi.fn()
    onOpenPayment(listener)()
    openPayment()
    expect(listener).not.toHaveBeenCalled()
    onOpenPayment(() => undefined)()
  })
})

describe('the payment dialog', () => {
  it('can be requested with an amount, which is used once', () => {
    openPayment('2.5')
    expect([takeRequestedSum(), takeRequestedSum()]).toEqual(['2.5', ''])
    openPayment('2.5')
    openPayment()
    expect(takeRequestedSum()).toBe('')
    onOpenPayment(() => undefined)()
  })
})

describe('an element that opens a dialog', () => {
  class Opener extends EventTarget {
    readonly dataset: Record<string, string>
    constructor(dataset: Record<string, string>) {
      super()
      this.dataset = dataset
    }
    closest(selector: string): Opener | null {
      return selector === '[data-open]' ? this : null
    }
  }

  /** Clicks it; returns whether the browser follows the link. */
  function press(dataset: Record<string, string>, keys: object = {}, depositForm: object | null = null): boolean {
    vi.stubGlobal('Element', Opener)
    const page = Object.assign(new EventTarget(), { getElementById: () => depositForm })
    delegateDialogOpeners(page as unknown as Document)
    const click = Object.assign(new Event('click', { cancelable: true }), keys)
    Object.defineProperty(click, 'target', { value: new Opener(dataset) })
    page.dispatchEvent(click)
    return !click.defaultPrevented
  }

  it('opens it instead of following its link, with the amount of the element', () => {
    const payment = vi.fn()
    const stop = onOpenPayment(payment)
    expect(press({ open: 'payment', sum: '2.5' })).toBe(false)
    expect([payment.mock.calls.length, takeRequestedSum()]).toEqual([1, '2.5'])
    stop()
  })

  it('moves the focus to the form of a page that has it', () => {
    const payment = vi.fn()
    const stop = onOpenPayment(payment)
    const form = { focus: vi.fn() }
    expect(press({ open: 'payment' }, {}, form)).toBe(false)
    expect([form.focus.mock.calls.length, payment.mock.calls.length]).toEqual([1, 0])
    stop()
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'is a link to its page for opening in another window (%j)',
    (keys) => {
      const payment = vi.fn()
      const stop = onOpenPayment(payment)
      expect(press({ open: 'payment' }, keys)).toBe(true)
      expect(payment).not.toHaveBeenCalled()
      stop()
    },
  )

  it('of another kind is ignored', () => {
    expect(press({ open: 'nothing' })).toBe(true)
  })
})
