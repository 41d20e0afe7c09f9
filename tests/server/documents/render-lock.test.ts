// Previews are rendered alone: no page of the shop in force beside them.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRenderLock } from '../../../src/server/documents/render-lock.ts'

describe('the lock of a renderer', () => {
  it('lets pages share, and previews run alone, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ isAlone: fc.boolean(), fails: fc.boolean() }), { maxLength: 12 }),
        async (scheduler, works) => {
          const lock = createRenderLock()
          let [shared, alone, most] = [0, 0, 0]
          const calls = works.map(({ isAlone, fails }) => {
            const work = async (): Promise<void> => {
              if (isAlone) alone++
              else shared++
              most = Math.max(most, shared)
              expect(alone === 0 || (alone === 1 && shared === 0)).toBe(true)
              await scheduler.schedule(Promise.resolve())
              expect(alone === 0 || (alone === 1 && shared === 0)).toBe(true)
              if (isAlone) alone--
              else shared--
              if (fails) throw new Error('A page failed')
            }
            return isAlone ? lock.alone(work) : lock.shared(work)
          })
          const ended = Promise.allSettled(calls)
          await scheduler.waitFor(ended)
          const states = (await ended).map(({ status }) => status)
          expect(states).toEqual(works.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')))
          if (works.every(({ isAlone }) => !isAlone)) expect(most).toBe(works.length)
        },
      ),
    )
  })
})
