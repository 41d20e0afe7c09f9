// The chain of published days: any change of any day is found, and the day is named.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChainDay, checkChain } from '../../../src/game/transparency/chain.ts'
import { chainOf, sha256 } from './published-days.ts'

const isSigned = (_: string, message: string, signature: string): boolean => signature === `signed ${message}`
const check = (days: readonly ChainDay[]) => checkChain(days, { sha256, isSigned })

const texts = fc.array(fc.string(), { minLength: 2, maxLength: 6 })

describe('a chain of days', () => {
  it('is right as it was published, and every end of it', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (notes, from) => {
        const days = await chainOf(notes)
        expect(await check(days)).toBeNull()
        expect(await check(days.slice(from % days.length))).toBeNull()
      }),
    )
  })

  it('names a day whose text, hash, signature, name or number was changed', async () => {
    const changes: readonly ((day: ChainDay) => ChainDay)[] = [
      (day) => ({ ...day, text: day.text.replace('note', 'Note') }),
      (day) => ({ ...day, hash: day.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
      (day) => ({ ...day, signature: `${day.signature}0` }),
      (day) => ({ ...day, day: '2020-01-01' }),
      (day) => ({ ...day, sequence: day.sequence + 1 }),
    ]
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.constantFrom(...changes), async (notes, place, change) => {
        const days = await chainOf(notes)
        const at = place % days.length
        const changed = days.map((day, index) => (index === at ? change(day) : day))
        expect(await check(changed)).toMatchObject({ day: changed[at]?.day })
      }),
    )
  })

  it('names the day after one that was rewritten with a fresh hash and signature, or taken out', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), async (notes, place) => {
        const days = await chainOf(notes)
        const at = place % (days.length - 1)
        const rewritten = (await chainOf(notes.map((note, index) => (index === at ? `${note}!` : note))))[at]
        expect(rewritten).toBeDefined()
        const forged = days.map((day, index) => (index === at && rewritten !== undefined ? rewritten : day))
        expect(await check(forged)).toEqual({ day: days[at + 1]?.day, fault: 'previous' })
        if (at === 0) return
        const shortened = days.filter((_, index) => index !== at)
        expect(await check(shortened)).toEqual({ day: days[at + 1]?.day, fault: 'sequence' })
      }),
    )
  })
})
