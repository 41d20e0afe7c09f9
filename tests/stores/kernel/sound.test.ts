// Sounds without a connection: asked for once, and again with the next press at the earliest.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { play } from '../../../src/stores/kernel/sound.ts'
import { takeLoggedLines } from '../../support/runner/logged-lines.ts'

const node = { connect: () => node, gain: { value: 1 }, playbackRate: { value: 1 }, start: () => undefined }

class Audio {
  state = 'running'
  createBufferSource = () => node
  createGain = () => node
}

const page = new EventTarget()
const lost = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))

beforeEach(() => {
  vi.stubGlobal('AudioContext', Audio)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('fetch', lost)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const settled = (): Promise<void> => vi.waitFor(() => expect(takeLoggedLines()).toHaveLength(1))

it('a sound that could not be loaded is logged once, and loaded again after a press', async () => {
  play('tick')
  await settled()
  for (let tick = 0; tick < 20; tick++) play('tick')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(lost).toHaveBeenCalledTimes(1)
  expect(takeLoggedLines()).toEqual([])
  page.dispatchEvent(new Event('pointerdown'))
  play('tick')
  await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(2))
  await settled()
})
