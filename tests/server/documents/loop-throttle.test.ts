// The throttle: a limited number of tasks per turn of the event loop, in order.
import { expect, it } from 'vitest'
import { createLoopThrottle } from '../../../src/server/documents/loop-throttle.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('the throttle starts a few tasks at once and the others in order, a few each event loop turn', async () => {
  const mayStart = createLoopThrottle(2)
  const started: number[] = []
  for (let piece = 0; piece < 7; piece++) void mayStart().then(() => started.push(piece))
  const seen: number[][] = []
  while (started.length < 7) {
    await Promise.resolve()
    seen.push([...started])
    await turn()
  }
  expect(seen.slice(0, 3)).toEqual([
    [0, 1],
    [0, 1, 2, 3],
    [0, 1, 2, 3, 4, 5],
  ])
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6])
})

it('the throttle has capacity again in a later turn', async () => {
  const mayStart = createLoopThrottle(1)
  await mayStart()
  await turn()
  await turn()
  let isStarted = false
  void mayStart().then(() => {
    isStarted = true
  })
  await Promise.resolve()
  expect(isStarted).toBe(true)
})
