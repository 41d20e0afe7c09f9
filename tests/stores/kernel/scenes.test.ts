// The queue of scenes, on a fake clock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSceneQueue, type Scene } from '../../../src/stores/kernel/scenes.ts'
import { AFTER_RESULT_MS } from '../../../src/stores/kernel/toasts.ts'

const level: Scene = { kind: 'level', mark: '3', title: 'New level', text: 'You’ve reached level 3.' }
const mission: Scene = { kind: 'mission', mark: '$0.50', title: 'Mission complete', text: 'Cases opened: 3.' }

/** Longer than every pause of the queue. */
const LONG_MS = 60_000

let queue: ReturnType<typeof createSceneQueue>

beforeEach(() => {
  vi.useFakeTimers()
  queue = createSceneQueue()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a scene', () => {
  it('is shown at once where nothing else goes on, until it is ended', () => {
    queue.play(level)
    expect(queue.$scene.get()).toEqual(level)
    queue.end()
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
  })

  it('waits for the one before it, and for a pause', () => {
    queue.play(level)
    queue.play(mission)
    expect(queue.$scene.get()).toEqual(level)
    queue.end()
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toEqual(mission)
  })

  it('is never shown during a game, and only when the result has been on the screen', () => {
    queue.setHeld(true)
    queue.play(level)
    queue.play(mission)
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
    queue.setHeld(false)
    vi.advanceTimersByTime(AFTER_RESULT_MS - 1)
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(queue.$scene.get()).toEqual(level)
  })

  it('is over when a game starts, and the next one waits for its end', () => {
    queue.play(level)
    queue.play(mission)
    queue.setHeld(true)
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
    queue.setHeld(false)
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toEqual(mission)
  })

  it('that comes between a result and its moment waits too', () => {
    queue.setHeld(true)
    queue.setHeld(false)
    vi.advanceTimersByTime(1)
    queue.play(level)
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toEqual(level)
  })

  it('of another game that starts in the pause stays in the queue', () => {
    queue.play(level)
    queue.play(mission)
    queue.end()
    queue.setHeld(true)
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
  })
})
