// The app-wide events that open dialogs, also when the dialog is there only later.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  delegateOpening,
  onOpenLogin,
  onOpenPayment,
  openLogin,
  openPayment,
  takeAskedSum,
} from '../../src/stores/modals.ts'

beforeEach(() => {
  Object.assign(globalThis, { window: new EventTarget() })
})

describe('an asked dialog', () => {
  it('opens when it listens', () => {
    const listener = vi.fn()
    const stop = onOpenLogin(listener)
    openLogin()
    expect(listener).toHaveBeenCalledOnce()
    stop()
  })

  it('opens as soon as it listens, and only once, when it was asked for before', () => {
    openLogin()
    const listener = vi.fn()
    const stop = onOpenLogin(listener)
    expect(listener).toHaveBeenCalledOnce()
    stop()
    const later = vi.fn()
    onOpenLogin(later)()
    expect(later).not.toHaveBeenCalled()
  })

  it('is not the other one', () => {
    const login = vi.fn()
    const payment = vi.fn()
    const stops = [onOpenLogin(login), onOpenPayment(payment)]
    openPayment()
    expect(login).not.toHaveBeenCalled()
    expect(payment).toHaveBeenCalledOnce()
    for (const stop of stops) stop()
  })

  it('no longer opens once it stopped listening', () => {
    const listener = vi.fn()
    onOpenPayment(listener)()
    openPayment()
    expect(listener).not.toHaveBeenCalled()
    onOpenPayment(() => undefined)()
  })
})

describe('the payment dialog', () => {
  it('can be asked for with a sum, which is handed over once', () => {
    openPayment('2.5')
    expect([takeAskedSum(), takeAskedSum()]).toEqual(['2.5', ''])
    openPayment('2.5')
    openPayment()
    expect(takeAskedSum()).toBe('')
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

  /** Presses it; tells whether the browser is left to do what it does with a link. */
  function press(dataset: Record<string, string>, keys: object = {}): boolean {
    vi.stubGlobal('Element', Opener)
    const page = new EventTarget()
    delegateOpening(page as Document)
    const click = Object.assign(new Event('click', { cancelable: true }), keys)
    Object.defineProperty(click, 'target', { value: new Opener(dataset) })
    page.dispatchEvent(click)
    vi.unstubAllGlobals()
    return !click.defaultPrevented
  }

  it('opens it instead of going where its link leads, with the sum that stands on it', () => {
    const payment = vi.fn()
    const stop = onOpenPayment(payment)
    expect(press({ open: 'payment', sum: '2.5' })).toBe(false)
    expect([payment.mock.calls.length, takeAskedSum()]).toEqual([1, '2.5'])
    stop()
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'is a link to its page for who wants that in a window of its own (%j)',
    (keys) => {
      const payment = vi.fn()
      const stop = onOpenPayment(payment)
      expect(press({ open: 'payment' }, keys)).toBe(true)
      expect(payment).not.toHaveBeenCalled()
      stop()
    },
  )

  it('of another kind is left alone', () => {
    expect(press({ open: 'nothing' })).toBe(true)
  })
})
