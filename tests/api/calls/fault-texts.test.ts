// Faults that players can see speak their language.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { DEFAULT_KIND } from '../../support/databases/databases.ts'
import { openTestSite, type TestSite } from '../../support/sites/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite(DEFAULT_KIND, { environment: { CALLS_PER_MINUTE: '30' } })
})

afterAll(() => site.close())

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

describe.each(LANGUAGES)('a fault in %s', (language) => {
  const t = textFor(language, 'replies')
  const headers = { 'accept-language': language }

  it('tells a guest to sign in', async () => {
    const answer = await site.guest().get('/api/user/items', headers)
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed-out', message: t('fault.signed-out') } })
  })

  it('tells what was not found', async () => {
    const answer = await site.guest().get(`/api/fairness/roll/${UNKNOWN}`, headers)
    expect(answer).toMatchObject({ status: 404, body: { code: 'unknown-roll', message: t('fault.unknown-roll') } })
  })
})

it('a limit tells the seconds to wait', async () => {
  const guest = site.guest()
  let answer = await guest.get('/api/settings', { 'accept-language': 'uk' })
  for (let call = 0; call < 40 && answer.status === 200; call++) {
    answer = await guest.get('/api/settings', { 'accept-language': 'uk' })
  }
  const seconds = answer.headers['retry-after']
  expect(answer).toMatchObject({
    status: 429,
    body: { code: 'too-many', message: textFor('uk', 'replies')('fault.too-many', { seconds }) },
  })
})
