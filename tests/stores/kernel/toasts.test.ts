// Toasts wait in order until the component that shows them takes them.
import { afterEach, describe, expect, it } from 'vitest'
import { $toasts, takeToasts, toast } from '../../../src/stores/kernel/toasts.ts'

afterEach(() => void takeToasts())

describe('toasts', () => {
  it('wait in order of arrival', () => {
    toast('success', 'first')
    toast('error', 'second')
    expect($toasts.get()).toEqual([
      { type: 'success', message: 'first' },
      { type: 'error', message: 'second' },
    ])
  })

  it('are delivered once', () => {
    toast('info', 'only')
    expect(takeToasts()).toEqual([{ type: 'info', message: 'only' }])
    expect(takeToasts()).toEqual([])
  })
})
