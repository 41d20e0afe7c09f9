// The start of a night or a day, in the reader's language and local time.
import { expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { zoneWords } from '../../../src/islands/ui/zone-words.ts'

const at = (iso: string): number => Date.parse(iso)

it('the text states the hour of the zone and its name, and nothing else when the reader’s clock shows the same', () => {
  expect(zoneWords(at('2026-11-22T02:00:00Z'), 'UTC', 'en', 'UTC')).toEqual({
    hour: '02:00',
    zone: 'UTC',
    own: null,
  })
  expect(zoneWords(at('2026-11-22T00:00:00Z'), 'Europe/Kyiv', 'en', 'Europe/Kyiv').own).toBeNull()
})

it('the text states the hour on the reader’s clock when it differs', () => {
  expect(zoneWords(at('2026-11-22T00:00:00Z'), 'Europe/Kyiv', 'en', 'America/New_York')).toEqual({
    hour: '02:00',
    zone: 'Eastern European Standard Time',
    own: '19:00',
  })
})

it('the text states midnight as 00:00, and the next hour where clocks skip 02:00', () => {
  expect(zoneWords(at('2026-11-21T22:00:00Z'), 'Europe/Kyiv', 'uk', 'UTC').hour).toBe('00:00')
  expect(zoneWords(at('2027-03-14T07:00:00Z'), 'America/New_York', 'en', 'UTC').hour).toBe('03:00')
})

it.each(LANGUAGES)('the text names the zone in %s', (language) => {
  const { zone } = zoneWords(at('2026-07-01T00:00:00Z'), 'Europe/Kyiv', language, 'UTC')
  expect(zone).toMatch(language === 'en' ? /Summer Time/ : /[а-яі]/i)
})
