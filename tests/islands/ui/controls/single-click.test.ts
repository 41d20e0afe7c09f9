// Presses that must count once: a double click, a key that is pressed twice, and a held Enter.
import type { KeyboardEvent, MouseEvent } from 'react'
import { expect, it, vi } from 'vitest'
import { singlePress } from '../../../../src/islands/ui/controls/single-click.ts'

it('counts a click and a key, and not the second click of a double click', () => {
  const act = vi.fn()
  const { onClick } = singlePress(act)
  for (const detail of [0, 1, 2, 3]) onClick({ detail, currentTarget: {}, timeStamp: 0 } as unknown as MouseEvent)
  expect(act).toHaveBeenCalledTimes(2)
})

it.each([
  ['Enter', true, true],
  ['Enter', false, false],
  // Held to go through the page.
  ['Tab', true, false],
])('%s, repeated %s: prevented %s', (key, repeat, isPrevented) => {
  const preventDefault = vi.fn()
  const event = { key, repeat, preventDefault, currentTarget: {}, timeStamp: 0 }
  singlePress(() => undefined).onKeyDown(event as unknown as KeyboardEvent)
  expect(preventDefault).toHaveBeenCalledTimes(isPrevented ? 1 : 0)
})

it.each([
  ['Enter', 499, true],
  [' ', 499, true],
  ['Enter', 500, false],
  ['Tab', 0, false],
])('%j %d ms after a press: prevented %s', (key, afterMs, isPrevented) => {
  const preventDefault = vi.fn()
  const currentTarget = {}
  const press = { detail: 0, currentTarget, timeStamp: 1_000 }
  singlePress(() => undefined).onClick(press as unknown as MouseEvent)
  // Rendered again meanwhile: another action on the same element.
  const event = { key, repeat: false, preventDefault, currentTarget, timeStamp: 1_000 + afterMs }
  singlePress(() => undefined).onKeyDown(event as unknown as KeyboardEvent)
  expect(preventDefault).toHaveBeenCalledTimes(isPrevented ? 1 : 0)
})
