// A shop's own words of messages: in force with the edition, in one language or in all, with the variables of the site's own.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPLIES_FILE } from '../../../src/content/shop-files.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

const BY = { kind: 'command', name: 'anna@shop1' } as const

describe('the words of messages', () => {
  let site: TestSite

  beforeAll(async () => {
    site = await openTestSite(DEFAULT_KIND)
  })

  afterAll(() => site.close())

  async function publish(words: unknown): Promise<void> {
    const { edition: base } = site.shop.current
    const text = words === null ? null : typeof words === 'string' ? words : JSON.stringify(words, null, 2)
    await site.shop.publish({ files: { [REPLIES_FILE]: text }, base, by: BY, act: { verb: 'editions.publish' } })
  }

  const refusal = async (language: string): Promise<string> => {
    const player = await site.newPlayer()
    const body = { count: 1, demo: true }
    const answer = await player.post('/api/case/nowhere/open', body, { 'accept-language': language })
    return answer.body.message
  }

  it('are the shop’s own where it has some, and the site’s again without', async () => {
    const [en, ru] = [await refusal('en'), await refusal('ru')]
    await publish({ 'refusal.case-unknown': { ru: 'Такого кейса у нас нет' } })
    expect([await refusal('en'), await refusal('ru')]).toEqual([en, 'Такого кейса у нас нет'])
    await publish({ 'refusal.case-unknown': { en: 'We have no such case' } })
    expect([await refusal('en'), await refusal('ru')]).toEqual(['We have no such case', ru])
    await publish(null)
    expect([await refusal('en'), await refusal('ru')]).toEqual([en, ru])
  })

  it.each([
    ['{', /replies\.json:1: is no JSON/],
    [{ 'refusal.balances': { en: 'x' } }, /replies\.json:2: "refusal\.balances" is no message of the site in "en"/],
    [
      { 'refusal.balance': { de: 'x' } },
      /replies\.json:2: "refusal\.balance", "de"|replies\.json:2: "refusal\.balance"/,
    ],
    [
      { 'fault.too-many': { en: 'Wait a moment.' } },
      /replies\.json:2: "fault\.too-many", "en": \{\{seconds\}\} is missing/,
    ],
    [
      { 'fault.too-many': { en: 'Wait {{seconds}} s, {{name}}.' } },
      /replies\.json:2: "fault\.too-many", "en": there is no \{\{name\}\} in this message/,
    ],
    [{ 'fault.too-many': { en: '' } }, /has 0 letters; 1 to 300 are asked for/],
  ])('are refused with their line: %j', async (words, fault) => {
    const before = site.shop.current.edition
    await expect(publish(words)).rejects.toThrow(fault)
    expect(site.shop.current.edition).toBe(before)
  })
})
