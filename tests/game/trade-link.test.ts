import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTradeLink, steamidOf } from '../../src/game/trade-link.ts'

const PREFIX = 'https://steamcommunity.com/tradeoffer/new/'

const aToken = fc.stringMatching(/^[A-Za-z0-9_-]{8}$/)
const aPartner = fc.integer({ min: 1, max: 0xffff_ffff })

describe('a trade URL', () => {
  it('is parsed in Steam’s format', () => {
    fc.assert(
      fc.property(aPartner, aToken, (partner, token) => {
        expect(parseTradeLink(`${PREFIX}?partner=${partner}&token=${token}`)).toEqual({ partner, token })
      }),
    )
  })

  it.each([
    '',
    'https://steamcommunity.com/tradeoffer/new/',
    `${PREFIX}?partner=22202&token=abcdefg`,
    `${PREFIX}?partner=22202&token=abcdefghi`,
    `${PREFIX}?partner=22202&token=abcdefg%20`,
    `${PREFIX}?partner=022202&token=abcdefgh`,
    `${PREFIX}?partner=0&token=abcdefgh`,
    `${PREFIX}?partner=4294967296&token=abcdefgh`,
    `${PREFIX}?partner=-1&token=abcdefgh`,
    `${PREFIX}?token=abcdefgh&partner=22202`,
    `${PREFIX}?partner=22202&token=abcdefgh&partner=1`,
    `${PREFIX}?partner=22202&token=abcdefgh#x`,
    `${PREFIX}?partner=22202&token=abcdefgh\n`,
    ` ${PREFIX}?partner=22202&token=abcdefgh`,
    'http://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://steamcommunity.com.evil.example/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://steamcommunity.com@evil.example/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evil.example/https://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
  ])('is not %j', (text) => {
    expect(parseTradeLink(text)).toBeNull()
  })

  it('is rejected after any change', () => {
    const right = `${PREFIX}?partner=22202&token=abcdefgh`
    fc.assert(
      fc.property(fc.nat({ max: right.length }), fc.constantFrom('%', ' ', '?', '/', 'ä', '.'), (at, more) => {
        expect(parseTradeLink(right.slice(0, at) + more + right.slice(at))).toBeNull()
      }),
    )
  })

  it('belongs to exactly the Steam id that its partner encodes', () => {
    expect(steamidOf({ partner: 22_202, token: 'abcdefgh' })).toBe('76561197960287930')
    fc.assert(
      fc.property(aPartner, (partner) => {
        const steamid = String(76_561_197_960_265_728n + BigInt(partner))
        expect(steamidOf({ partner, token: 'abcdefgh' })).toBe(steamid)
      }),
    )
  })
})
