import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTradeLink, parseTradeLink, partnerOf, steamidOf } from '../../../src/game/withdrawal/trade-link.ts'

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

  const LINK = { partner: 22_202, token: 'ab_def-h' }
  const SHOWN = `${PREFIX}?partner=22202&token=ab_def-h`
  const encoded = encodeURIComponent(SHOWN)

  it.each([
    ['plain', SHOWN],
    ['by http', SHOWN.replace('https', 'http')],
    ['without a scheme', SHOWN.replace('https://', '')],
    ['with www', SHOWN.replace('steamcommunity', 'www.steamcommunity')],
    ['without a scheme, with www', SHOWN.replace('https://', 'www.')],
    ['in capitals', SHOWN.replace('https://steamcommunity.com', 'HTTPS://SteamCommunity.COM')],
    ['with a port', SHOWN.replace('.com', '.com:443')],
    ['without the slash', SHOWN.replace('new/', 'new')],
    ['with a slash too many', SHOWN.replace('.com/', '.com//')],
    ['in the other order', `${PREFIX}?token=ab_def-h&partner=22202`],
    ['in the other order, with a slash', `${PREFIX}?token=ab_def-h&partner=22202/`],
    ['with zeros before the number', `${PREFIX}?partner=00022202&token=ab_def-h`],
    ['with both twice', `${PREFIX}?partner=22202&token=ab_def-h&partner=22202&token=ab_def-h`],
    ['with an entity', SHOWN.replace('&', '&amp;')],
    ['with an entity of an entity', SHOWN.replace('&', '&amp;amp;')],
    ['with a numeric entity', SHOWN.replace('&', '&#38;')],
    ['of JSON', SHOWN.replace('&', '\\u0026').replaceAll('/', '\\/')],
    ['with Markdown’s backslashes', SHOWN.replace('_', '\\_').replace('&', '\\&')],
    ['percent-encoded', encoded],
    ['percent-encoded twice', encodeURIComponent(encoded)],
    ['with an encoded &', SHOWN.replace('&', '%26')],
    ['with a fragment', `${SHOWN}#x`],
    ['with an empty fragment', `${SHOWN}#`],
    ['with # for ?', SHOWN.replace('?', '#')],
    ['with a final &', `${SHOWN}&`],
    ['with a final slash', `${SHOWN}/`],
    ['with a full stop', `${SHOWN}.`],
    ['with a comma', `${SHOWN},`],
    ['with a language', `${SHOWN}&l=russian`],
    ['with an item', `${SHOWN}&for_item=730_2_123`],
    ['in quotes', `"${SHOWN}"`],
    ['in single quotes', `'${SHOWN}'`],
    ['in German quotes', `„${SHOWN}“`],
    ['in guillemets', `«${SHOWN}»`],
    ['in angle brackets', `<${SHOWN}>`],
    ['in backticks', `\`${SHOWN}\``],
    ['as HTML', `<a href="${SHOWN.replace('&', '&amp;')}">trade</a>`],
    ['as Markdown', `[trade me](${SHOWN})`],
    ['as Markdown of itself', `[${SHOWN}](${SHOWN})`],
    ['as BBCode', `[url=${SHOWN}]trade[/url]`],
    ['with a line break', `${SHOWN}\n`],
    ['with a line break within', SHOWN.replace('token', '\r\n  token')],
    ['with a line break in the number', SHOWN.replace('222', '22\n2')],
    ['with spaces within', SHOWN.replace('&', ' & ')],
    ['with a tab', `\t${SHOWN}\t`],
    ['with a no-break space', `\u00a0${SHOWN}\u00a0`],
    ['with an ideographic space', `\u3000${SHOWN}`],
    ['with a zero-width space', `${SHOWN}\u200b`],
    ['with a byte order mark', `\ufeff${SHOWN}`],
    ['with a soft hyphen', SHOWN.replace('offer', '\u00adoffer')],
    ['with marks of direction', `\u2066${SHOWN}\u2069`],
    ['in full width', SHOWN.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
    ['with a full-width &', SHOWN.replace('&', '＆').replace('?', '？')],
    ['after a label', `Trade URL: ${SHOWN}`],
    ['after a label without a space', `Trade-URL:${SHOWN}`],
    ['after a Russian label', `Моя ссылка: ${SHOWN}`],
    ['in a sentence', `Hi! Here is my link (${SHOWN}), thanks.`],
    ['with the button below it', `${SHOWN}\nCreate New URL`],
    ['with the button beside it', `${SHOWN} Create a new url`],
    ['with the button glued to it', `${SHOWN}Create New URL`],
    ['through Steam’s link filter', `https://steamcommunity.com/linkfilter/?u=${encoded}`],
    ['through Steam’s earlier link filter', `https://steamcommunity.com/linkfilter/?url=${SHOWN}`],
    ['of Steam’s app', `steam://openurl/${SHOWN}`],
    ['of Steam’s app, outside of it', `steam://openurl_external/${SHOWN}`],
    ['of Steam’s app on phones', `steammobile://openurl?url=${encoded}`],
    ['twice', `${SHOWN} ${SHOWN}`],
    ['twice, in lines', `${SHOWN}\n${SHOWN}`],
    ['twice, glued', SHOWN + SHOWN],
    ['twice, glued, without a scheme', `${SHOWN}${SHOWN.replace('https://', '')}`],
    ['beside another link', `https://example.com/ ${SHOWN}`],
  ])('is understood %s', (_, text) => {
    expect(parseTradeLink(text)).toEqual(LINK)
  })

  it.each([
    '',
    'https://steamcommunity.com/tradeoffer/new/',
    `${PREFIX}?partner=22202`,
    `${PREFIX}?token=abcdefgh`,
    `${PREFIX}?partner=22202&token=abcdefg`,
    `${PREFIX}?partner=22202&token=abcdefghi`,
    `${PREFIX}?partner=22202&token=abcdefg%20`,
    `${PREFIX}?partner=22202&token=abcdefgé`,
    `${PREFIX}?partner=0&token=abcdefgh`,
    `${PREFIX}?partner=4294967296&token=abcdefgh`,
    `${PREFIX}?partner=-1&token=abcdefgh`,
    `${PREFIX}?partner=1.5&token=abcdefgh`,
    `${PREFIX}?partner=0x10&token=abcdefgh`,
    `${PREFIX}?partner=222/02&token=abcdefgh`,
    `${PREFIX}?partner=22202&token=abcdefgh&partner=1`,
    `${PREFIX}?partner=22202&token=abcdefgh&token=abcdefgi`,
    `${PREFIX}?partner=22202&token=abcdefgh ${PREFIX}?partner=22203&token=abcdefgh`,
    `${PREFIX}?partner=22202&token=abcdefgh${PREFIX}?partner=22203&token=abcdefgh`,
    'https://steamcommunity.com/tradeoffer/1234/?partner=22202&token=abcdefgh',
    'https://steamcommunity.com/id/x/?partner=22202&token=abcdefgh',
    'https://steamcommunity.com.evil.example/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://steamcommunity.com@evil.example/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evil.example@steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evil.example/https://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evil.example/?u=https://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evil.example/?u=https%3A%2F%2Fsteamcommunity.com%2Ftradeoffer%2Fnew%2F%3Fpartner%3D22202%26token%3Dabcdefgh',
    'https://evil.example/%20https://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evil.example/linkfilter/?u=https://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://evilsteamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://m.steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://steamcommunity.ru/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://steamcornmunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'https://stеamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'ftp://steamcommunity.com/tradeoffer/new/?partner=22202&token=abcdefgh',
    'partner=22202&token=abcdefgh',
  ])('is not %j', (text) => {
    expect(parseTradeLink(text)).toBeNull()
  })

  it('is the same or none after any change, and never another', () => {
    const right = `${PREFIX}?partner=22202&token=ab_def-h`
    const changed = [...right, ''].flatMap((_, at) =>
      [...'% ?/ä.\n&#;=-'].map((more) => right.slice(0, at) + more + right.slice(at)),
    )
    const others = changed.filter((text) => {
      const link = parseTradeLink(text)
      return link !== null && formatTradeLink(link) !== right
    })
    expect(others).toEqual([])
  })

  it('is formatted as Steam shows it, and parsed from that again', () => {
    fc.assert(
      fc.property(aPartner, aToken, (partner, token) => {
        expect(parseTradeLink(formatTradeLink({ partner, token }))).toEqual({ partner, token })
      }),
    )
    expect(formatTradeLink(LINK)).toBe(SHOWN)
  })

  it('is looked for in long and odd texts within a moment', () => {
    for (const part of ['https://', 'token=abcdefgh', '&amp;', '%25', 'partner=1', 'steamcommunity.com/', '= ']) {
      expect(parseTradeLink(part.repeat(2000))).toBeNull()
    }
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => parseTradeLink(text) === null))
  })

  it('belongs to exactly the Steam id that its partner encodes', () => {
    expect(steamidOf({ partner: 22_202, token: 'abcdefgh' })).toBe('76561197960287930')
    fc.assert(
      fc.property(aPartner, (partner) => {
        const steamid = String(76_561_197_960_265_728n + BigInt(partner))
        expect(steamidOf({ partner, token: 'abcdefgh' })).toBe(steamid)
        expect(partnerOf(steamid)).toBe(partner)
      }),
    )
  })
})
