// What a page reads of what it is handed decides how long it is kept: texts alone, or more.
import { expect, it } from 'vitest'
import { watchLocals } from '../../../src/server/documents/page-renderer.ts'

let version = 1
const LOCALS = {
  get texts() {
    return { version }
  },
  shop: { caseAt: () => undefined },
} as unknown as App.Locals

it('a page that reads its texts alone reads no more', () => {
  const { locals, readsMore } = watchLocals(LOCALS)
  expect(locals.texts).toEqual({ version: 1 })
  // Astro looks for what none of its own parts has put there.
  expect(Reflect.get(locals, '_actionPayload')).toBeUndefined()
  expect(readsMore()).toBe(false)
})

it('a page that reads the catalogue reads more', () => {
  const { locals, readsMore } = watchLocals(LOCALS)
  locals.shop.caseAt('orion')
  expect(readsMore()).toBe(true)
})

it('a page has the texts that were there when its rendering began', () => {
  const { locals } = watchLocals(LOCALS)
  version = 2
  expect(locals.texts).toEqual({ version: 1 })
  expect(watchLocals(LOCALS).locals.texts).toEqual({ version: 2 })
})
