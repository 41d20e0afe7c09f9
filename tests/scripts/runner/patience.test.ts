// How long the smoke journey waits: as long as the page goes on, but not for ever.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PageProgress, waitFor } from '../../support/engines/patience.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const at = (state: string, isLoading = false) => Promise.resolve<PageProgress>({ state, isLoading })

/** Waits, with a clock that runs by itself; returns the outcome and how long it took in seconds. */
async function outcomeOf(ask: () => Promise<unknown>, look: () => Promise<PageProgress>): Promise<[string, number]> {
  const start = Date.now()
  const outcome = waitFor('the answer', ask, look).then(String, String)
  await vi.runAllTimersAsync()
  return [await outcome, Math.round((Date.now() - start) / 1000)]
}

/** Answers once a time has passed. */
function answeringAfter(seconds: number): () => Promise<string | null> {
  const end = Date.now() + seconds * 1000
  return async () => (Date.now() >= end ? 'here' : null)
}

describe('a wait', () => {
  it('ends with the answer', async () => {
    expect(await outcomeOf(answeringAfter(20), () => at('home'))).toEqual(['here', 20])
  })

  it('ends after half a minute where nothing happens, and says where', async () => {
    const [outcome, seconds] = await outcomeOf(answeringAfter(100), () => at('home'))
    expect(outcome).toBe(`Error: Waited ${seconds} s for the answer in vain at home`)
    expect(seconds).toBeGreaterThanOrEqual(30)
    expect(seconds).toBeLessThan(35)
  })

  it('goes on while the page changes', async () => {
    let elements = 0
    expect(await outcomeOf(answeringAfter(100), () => at(`${++elements} elements`))).toEqual(['here', 100])
  })

  it('goes on while the page loads', async () => {
    expect(await outcomeOf(answeringAfter(100), () => at('home', true))).toEqual(['here', 100])
  })

  it('goes on while the page answers late, which a page without a processor does', async () => {
    const answer = answeringAfter(100)
    const late = async (): Promise<string | null> => {
      await sleep(3_000)
      return answer()
    }
    const [outcome] = await outcomeOf(late, () => at('home'))
    expect(outcome).toBe('here')
  })

  it('ends after three minutes even while the page changes', async () => {
    const [outcome, seconds] = await outcomeOf(answeringAfter(1000), () => at('home', true))
    expect(outcome).toContain('in vain at home')
    expect(seconds).toBe(180)
  })

  it('outlives questions that fail while a page is left, and tells the last failure', async () => {
    let asked = 0
    const leaving = () => (++asked < 10 ? Promise.reject(new Error('no page')) : Promise.resolve('here'))
    expect(await outcomeOf(leaving, () => at('home'))).toEqual(['here', 0])
    const none = () => Promise.reject(new Error('no page'))
    const [outcome] = await outcomeOf(none, () => at('home'))
    expect(outcome).toMatch(/in vain at ; Error: no page$/)
  })
})
