// Messages wait in order until the corner that shows them takes them.
import { afterEach, describe, expect, it } from 'vitest'
import { $toasts, takeToasts, toast } from '../../src/stores/toasts.ts'

afterEach(() => void takeToasts())

describe('toasts', () => {
  it('wait in the order they came', () => {
    toast('success', 'first')
    toast('error', 'second')
    expect($toasts.get()).toEqual([
      { type: 'success', message: 'first' },
      { type: 'error', message: 'second' },
    ])
  })

  it('are handed over once', () => {
    toast('info', 'only')
    expect(takeToasts()).toEqual([{ type: 'info', message: 'only' }])
    expect(takeToasts()).toEqual([])
  })
})
