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
    closest(): Opener {
      return this
    }
  }

  /** Clicks it; returns whether the browser follows the link. */
  function press(dataset: Record<string, string>, keys: object = {}): boolean {
    vi.stubGlobal('Element', Opener)
    const page = new EventTarget()
    delegateDialogOpeners(page as Document)
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
