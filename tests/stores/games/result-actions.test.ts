// Result actions: run step by step, each after a painted frame, or all at once on request.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createResultActions } from '../../../src/stores/games/result-actions.ts'
import { paintedPage } from '../painted-page.ts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Two scheduled steps, a record of their execution, and a way to the next frame. */
function planned() {
  const page = paintedPage()
  const done: string[] = []
  const actions = createResultActions()
  const steps = (name: string) => [() => done.push(`${name}'s items`), () => done.push(`${name}'s table`)]
  actions.plan(steps('first'))
  const frame = (): void => {
    page.paint()
    vi.runAllTimers()
  }
  return { done, actions, steps, frame }
}

describe('the actions of a result', () => {
  it('run in order, each after its own frame', () => {
    const { done, actions, frame } = planned()
    vi.advanceTimersByTime(5_000)
    expect(done).toEqual([])
    frame()
    expect(done).toEqual(["first's items"])
    frame()
    expect(done).toEqual(["first's items", "first's table"])
    actions.finish()
    frame()
    expect(done).toHaveLength(2)
  })

  it('that remain run at once when they are finished, and not again', () => {
    const { done, actions, frame } = planned()
    frame()
    actions.finish()
    expect(done).toEqual(["first's items", "first's table"])
    frame()
    frame()
    expect(done).toHaveLength(2)
  })

  it('have all run before those of the next result start', () => {
    const { done, actions, steps, frame } = planned()
    actions.plan(steps('second'))
    expect(done).toEqual(["first's items", "first's table"])
    for (let frames = 0; frames < 5; frames++) frame()
    expect(done.slice(2)).toEqual(["second's items", "second's table"])
  })

  it('continue although one of them fails', () => {
    const page = paintedPage()
    const work = vi.fn()
    createResultActions().plan([
      () => {
        throw new Error('not done')
      },
      work,
    ])
    page.paint()
    expect(() => vi.advanceTimersByTime(0)).toThrow('not done')
    page.paint()
    vi.advanceTimersByTime(0)
    expect(work).toHaveBeenCalledOnce()
  })
})
