// Presses that must count once: a double click, and a held Enter.
import type { KeyboardEvent, MouseEvent } from 'react'
import { expect, it, vi } from 'vitest'
import { singlePress } from '../../../../src/islands/ui/controls/single-click.ts'

it('counts a click and a key, and not the second click of a double click', () => {
  const act = vi.fn()
  const { onClick } = singlePress(act)
  for (const detail of [0, 1, 2, 3]) onClick({ detail } as MouseEvent)
  expect(act).toHaveBeenCalledTimes(2)
})

it.each([
  ['Enter', true, true],
  ['Enter', false, false],
  // Held to go through the page.
  ['Tab', true, false],
])('%s, repeated %s: prevented %s', (key, repeat, isPrevented) => {
  const preventDefault = vi.fn()
  singlePress(() => undefined).onKeyDown({ key, repeat, preventDefault } as unknown as KeyboardEvent)
  expect(preventDefault).toHaveBeenCalledTimes(isPrevented ? 1 : 0)
})
