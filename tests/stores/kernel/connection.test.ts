// The state of the network as the browser reports it.
import { expect, it } from 'vitest'
import { $isOffline, onBackOnline, untilOnline, watchConnection } from '../../../src/stores/kernel/connection.ts'

class Page extends EventTarget {
  readonly navigator = { onLine: true } as Navigator
  change(onLine: boolean): void {
    Object.assign(this.navigator, { onLine })
    this.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
  }
}

it('follows the events of the browser, and tells when the network is back', async () => {
  const page = new Page()
  let returns = 0
  const stop = onBackOnline(() => returns++)
  watchConnection(page)
  await untilOnline()
  page.change(false)
  expect([$isOffline.get(), returns]).toEqual([true, 0])
  const waiting = untilOnline()
  page.change(true)
  await waiting
  expect([$isOffline.get(), returns]).toEqual([false, 1])
  stop()
  page.change(false)
  page.change(true)
  expect(returns).toBe(1)
})
