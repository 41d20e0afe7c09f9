// The language of the office: that of the account arrives while the first room of a sign-in loads.
import { beforeEach, expect, it, vi } from 'vitest'
import { changeLanguage, openTexts, withTexts } from '../../src/office/session/language.ts'

beforeEach(() => {
  const stored = new Map([['office-language', 'uk']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', { languages: ['uk'] })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
})

it('shows a room in the language that is wanted, whichever of the two is asked for first', async () => {
  for (const isRoomFirst of [true, false]) {
    const texts = await openTexts()
    const load = withTexts(['officeToday'], async () => 'room')
    const room = isRoomFirst ? load() : undefined
    const changed = changeLanguage('en')
    // A room is shown as soon as it is loaded.
    await (room ?? load())
    expect([texts.language, texts.exists('officeToday:title')]).toEqual(['en', true])
    await changed
    await changeLanguage('uk')
  }
})

it('shows the language that was chosen last, where two changes overlap', async () => {
  const texts = await openTexts()
  await Promise.all([changeLanguage('en'), changeLanguage('ru')])
  expect([texts.language, document.documentElement.lang]).toEqual(['ru', 'ru'])
})
