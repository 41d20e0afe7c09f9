// The numbers and the sounds of messages.
import { expect, it } from 'vitest'
import { RULES, SOUNDS } from '../../../src/islands/shell/Toaster.tsx'

it('messages keep to the limits of the specification', () => {
  expect(RULES).toEqual({
    position: 'top-right',
    autoClose: 3000,
    newestOnTop: true,
    limit: 20,
    draggable: true,
    draggablePercent: 60,
    pauseOnHover: true,
  })
})

it('success and error have a sound, other messages have none', () => {
  expect(SOUNDS).toEqual({ success: 'good', error: 'bad' })
})
