// The queue of scenes, on a fake clock.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSceneQueue, SCENE_WAIT_MS, type Scene } from '../../../src/stores/kernel/scenes.ts'
import { AFTER_RESULT_MS, type Toast } from '../../../src/stores/kernel/toasts.ts'

const level: Scene = { kind: 'level', mark: '3', title: 'New level', text: 'You’ve reached level 3.' }
const mission: Scene = { kind: 'mission', mark: '$0.50', title: 'Mission complete', text: 'Cases opened: 3.' }

/** Longer than every pause of the queue. */
const LONG_MS = 60_000

const LEVEL: Toast = { type: 'success', message: 'Level 3' }
const MISSION: Toast = { type: 'success', message: 'Mission complete', link: '/missions' }

/** The result of a game. */
const RESULT = {}

let queue: ReturnType<typeof createSceneQueue>
let isDialogOpen = false
let closeDialog: () => void
let told: Toast[] = []

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  isDialogOpen = false
  queue = createSceneQueue(
    { isDialogOpen: () => isDialogOpen, onDialogClosed: (then) => (closeDialog = then) },
    (message) => void told.push(message),
  )
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a scene', () => {
  it('is shown at once where nothing else goes on, until it is ended', () => {
    queue.play(level, LEVEL)
    expect(queue.$scene.get()).toEqual(level)
    queue.end()
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
  })

  it('waits for the one before it, and for a pause', () => {
    queue.play(level, LEVEL)
    queue.play(mission, MISSION)
    expect(queue.$scene.get()).toEqual(level)
    queue.end()
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toEqual(mission)
  })

  it('is never shown during a game, and only when the result has been on the screen', () => {
    queue.setHeld(true)
    queue.play(level, LEVEL)
    queue.play(mission, MISSION)
    vi.advanceTimersByTime(SCENE_WAIT_MS - AFTER_RESULT_MS - 1)
    expect(queue.$scene.get()).toBeNull()
    queue.setHeld(false)
    vi.advanceTimersByTime(AFTER_RESULT_MS - 1)
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(1)
    expect(queue.$scene.get()).toEqual(level)
  })

  it('is over when a game starts, and the next one waits for its end', () => {
    queue.play(level, LEVEL)
    queue.play(mission, MISSION)
    queue.setHeld(true)
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toBeNull()
    queue.setHeld(false)
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toEqual(mission)
  })

  it('that comes between a result and its moment waits too', () => {
    queue.setHeld(true)
    queue.setHeld(false)
    vi.advanceTimersByTime(1)
    queue.play(level, LEVEL)
    expect(queue.$scene.get()).toBeNull()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toEqual(level)
  })

  it('of another game that starts in the pause stays in the queue', () => {
    queue.play(level, LEVEL)
    queue.play(mission, MISSION)
    queue.end()
    queue.setHeld(true)
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
  })

  it('never lies over a result that is not acted on, nor over a dialog', () => {
    queue.setBusy(RESULT, true)
    queue.play(level, LEVEL)
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toBeNull()
    isDialogOpen = true
    queue.setBusy(RESULT, false)
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toBeNull()
    isDialogOpen = false
    closeDialog()
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect(queue.$scene.get()).toEqual(level)
    expect(told).toEqual([])
  })

  it('that finds no calm moment is told by its message alone', () => {
    queue.setBusy(RESULT, true)
    queue.play(level, LEVEL)
    vi.advanceTimersByTime(SCENE_WAIT_MS)
    expect(told).toEqual([LEVEL])
    queue.setBusy(RESULT, false)
    vi.advanceTimersByTime(LONG_MS)
    expect(queue.$scene.get()).toBeNull()
  })

  it('is followed by its message where that leads somewhere, and never beside it', () => {
    queue.play(level, LEVEL)
    queue.end()
    queue.play(mission, MISSION)
    vi.advanceTimersByTime(AFTER_RESULT_MS)
    expect([queue.$scene.get(), told]).toEqual([mission, []])
    queue.end()
    expect(told).toEqual([{ ...MISSION, sound: null }])
  })
})
