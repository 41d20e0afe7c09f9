// Where the focus goes when what had it is gone.
import { beforeEach, expect, it, vi } from 'vitest'
import { nextPlace } from '../../../../src/islands/ui/controls/lost-focus.ts'

/** A part of a page as the rules see it: what selectors it matches, whether it is left, and the marked controls in it. */
class Part {
  readonly #selectors: readonly string[]
  readonly isConnected: boolean
  readonly #marked: readonly Part[]
  constructor(selectors: string, isLeft = true, marked: readonly Part[] = []) {
    this.#selectors = selectors.split(' ')
    this.isConnected = isLeft
    this.#marked = marked
  }
  matches(selector: string): boolean {
    return selector.split(', ').some((one) => this.#selectors.includes(one))
  }
  closest(): null {
    return null
  }
  checkVisibility(): boolean {
    return this.isConnected
  }
  querySelectorAll(): readonly Part[] {
    return this.#marked
  }
}

const main = new Part('main')
const body = new Part('body')
const gone = new Part('button', false)

const placeFrom = (...trails: (readonly Part[])[]): unknown => nextPlace(trails as unknown as (readonly Element[])[])

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => main })
})

it('goes to the marked control beside what is gone', () => {
  const close = new Part('[data-next-focus]')
  expect(placeFrom([gone, new Part('div', true, [close]), new Part('section'), main, body])).toBe(close)
})

it('goes to the part around it, past what is gone too, and past what is no part of a page', () => {
  const section = new Part('section')
  expect(placeFrom([gone, new Part('li', false), new Part('div'), section, main, body])).toBe(section)
})

it('passes a marked control that is gone', () => {
  const section = new Part('section', true, [new Part('[data-next-focus]', false)])
  expect(placeFrom([gone, section, main, body])).toBe(section)
})

it('returns from a closed layer to what opened it, and not to what is around the layer', () => {
  const opener = new Part('button [aria-haspopup]')
  const layer = [gone, new Part('dialog', false), new Part('section'), main, body]
  expect(placeFrom(layer, [opener, new Part('section'), main, body])).toBe(opener)
})

it('returns from a message to the part around the last control, not to a control that may buy', () => {
  const section = new Part('section')
  const message = [gone, new Part('.Toastify__toast-container', false), body]
  expect(placeFrom(message, [new Part('button'), section, main, body])).toBe(section)
})

it('goes to the page where nothing else is left', () => {
  expect(placeFrom([gone, main, body])).toBe(main)
})
