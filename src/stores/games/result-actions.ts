// Updates outside the stage after a result: inventory, stake, slots. Their lists hold a hundred cards, so that each update has a frame of
// its own after the frame of the result. The longest task of a contract takes 10 ms of the main thread this way, and 16 ms with all
// updates in one frame and without prerendering (medians of three and four runs of `bench -- motion --slowed 1`, phone).
import { afterPaint } from '../kernel/after-paint.ts'

export interface ResultActions {
  /** Runs steps one by one, each after a painted frame; the remaining ones of earlier steps run first. */
  plan(steps: readonly (() => void)[]): void
  /** Runs all remaining steps now. */
  finish(): void
}

/** Makes the queue of result actions of a game. */
export function createResultActions(): ResultActions {
  let left: (() => void)[] = []
  let cancel = (): void => undefined

  function runNext(): void {
    const step = left.shift()
    if (left.length > 0) cancel = afterPaint(runNext)
    step?.()
  }

  function finish(): void {
    cancel()
    for (const step of left.splice(0)) step()
  }

  return {
    plan(steps) {
      finish()
      left = [...steps]
      if (left.length > 0) cancel = afterPaint(runNext)
    },
    finish,
  }
}
